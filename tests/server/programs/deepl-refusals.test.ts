/** What DeepL's interface refuses, by status and in a sentence. */
import { expect, test } from 'vitest'
import { programLimits } from '#contract/programs/limits.ts'
import { translationLog } from '#contract/translation.ts'
import { channels } from '#server/schema.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { defaultRates } from '#server/http/limits/call-limits.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { programServer } from '#tests/support/server/program-server.ts'
import { echo } from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import type { TestServer } from '#tests/support/server/server.ts'

const { server, channel, vendor, addUser } = await programServer()

type Sent = { method?: string; path?: string; body?: unknown; headers?: Record<string, string> }

async function send(
  key: string,
  { method = 'POST', path = '/v2/translate', body, headers = {} }: Sent,
  on: Pick<TestServer, 'origin'> = server,
) {
  const response = await fetch(on.origin + path, {
    method,
    headers: {
      authorization: `DeepL-Auth-Key ${key}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    ...(JSON.parse(text) as { message: string }),
  }
}
const valid = { text: ['abc'], source_lang: 'EN', target_lang: 'FR' }

test.each<[what: string, change: object, sentence: string]>([
  ['no text', { text: undefined }, 'text is missing'],
  [
    'too many texts',
    { text: Array.from({ length: programLimits.texts + 1 }, () => 'a') },
    'at most 50',
  ],
  ['texts that are none', { text: [1] }, 'text'],
  ['no target', { target_lang: '' }, 'target_lang is missing'],
  ['an unknown target', { target_lang: 'XX' }, 'XX'],
  ['a name that every object has as target', { target_lang: '__proto__' }, '__proto__'],
  ['an unknown source', { source_lang: 'XX' }, 'source_lang'],
  ['the same language', { target_lang: 'EN-GB' }, 'does not translate'],
  ['formality', { formality: 'more' }, 'formality'],
  ['a model of quality', { model_type: 'quality_optimized' }, 'model_type'],
  ['a value out of range', { tag_handling: 'markdown' }, 'tag_handling'],
  ['several glossaries', { glossary_ids: ['x'] }, 'glossary_ids is not available'],
  ['a long context', { context: 'x'.repeat(2_001) }, 'context'],
  ['a style', { style_id: 'x' }, 'style_id'],
])('400: %s', async (_what, change, sentence) => {
  const { key, balance } = await addUser()
  const refused = await send(key, { body: { ...valid, ...change } })
  expect(refused).toMatchObject({
    status: 400,
    message: expect.stringContaining(sentence) as string,
  })
  expect(refused.message).toMatch(/\.$/)
  expect(await balance()).toMatchObject({ chars: 1_000, reservedChars: 0 })
})

test('preferences that the channel can’t follow, and unknown fields, are ignored', async () => {
  const { key } = await addUser()
  const preferences = {
    formality: 'prefer_more',
    model_type: 'prefer_quality_optimized',
    context: 'A letter.',
    split_sentences: '0',
    unheard_of: [1],
  }
  expect(await send(key, { body: { ...valid, ...preferences } })).toMatchObject({
    status: 200,
    translations: [
      { text: 'fr:abc', detected_source_language: 'EN', model_type_used: 'latency_optimized' },
    ],
  })
})

test('403: no key, an unknown key, a key without the scope', async () => {
  const { key } = await addUser(10, { scopes: ['usage'] })
  expect(await send(key, { body: valid })).toMatchObject({
    status: 403,
    message: 'The API key lacks the permission “translate”.',
  })
  expect(await send('yq_x', { body: valid })).toMatchObject({ status: 403 })
  expect(await send(key, { body: valid, headers: { authorization: '' } })).toMatchObject({
    status: 403,
  })
  const refused = await send(key, {
    method: 'GET',
    path: '/v2/usage',
    headers: { authorization: `Bearer ${key}` },
  })
  expect(refused.status).toBe(200)
})

test('404, 405, 413, 414 and 415 are answered in the same shape', async () => {
  const { key } = await addUser()
  const statusOf = async (sent: Sent) => {
    const { status, message } = await send(key, sent)
    expect(message).not.toBe('')
    return status
  }
  expect(await statusOf({ method: 'GET', path: '/v2/nothing' })).toBe(404)
  expect(await statusOf({ path: '/v3/nothing' })).toBe(404)
  expect(await statusOf({ method: 'GET' })).toBe(405)
  expect(await statusOf({ body: { ...valid, text: ['a'.repeat(programLimits.body)] } })).toBe(413)
  expect(await statusOf({ path: `/v2/translate?x=${'a'.repeat(9_000)}` })).toBe(414)
  expect(await statusOf({ body: 'x', headers: { 'content-type': 'text/plain' } })).toBe(415)
  expect(await statusOf({ body: '{' })).toBe(400)
})

test('429: too many calls, with Retry-After', async () => {
  const programs = { ...defaultRates.programs, user: { capacity: 1, perSecond: 1 } }
  const rates = { ...defaultRates, programs }
  const limited = await serverWithCatalogue({ translators: vendor.translators, rates })
  const { key } = await addUser(10, {}, limited)
  expect((await send(key, { body: valid }, limited)).status).toBe(200)
  const refused = await send(key, { body: valid }, limited)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('456: the quota is used up; 529: the channel is busy; 503: it is closed', async () => {
  const { key } = await addUser(2)
  expect(await send(key, { body: valid })).toMatchObject({
    status: 456,
    message: expect.stringContaining('2 characters left') as string,
  })
  const rich = await addUser()
  channel.script = () => Promise.reject(new ChannelFailure('busy', 'HTTP 500'))
  const busy = await send(rich.key, { body: valid })
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([529, '15'])
  const closed = await addUser(10, { tranChannelId: '999' })
  expect((await send(closed.key, { body: valid })).status).toBe(503)
})

test('a key’s own channel has its price, converted to the account’s characters', async () => {
  const prices = await server.database.db.select().from(channels)
  const own = prices.find(({ id }) => id === '1')!.centsPerMillion
  const other = prices.find(({ id, centsPerMillion }) => id !== '1' && centsPerMillion !== own)!
  const { key, balance } = await addUser(1_000, { tranChannelId: other.id })
  const body = { ...valid, text: ['abc', 'de', ''], show_billed_characters: true }
  const { translations } = (await send(key, { body })) as unknown as {
    translations: { billed_characters: number }[]
  }
  const price = Math.ceil((5 * other.centsPerMillion) / own)
  expect(translations.reduce((sum, one) => sum + one.billed_characters, 0)).toBe(price)
  expect(await balance()).toMatchObject({ chars: 1_000 - price })
})

test('an equal call is a new one; the same Idempotency-Key repeats the first response', async () => {
  const { key, balance } = await addUser()
  await send(key, { body: valid })
  await send(key, { body: valid })
  expect(await balance()).toMatchObject({ chars: 994 })
  const headers = { 'idempotency-key': 'once' }
  const first = await send(key, { body: valid, headers })
  channel.script = async () => ({ translated: 'other' })
  expect(await send(key, { body: valid, headers })).toMatchObject({
    ...first,
    headers: expect.anything() as Headers,
  })
  expect(await balance()).toMatchObject({ chars: 991 })
  expect(await send(key, { body: { ...valid, text: ['x'] }, headers })).toMatchObject({
    status: 400,
    message: expect.stringContaining('This idempotency key was used for another request.'),
  })
})

test('a busy channel is no answer to keep: the same key may try again', async () => {
  const { key, balance } = await addUser()
  const headers = { 'idempotency-key': 'again' }
  channel.script = () => Promise.reject(new ChannelFailure('busy', 'HTTP 500'))
  expect((await send(key, { body: valid, headers })).status).toBe(529)
  channel.script = echo
  expect((await send(key, { body: valid, headers })).status).toBe(200)
  expect(await balance()).toMatchObject({ chars: 997 })
})

test('forms with repeated texts are read as JSON is', async () => {
  const { key } = await addUser()
  const body = new URLSearchParams([
    ['text', 'a & b'],
    ['text', '你'],
    ['target_lang', 'fr'],
    ['show_billed_characters', '1'],
    ['source_lang', 'zh'],
  ]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send(key, { body, headers })).toMatchObject({
    translations: [
      { text: 'fr:a & b', billed_characters: 5 },
      { text: 'fr:你', billed_characters: 1 },
    ],
  })
})

test('languages with their features are listed as DeepL’s v3 does', async () => {
  const { key } = await addUser()
  const listed = await send(key, { method: 'GET', path: '/v3/languages?resource=translate_text' })
  expect(Object.values(listed)).toContainEqual({
    lang: 'zh-Hans',
    name: 'Chinese (simplified)',
    status: 'stable',
    usable_as_source: false,
    usable_as_target: true,
    features: { tag_handling: { status: 'stable' } },
  })
})

test('sentences are in Chinese if that is asked for', async () => {
  const { key } = await addUser()
  const { message } = await send(key, { body: {}, headers: { 'accept-language': 'zh-CN' } })
  expect(message).toBe('缺少参数 text')
})

test('429: the cap of the key is used up, until it is free again', async () => {
  const { key, balance } = await addUser(1_000, { dailyCharNum: 5 })
  expect((await send(key, { body: valid })).status).toBe(200)
  const refused = await send(key, { body: valid })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
  expect(await balance()).toMatchObject({ chars: 997, reservedChars: 0 })
})

test('the translation log names the key', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 10 }] })
  await send(await addKey(server.database.db, main), { body: valid })
  const { data } = await asMain.call(translationLog.page, {})
  expect(data.rows).toMatchObject([{ apiKeyTitle: 'Program', clientType: 'api', wordCount: 3 }])
})
