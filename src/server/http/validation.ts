/** Reads and validates the fields of a request by the contract's schemas. */
import type { Endpoint } from '#contract/endpoint.ts'
import { validateInput, type InputIssue } from '#contract/issues.ts'
import { unwrapSchema, shapeOf } from '#contract/query.ts'
import { parseQuery } from '#contract/read-query.ts'
import { valueKindOf, type ValueKind } from '#contract/value-kind.ts'
import { ApiError } from '#server/http/errors.ts'
import { readMultipart } from '#server/http/multipart-body.ts'
import { maxBytesOfCall, readBody } from '#server/http/request-body.ts'
import type { WireFormat } from '#server/http/wire-format.ts'
import type { AppContext } from '#server/http/request-context.ts'
import { nextTurnIfLong } from '#server/platform/next-turn.ts'
import * as z from 'zod/mini'

/** `text` is the raw body; empty for a GET, and of a form with a file its hash. */
type RequestFields = { fields: unknown; text: string }

/**
 * Throws ApiError like the format's `parseBody` and like `readBody`. `hasSession`: the request is
 * authenticated.
 */
export async function readFields(
  c: AppContext,
  endpoint: Endpoint,
  hasSession: boolean,
  format: WireFormat,
): Promise<RequestFields> {
  const inPath = endpoint.path.includes('{') ? c.req.param() : {}
  if (endpoint.method === 'GET')
    return {
      fields: { ...parseQuery(endpoint.input, toSearchParams(c.req.url)), ...inPath },
      text: '',
    }
  const maxBytes = maxBytesOfCall(endpoint.path, format.limits?.body)
  if (endpoint.bodyType === 'multipart') {
    const { fields, digest } = await readMultipart(c, maxBytes)
    return { fields: { ...fields, ...inPath }, text: digest }
  }
  const text = await readBody(c, { maxBytes, hasSession })
  if (text === '') {
    const query = format.readsQuery ? parseQuery(endpoint.input, toSearchParams(c.req.url)) : {}
    return { fields: { ...query, ...inPath }, text }
  }
  await nextTurnIfLong(text)
  const fields = format.parseBody(c.req.header('content-type') ?? '', text)
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return { fields: isObject ? { ...fields, ...inPath } : fields, text }
}

/**
 * Input after trimming and defaults. Throws ApiError `invalid` with an issue per field.
 */
export function validateFields(
  endpoint: Pick<Endpoint, 'input'>,
  fields: unknown,
  call: string,
): unknown {
  const validated = validateInput(endpoint.input, fields)
  const createInvalidError = (issues: readonly InputIssue[]) =>
    new ApiError('invalid', {
      fields: issues.map((issue) => ({ ...issue, kind: kindOfField(endpoint, issue.field), call })),
    })
  if (!validated.ok) throw createInvalidError(validated.issues)
  const fieldWithNul = findFieldWithNul(validated.value)
  if (fieldWithNul !== undefined)
    throw createInvalidError([{ field: fieldWithNul, rule: 'pattern' }])
  return validated.value
}

/** Kind of a field's value, also inside lists; undefined for text. */
function kindOfField({ input }: Pick<Endpoint, 'input'>, field: string): ValueKind | undefined {
  let schema: z.core.$ZodType | undefined = input
  for (const step of field.split('.')) {
    const plain: z.core.$ZodType | undefined = schema && unwrapSchema(schema)
    schema =
      plain instanceof z.core.$ZodArray ? plain._zod.def.element : plain && shapeOf(plain)[step]
  }
  return schema && valueKindOf(schema)
}

function toSearchParams(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

/** PostgreSQL text cannot store NUL, which the contract does not forbid. Returns its dotted path. */
function findFieldWithNul(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const key of Object.keys(value)) {
    const found = findFieldWithNul((value as Record<string, unknown>)[key])
    if (found !== undefined) return found === '' ? key : `${key}.${found}`
  }
  return undefined
}

/**
 * Node only: a browser's content security policy may forbid generated code and logs each attempt.
 */
const canGenerateCode = 'process' in globalThis

const compiledSchemas = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * Returns a schema for output whose objects, also inside arrays, use Zod's generated parser. Cached
 * per schema.
 */
export function getCompiledSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const compiled = compiledSchemas.get(schema) ?? compileSchema(schema)
  compiledSchemas.set(schema, compiled)
  return compiled
}

function compileSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.core.$ZodArray)
    return new z.core.$ZodArray({
      ...schema._zod.def,
      element: compileSchema(schema._zod.def.element),
    })
  if (!(schema instanceof z.core.$ZodObject)) return schema
  const shape = Object.fromEntries(
    Object.entries(schema._zod.def.shape).map(([key, field]) => [key, compileSchema(field)]),
  )
  const ObjectSchema = canGenerateCode ? z.core.$ZodObjectJIT : z.core.$ZodObject
  return new ObjectSchema({ ...schema._zod.def, shape })
}
