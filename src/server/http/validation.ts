/** Taking the input out of a request, and judging it by the endpoint's schema. */
import type { Endpoint } from '#contract/endpoint.ts'
import { checkInput } from '#contract/issues.ts'
import { bare, shapeOf } from '#contract/query.ts'
import { fromQuery } from '#contract/read-query.ts'
import { fieldType } from '#contract/vocabulary.ts'
import { ApiError, type FieldErrors } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'

/** `text` is the body as it came; empty for a GET. */
export type RequestFields = { fields: unknown; text: string }

/**
 * Throws ApiError `unreadable`: 415 for a body that is not said to be JSON, 400 for one that is not.
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

/** The input after trimming and defaults. Throws ApiError `invalid` with an issue per item. */
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

/**
 * Whether a field holds a number, a list or a choice: people are told about those in other words
 * than about text.
 */
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

/** PostgreSQL's texts can't hold the character NUL, which no rule of the contract forbids. */
function fieldWithNul(value: unknown, field = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? field : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = fieldWithNul(inner, field === '' ? key : field)
    if (found !== undefined) return found
  }
  return undefined
}
