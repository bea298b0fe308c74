/** Every call names its fields to people in their language, never as the wire does. */
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

/**
 * What breaks a rule of some field: nothing at all, too short, too long, too large, of another
 * type.
 */
const bad: readonly unknown[] = [
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
const keyed = [
  ...everyEndpoint,
  ...everyOperatorEndpoint.map(([name, endpoint]) => [`operator.${name}`, endpoint] as const),
].filter(([, { input, path }]) => Object.keys(shapeOf(input)).length > 0 && !path.includes('{'))

test.each(keyed)('%s names the fields that are wrong as people do', async (_, endpoint) => {
  const seen: string[] = []
  for (const [field, value] of Object.keys(shapeOf(endpoint.input)).flatMap((field) =>
    bad.map((value) => [field, value] as const),
  )) {
    for (const lang of ['zh-CN', 'en-US'] as const)
      seen.push(...(await sentencesOf(endpoint, lang, field, value)))
  }
  expect(seen.filter((found) => found.startsWith('WRONG'))).toEqual([])
  expect(seen.length).toBeGreaterThan(0)
})

/** The sentences of a refusal as invalid; those that name a field by its code begin with WRONG. */
async function sentencesOf(
  endpoint: Endpoint,
  lang: Lang,
  field: string,
  value: unknown,
): Promise<string[]> {
  const {
    code,
    fields = {},
    msg,
  } = await (endpoint.path.startsWith('/operator/') ? operators : callers)[lang]
    .refused(endpoint as never, { ...minimalInput(endpoint), [field]: value } as never)
    .catch(() => ({
      code: 'answered',
      fields: {},
      msg: '',
    }))
  if (code !== 'invalid') return []
  return [...Object.entries(fields), ['', msg] as const].map(([key, sentence]) => {
    const name = key.split('.').findLast((step) => !/^\d+$/.test(step)) ?? key
    // What was entered may be quoted.
    const latin = lang === 'zh-CN' && /[a-z]{2,}/.test(sentence.replace(/x{2,}/g, ''))
    const isCode = codeName.test(sentence) || latin || (name !== '' && sentence.startsWith(name))
    return `${isCode ? 'WRONG ' : ''}${lang} ${key}: ${sentence}`
  })
}
