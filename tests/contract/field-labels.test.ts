/** Error messages name the fields of every endpoint by their labels, never by their wire names. */
import { expect, test } from 'vitest'
import { shapeOf } from '#contract/query.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  addOperator,
  everyOperatorEndpoint,
  operatorCaller,
} from '#tests/support/actors/operators.ts'
import { everyEndpoint, minimalInput } from '#tests/support/fuzz/endpoints.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { signedIn, type Caller, type Lang } from '#tests/support/server/server.ts'

const { server, people } = await serverWithPeople()
const callers: Record<Lang, Caller> = {
  'zh-CN': await signedIn(server, people.anna, 'zh-CN'),
  'en-US': await signedIn(server, people.anna, 'en-US'),
}
const admin = await addOperator(server)
const operators: Record<Lang, Caller> = {
  'zh-CN': await operatorCaller(server, admin, 'zh-CN'),
  'en-US': await operatorCaller(server, admin, 'en-US'),
}

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
  ...everyOperatorEndpoint.map(([name, endpoint]) => [`operator.${name}`, endpoint] as const),
].filter(([, { input, path }]) => Object.keys(shapeOf(input)).length > 0 && !path.includes('{'))

test.each(endpointsWithFields)('%s names invalid fields by their labels', async (_, endpoint) => {
  const messages: string[] = []
  const fields = Object.keys(shapeOf(endpoint.input))
  // A URL can't be longer.
  const values = invalidValues.filter(
    (value) => endpoint.method !== 'GET' || String(value).length < 8_000,
  )
  for (const lang of ['zh-CN', 'en-US'] as const)
    for (const value of values) {
      for (const group of groupFields(fields, value)) {
        for (let unnamed = group; unnamed.length > 0;) {
          const refusal = await sentencesOf(endpoint, lang, unnamed, value)
          messages.push(...refusal.sentences)
          const rest = unnamed.filter((field) => !refusal.fields.includes(field))
          if (rest.length === unnamed.length) break
          unnamed = rest
        }
      }
    }
  expect(messages.filter((message) => message.startsWith('WRONG'))).toEqual([])
  expect(messages.length).toBeGreaterThan(0)
})

/**
 * Splits fields into those of one request: a refusal names all that are invalid. Alone are long
 * values, since bodies have a maximum size, and missing ones, since edits require some fields only
 * beside others.
 */
const groupFields = (fields: readonly string[], value: unknown): (readonly string[])[] =>
  value === undefined || String(value).length > 1_000 ? fields.map((field) => [field]) : [fields]

/**
 * Sets the fields to the value and returns those that an `invalid` refusal names, with its messages.
 * Those with a wire name begin with WRONG.
 */
async function sentencesOf(
  endpoint: Endpoint,
  lang: Lang,
  changedFields: readonly string[],
  value: unknown,
): Promise<{ fields: string[]; sentences: string[] }> {
  const changes = Object.fromEntries(changedFields.map((field) => [field, value]))
  const {
    code,
    fields = {},
    msg,
  } = await (endpoint.path.startsWith('/operator/') ? operators : callers)[lang]
    .refused(endpoint as never, { ...minimalInput(endpoint), ...changes } as never)
    .catch(() => ({
      code: 'answered',
      fields: {},
      msg: '',
    }))
  if (code !== 'invalid') return { fields: [], sentences: [] }
  const sentences = [...Object.entries(fields), ['', msg] as const].map(([key, sentence]) => {
    const name = key.split('.').findLast((step) => !/^\d+$/.test(step)) ?? key
    // Messages may quote the input.
    const isUntranslated = lang === 'zh-CN' && /[a-z]{2,}/.test(sentence.replace(/x{2,}/g, ''))
    const isCode =
      codeName.test(sentence) || isUntranslated || (name !== '' && sentence.startsWith(name))
    return `${isCode ? 'WRONG ' : ''}${lang} ${key}: ${sentence}`
  })
  return { fields: Object.keys(fields).map((key) => key.split('.')[0]!), sentences }
}
