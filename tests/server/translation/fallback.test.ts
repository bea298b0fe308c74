/** Fallback channels: who translates while a channel is down, at what price, and what the log says. */
import * as deepl from 'deepl-node'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { channels } from '#contract/packages.ts'
import { operatorChannels } from '#contract/operator/channels.ts'
import { today } from '#contract/operator/today.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { translation, translationLog } from '#contract/translation.ts'
import { users } from '#server/schema.ts'
import { createTranslators, defaultLimits } from '#server/features/translation/translators.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { newOperator, operatorCaller } from '#tests/support/actors/operators.ts'
import { accountLogOf, balanceOf, type Person } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { vendors, vendorServer, type Reply } from '#tests/support/gateways/translation-vendors.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import type { Caller } from '#tests/support/server/server.ts'

/** Channel 1 is served by Google here, channel 6 by OpenAI; 5 (DeepL) is off. */
let googleReply: () => Reply
let openAiReply: (text: string) => Reply
const google = await vendorServer((request) => {
  vendors.google.read(request)
  return googleReply()
})
const openAi = await vendorServer((request) => openAiReply(vendors.openai.read(request).texts[0]!))
afterAll(() => Promise.all([google.close(), openAi.close()]))

const openDuration = 15_000
// Breakers read this clock; it only moves by openDuration.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())
const server = await serverWithCatalogue({
  translators: createTranslators(
    {
      vendors: { ...vendors.google.keys(google.url), ...vendors.openai.keys(openAi.url) },
      production: true,
    },
    {
      ...defaultLimits,
      requestTimeout: 400,
      totalTimeout: 900,
      retries: 0,
      maxFailures: 3,
      openDuration,
    },
  ),
})

let admin: Caller
let chinese: Caller
beforeAll(async () => {
  const { operator, ...caller } = await newOperator(server, 'admin')
  admin = caller
  await admin.call(operatorChannels.edit, { ...(await get('1')), engine: 'google' })
  chinese = await operatorCaller(server, operator, 'zh-CN')
})
const fromGoogle = (): Reply => ({ body: vendors.google.answer('from Google', 'zh') })
const fromOpenAi = (): Reply => ({ body: vendors.openai.answer('from OpenAI') })
const down = (): Reply => ({ status: 500, body: '' })
beforeEach(async () => {
  vi.advanceTimersByTime(openDuration)
  googleReply = fromGoogle
  openAiReply = fromOpenAi
  await setFallback('1', '6')
  // Closes the breakers that the former test has opened.
  const { asMain } = await createAccount()
  await translate(asMain)
  google.requests.length = openAi.requests.length = 0
})

const get = async (id: string) => (await admin.call(operatorChannels.get, { id })).data
async function setFallback(id: string, fallbackChannelId: string | null) {
  await admin.call(operatorChannels.edit, { ...(await get(id)), fallbackChannelId })
}
const createAccount = () => addAccountGroup(server, { quota: [{ chars: 100 }] })
const input = { source: 'zh', target: 'en', text: '你好世界' }
const translate = async (caller: Caller, key?: string) =>
  (await caller.call(translation.text, input, key === undefined ? {} : { 'idempotency-key': key }))
    .data
const balance = ({ ownerId, userId }: Person) => balanceOf(server.database.db, ownerId, userId)
const logOf = async (caller: Caller) =>
  (await caller.call(translationLog.page, { pageNum: 1, pageSize: 10 })).data.rows

test('while a channel is down its fallback translates, at the price of the channel asked', async () => {
  const { main, asMain } = await createAccount()
  googleReply = down
  expect(await translate(asMain)).toEqual({
    translated: 'from OpenAI',
    chars: 4,
    tranChannelId: '1',
    fallbackChannelId: '6',
  })
  expect(await balance(main)).toMatchObject({ chars: 96, usedChars: 4, reservedChars: 0 })
  expect(await logOf(asMain)).toMatchObject([
    { wordCount: 4, tranChannelId: '1', fallbackChannelId: '6' },
  ])
  const ledger = await accountLogOf(server.database.db, main.ownerId, main.userId)
  expect(ledger.filter(({ logType }) => logType === 'TRANSLATION_CONSUME')).toMatchObject([
    { consumeChannelId: '1' },
  ])
  const { data: usage } = await asMain.call(translationLog.usage, {})
  expect(usage.byChannel).toEqual([{ tranChannelId: '1', chars: 4, count: 1 }])
  expect(await discrepancies(server.database.db)).toEqual([])
})

