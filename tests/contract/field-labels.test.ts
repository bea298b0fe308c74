/** Error messages name the fields of every endpoint by their labels, never by their wire names. */
import { expect, test } from 'vitest'
import { shapeOf, toQuery } from '#contract/query.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { parseQuery } from '#contract/read-query.ts'
import type { Lang } from '#locales/messages.ts'
import { ApiError } from '#server/http/errors.ts'
import { encodeError } from '#server/http/response.ts'
import { validateFields } from '#server/http/validation.ts'
import { operatorPrefix } from '#server/platform/messages.ts'
import { everyOperatorEndpoint } from '#tests/support/actors/operators.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'

/** Values, each of which breaks the rules of some field. */
const invalidValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(70_000),
  -1,
  2 ** 60,
  1.5,
  [],
  ['', 'x'.repeat(300)],
  { a: 1 },
  true,
]
const codeName = /[a-z][A-Z]|_|\{\{|\bundefined\b|\bnull\b/
const endpointsWithFields = [
  ...everyEndpoint,
  ...everyOperatorEndpoint.map(([name, endpoint]) => [operatorPrefix + name, endpoint] as const),
].filter(([, { input, path }]) => Object.keys(shapeOf(input)).length > 0 && !path.includes('{'))

test.each(endpointsWithFields)('%s names invalid fields by their labels', (name, endpoint) => {
  const messages = (['zh', 'en'] as const).flatMap((lang) =>
    Object.keys(shapeOf(endpoint.input)).flatMap((field) =>
      invalidValues.flatMap((value) => messagesOf(name, endpoint, lang, { [field]: value })),
    ),
  )
  expect(messages.filter((message) => message.startsWith('WRONG'))).toEqual([])
  expect(messages.length).toBeGreaterThan(0)
})

/**
 * Messages of the envelope for a minimal input with these changes; none if it is valid. Those with
 * a wire name begin with WRONG.
 */
function messagesOf(
  name: string,
  endpoint: Endpoint,
  lang: Lang,
  changes: Record<string, unknown>,
): string[] {
  const body = bodyOfRefusal(name, endpoint, lang, { ...minimalInput(endpoint), ...changes })
  if (body === undefined) return []
  const { data, msg } = JSON.parse(body) as {
    data: { fields?: Record<string, string> }
    msg: string
  }
  return [...Object.entries(data.fields ?? {}), ['', msg] as const].map(([key, message]) => {
    const field = key.split('.').findLast((step) => !/^\d+$/.test(step)) ?? key
    // Messages may quote the input.
    const isUntranslated = lang === 'zh' && /[a-z]{2,}/.test(message.replace(/x{2,}/g, ''))
    const isCode =
      codeName.test(message) || isUntranslated || (field !== '' && message.startsWith(field))
    return `${isCode ? 'WRONG ' : ''}${lang} ${key}: ${message}`
  })
}

/** Validates fields as the router does, and returns the envelope of the error. */
function bodyOfRefusal(
  name: string,
  endpoint: Endpoint,
  lang: Lang,
  fields: Record<string, unknown>,
): string | undefined {
  const inUrl = () =>
    parseQuery(endpoint.input, new URLSearchParams(toQuery(fields as Record<string, string>)))
  try {
    validateFields(endpoint, endpoint.method === 'GET' ? inUrl() : fields, name)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return encodeError(lang, error, name).body
  }
}
