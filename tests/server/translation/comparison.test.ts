/** Comparing channels: each that delivers is charged once at its own price, others cost nothing. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { translation, translationLimits } from '#contract/translation.ts'
import { channels, translationLog } from '#server/schema.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { type Person, balanceOf, accountLogOf } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'

let currentScript: Script = echo
const scriptedVendor = scriptedTranslators(
  (request, engine) => currentScript(request, engine),
  ['youdao'],
)

let anna: Person
let caller: Caller
const server = await serverWithCatalogue({ translators: scriptedVendor.translators })
beforeEach(async () => {
  currentScript = echo
  scriptedVendor.requests.length = 0
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }] })
  anna = group.main
  caller = group.asMain
})

const compare = (channelIds: string[], text = '一二三四五六七八九十', key?: string) =>
  caller.call(
    translation.compare,
    { source: 'zh', target: 'en', text, channelIds },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const balance = () => balanceOf(server.database.db, anna.ownerId, anna.userId)

test('offered channels with an engine are listed with their prices', async () => {
  const { data } = await caller.call(translation.channels, {})
  expect(
    data.map(({ id, current, demo, centsPerMillion }) => [id, current, demo, centsPerMillion]),
  ).toEqual([
    ['1', 1, 0, 9_900],
    ['3', 0, 0, 19_900],
    ['4', 0, 0, 18_900],
    ['5', 0, 0, 29_900],
    ['6', 0, 0, 39_900],
  ])
  await server.database.db.update(channels).set({ offered: false }).where(eq(channels.id, '6'))
  expect((await caller.call(translation.channels, {})).data.map(({ id }) => id)).toEqual([
    '1',
    '3',
    '4',
    '5',
  ])
  await server.database.db.update(channels).set({ offered: true }).where(eq(channels.id, '6'))
})

test('each delivering channel is charged and logged; failed, unknown and closed ones cost nothing', async () => {
  currentScript = (request, engine) =>
    engine === 'microsoft'
      ? Promise.reject(new ChannelFailure('busy', 'HTTP 500'))
      : echo(request, engine)
  const { data } = await compare(['1', '3', '4', '2', '77', '3'])
  expect(
    data.results.map(({ tranChannelId, chars, translated, code }) => [
      tranChannelId,
      chars,
      translated?.slice(0, 3),
      code,
    ]),
  ).toEqual([
    ['1', 10, 'en:', undefined],
    ['3', 21, 'en:', undefined],
    ['4', 0, undefined, 'channelBusy'],
    ['2', 0, undefined, 'channelClosed'],
    ['77', 0, undefined, 'channelClosed'],
  ])
  expect(data.results[2]!.msg).toMatch(/^The translation channel is not responding/)
  expect(await balance()).toMatchObject({
    chars: 969,
    usedChars: 31,
    reservedChars: 0,
    translating: 0,
  })
  const rows = (await accountLogOf(server.database.db, anna.ownerId, anna.userId)).slice(1)
  expect(
    rows.map(({ logType, charChange, consumeChannelId }) => [
      logType,
      charChange,
      consumeChannelId,
    ]),
  ).toEqual([
    ['TRANSLATION_CONSUME', -10, '1'],
    ['TRANSLATION_CONSUME', -21, '3'],
  ])
  expect(
    await server.database.db.$count(translationLog, eq(translationLog.ownerId, anna.ownerId)),
  ).toBe(2)
  expect(await discrepancies(server.database.db)).toEqual([])
})

test('a comparison is charged once per idempotency key', async () => {
  const [first, again] = [
    await compare(['1', '5'], '一二', 'k'),
    await compare(['1', '5'], '一二', 'k'),
  ]
  expect(again.text).toBe(first.text)
  expect(scriptedVendor.requests).toHaveLength(2)
  expect((await balance()).chars).toBe(1_000 - 2 - Math.ceil((2 * 29_900) / 9_900))
})

test('a comparison without any translation charges nothing', async () => {
  currentScript = () => Promise.reject(new ChannelFailure('closed', 'HTTP 401'))
  const { success, data } = await compare(['1', '3'])
  expect([success, data.results.map(({ code }) => code)]).toEqual([
    true,
    ['channelClosed', 'channelClosed'],
  ])
  expect(await balance()).toMatchObject({ chars: 1_000, reservedChars: 0, translating: 0 })
})

test('a comparison needs quota for all channels, a short text, and is rate limited', async () => {
  expect(
    (
      await caller.refused(translation.compare, {
        source: 'zh',
        target: 'en',
        text: '一'.repeat(300),
        channelIds: ['1', '5'],
      })
    ).code,
  ).toBe('notEnough')
  const tooLong = await caller.refused(translation.compare, {
    source: 'zh',
    target: 'en',
    text: '一'.repeat(translationLimits.compare.characters + 1),
    channelIds: ['1'],
  })
  expect(tooLong.fields).toHaveProperty('text')
  expect(scriptedVendor.requests).toHaveLength(0)
  const replies = []
  for (let time = 0; time < translationLimits.compare.perHour; time++)
    replies.push((await compare(['1'], '一')).status)
  expect(replies.filter((status) => status === 429)).toHaveLength(1)
})