test('a channel that is suspended is not asked, and translates again once it is back', async () => {
  const { asMain } = await createAccount()
  googleReply = down
  for (let time = 0; time < 5; time++)
    expect(await translate(asMain)).toMatchObject({ translated: 'from OpenAI' })
  expect(google.requests).toHaveLength(3)
  googleReply = fromGoogle
  expect(await translate(asMain)).toMatchObject({ fallbackChannelId: '6' })
  vi.advanceTimersByTime(openDuration)
  expect(await translate(asMain)).toEqual({
    translated: 'from Google',
    chars: 4,
    tranChannelId: '1',
  })
  expect((await logOf(asMain)).map(({ fallbackChannelId }) => fallbackChannelId)).toEqual([
    null,
    ...Array.from({ length: 6 }, () => '6'),
  ])
})

test('one idempotency key is charged once, whoever translates', async () => {
  const { main, asMain } = await createAccount()
  googleReply = down
  const first = await translate(asMain, 'once')
  googleReply = fromGoogle
  expect(await translate(asMain, 'once')).toEqual(first)
  const together = await Promise.all([1, 2, 3, 4].map(() => translate(asMain, 'many')))
  expect(new Set(together.map((data) => JSON.stringify(data))).size).toBe(1)
  expect(await balance(main)).toMatchObject({ chars: 92, usedChars: 8, reservedChars: 0 })
})

const busy = { code: 'channelBusy' }
test.each<[string, Reply, boolean]>([
  ['fails', { status: 500, body: '' }, true],
  ['is silent', () => {}, true],
  [
    'cuts its answer',
    (response) => void response.writeHead(200).write('{', () => response.destroy()),
    true,
  ],
  ['answers nonsense', { body: '<html>' }, true],
  ['refuses its key', { status: 401, body: '' }, true],
  [
    'lacks the languages',
    { status: 400, body: { error: { message: 'Bad language pair: zh|en' } } },
    false,
  ],
  ['refuses the text', { status: 400, body: '' }, false],
])('a channel that %s is replaced: %o %s', async (_what, reply, isReplaced) => {
  const { main, asMain } = await createAccount()
  googleReply = () => reply
  const { success } = await asMain.call(translation.text, input)
  expect(success).toBe(isReplaced)
  expect((await balance(main)).chars).toBe(isReplaced ? 96 : 100)
  expect(openAi.requests).toHaveLength(isReplaced ? 1 : 0)
})

test('if both are down nothing is charged, and the failures count for each channel', async () => {
  const { main, asMain } = await createAccount()
  googleReply = down
  openAiReply = () => ({ status: 400, body: '' })
  const failures = async () =>
    (await admin.call(today.get, {})).data.vendorFailures.flatMap((failure) =>
      ['1 busy', '6 text'].includes(`${failure.channelId} ${failure.errorKind}`)
        ? [failure.today]
        : [],
    )
  const before = (await failures()).reduce((sum, count) => sum + count, 0)
  expect(await asMain.refused(translation.text, input)).toMatchObject(busy)
  expect(await balance(main)).toMatchObject({ chars: 100, reservedChars: 0, translating: 0 })
  expect(await logOf(asMain)).toEqual([])
  expect([google.requests.length, openAi.requests.length]).toEqual([1, 1])
  expect((await failures()).reduce((sum, count) => sum + count, 0)).toBe(before + 2)
})

test('without a fallback, or with one whose engine is off, the channel’s error is told', async () => {
  const { asMain } = await createAccount()
  googleReply = down
  for (const fallback of [null, '5']) {
    await setFallback('1', fallback)
    expect(await asMain.refused(translation.text, input)).toMatchObject(busy)
  }
  expect(openAi.requests).toEqual([])
})

test('an engine that is off stays off, also with a fallback', async () => {
  await setFallback('5', '6')
  const { main, asMain } = await createAccount()
  await server.database.db
    .update(users)
    .set({ channelId: '5' })
    .where(eq(users.userId, main.userId))
  expect(await asMain.refused(translation.text, input)).toMatchObject({ code: 'channelClosed' })
  const { data: offered } = await asMain.call(translation.channels, {})
  expect(offered.map(({ id }) => id)).toEqual(['1', '3', '6'])
  await setFallback('5', null)
})

