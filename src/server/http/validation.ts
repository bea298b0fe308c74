/** Reads and validates the fields of a request by the contract's schemas. */
import type { Endpoint } from '#contract/endpoint.ts'
import { checkInput } from '#contract/issues.ts'
import { bare, shapeOf } from '#contract/query.ts'
import { fromQuery } from '#contract/read-query.ts'
import { fieldType } from '#contract/vocabulary.ts'
import { ApiError, type FieldErrors } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'
import * as z from 'zod/mini'

/** `text` is the raw body; empty for a GET. */
type RequestFields = { fields: unknown; text: string }

/**
 * Throws ApiError `unreadable`: 415 if the content type is not JSON, 400 if the body does not
 * parse.
 */
export async function readFields(c: AppContext, endpoint: Endpoint): Promise<RequestFields> {
  const inPath = endpoint.path.includes('{') ? c.req.param() : {}
  if (endpoint.method === 'GET')
    return { fields: { ...fromQuery(endpoint.input, queryOf(c.req.url)), ...inPath }, text: '' }
  const text = await c.req.text()
  if (text === '') return { fields: inPath, text }
  if (!/^application\/json *(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new ApiError('unreadable', { status: 415 })
  return { fields: parsed(text), text }
}

/** Input after trimming and defaults. Throws ApiError `invalid` with an issue per field. */
export function validate(endpoint: Endpoint, fields: unknown, call: string): unknown {
  const judged = checkInput(endpoint.input, fields)
  if (!judged.ok)
    throw new ApiError('invalid', {
      fields: judged.issues.map((issue) => ({
        ...issue,
        kind: valueKind(endpoint, issue.field),
        call,
      })),
    })
  const nul = fieldWithNul(judged.value)
  if (nul !== undefined)
    throw new ApiError('invalid', { fields: [{ field: nul, rule: 'pattern', call }] })
  return judged.value
}

const chosen = new Set(['id', 'channel', 'language', 'code', 'country', 'flag', 'person'])

/** Kind of a field (number, list or choice), for messages other than those about text. */
function valueKind({ input }: Endpoint, field: string): FieldErrors['kind'] {
  const [name = field, ...inner] = field.split('.')
  const schema = shapeOf(input)[name]
  if (!schema || inner.length > 0) return undefined
  const plain = bare(schema)
  if (plain._zod.def.type === 'array') return 'list'
  if (chosen.has(fieldType.get(plain)?.kind ?? '')) return 'choice'
  return plain._zod.def.type === 'number' ? 'number' : undefined
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('unreadable')
  }
}

/** PostgreSQL text cannot store NUL, which the contract does not forbid. */
function fieldWithNul(value: unknown, field = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? field : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = fieldWithNul(inner, field === '' ? key : field)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Node only: a browser's content security policy may forbid generated code and logs each attempt.
 */
const mayMakeCode = 'process' in globalThis

const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * Returns an equivalent schema whose objects, also inside arrays, use Zod's generated parser.
 * Cached per schema.
 */
export function compiledSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const quick = known.get(schema) ?? (mayMakeCode ? made(schema) : schema)
  known.set(schema, quick)
  return quick
}

function made(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.core.$ZodArray)
    return new z.core.$ZodArray({ ...schema._zod.def, element: made(schema._zod.def.element) })
  if (!(schema instanceof z.core.$ZodObject)) return schema
  const shape = Object.fromEntries(
    Object.entries(schema._zod.def.shape).map(([key, field]) => [key, made(field)]),
  )
  return new z.core.$ZodObjectJIT({ ...schema._zod.def, shape })
}