test('programs get the fallback too, unless it can’t do what they ask for', async () => {
  const { db } = server.database
  const { main, asMain } = await createAccount()
  const createClient = async (options: Parameters<typeof addKey>[2]) =>
    new deepl.DeepLClient(await addKey(db, main, options), {
      serverUrl: server.origin,
      maxRetries: 0,
    })
  googleReply = down
  const client = await createClient({})
  const results = await client.translateText(['你好', ' ', '世界'], 'zh', 'en-US')
  expect(results.map(({ text }) => text)).toEqual(['from OpenAI', ' ', 'from OpenAI'])
  expect(await balance(main)).toMatchObject({ chars: 96, usedChars: 4, reservedChars: 0 })
  expect(await logOf(asMain)).toMatchObject([
    { wordCount: 4, tranChannelId: '1', fallbackChannelId: '6' },
  ])
  await setFallback('1', null)
  await setFallback('6', '1')
  googleReply = fromGoogle
  openAiReply = down
  const ofOpenAi = await createClient({ tranChannelId: '6' })
  const formally = { formality: 'more' } as const
  await expect(ofOpenAi.translateText('你好', 'zh', 'de', formally)).rejects.toThrow()
  expect(openAi.requests.length).toBeGreaterThan(0)
  const googleRequests = google.requests.length
  expect((await ofOpenAi.translateText('你好', 'zh', 'de')).text).toBe('from Google')
  expect(google.requests).toHaveLength(googleRequests + 1)
  expect((await logOf(asMain))[0]).toMatchObject({
    wordCount: Math.ceil((2 * 39_900) / 9_900),
    tranChannelId: '6',
    fallbackChannelId: '1',
  })
  await setFallback('6', null)
})

test('a comparison shows each channel itself', async () => {
  const { asMain } = await createAccount()
  googleReply = down
  const { data } = await asMain.call(translation.compare, { ...input, channelIds: ['1', '6'] })
  expect(data.results).toMatchObject([
    { tranChannelId: '1', code: 'channelBusy', chars: 0 },
    { tranChannelId: '6', translated: 'from OpenAI' },
  ])
})

test('operators choose another channel with another engine, and may not delete it', async () => {
  const channel = { ...(await get('1')), version: undefined }
  const refuse = async (fallbackChannelId: string, caller = admin) =>
    (await caller.refused(operatorChannels.edit, { ...channel, fallbackChannelId })).msg
  expect(await refuse('1')).toBe('Channel “Tencent Translate” can’t be its own fallback.')
  expect(await refuse('1', chinese)).toBe('通道“腾讯翻译”不能是自己的备用通道')
  await admin.call(operatorChannels.edit, {
    ...channel,
    engine: 'tencent',
    fallbackChannelId: null,
  })
  for (const engine of ['tencent', 'selfhosted'] as const) {
    const ofMainland = { ...channel, engine, fallbackChannelId: '6' }
    expect((await admin.refused(operatorChannels.edit, ofMainland)).msg).toBe(
      'The text of channel “Tencent Translate” does not leave mainland China, while servers of “ChatGPT” may be abroad, so it can’t be its fallback (see the privacy policy).',
    )
  }
  await admin.call(operatorChannels.edit, { ...(await get('1')), engine: 'google' })
  expect(await refuse('77')).toContain('Channel 77 does not exist')
  const youdao = await get('2')
  await admin.call(operatorChannels.edit, { ...channel, fallbackChannelId: '2' })
  expect(
    (await admin.refused(operatorChannels.edit, { ...youdao, engine: 'google' })).msg,
  ).toContain('have the same engine')
  const { data: preview } = await chinese.call(operatorChannels.preview, {
    ...youdao,
    engine: 'google',
  })
  expect(preview.refusal).toContain('使用同一个翻译引擎')
  await admin.call(operatorChannels.edit, { ...youdao, offered: 0 })
  expect((await admin.refused(operatorChannels.remove, { id: '2' })).msg).toContain(
    'is the fallback of channel “Tencent Translate”',
  )
  const { data: log } = await admin.call(operatorLog.page, { pageNum: 1, pageSize: 5 })
  const chosen = log.rows.find(({ subject }) => subject === 'channel 1')
  expect(JSON.parse(chosen!.after!)).toMatchObject({ fallbackChannelId: '2' })
  await admin.call(operatorChannels.edit, { ...(await get('1')), fallbackChannelId: null })
  expect((await get('1')).fallbackChannelId).toBeNull()
  expect((await admin.call(channels.list, {})).data).toHaveLength(6)
})
