/** Caps of sub-accounts: in the console and by programs, for concurrent calls and two servers. */
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { budgets, type CapName } from '#contract/budgets.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { units } from '#contract/units.ts'
import { users } from '#contract/users.ts'
import type { QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import {
  leaseMilliseconds,
  reserveChars,
} from '#server/features/ledger/reservations/reserve-chars.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { translationLog } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { echo } from '#tests/support/gateways/scripted-translator.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { startScriptedServers } from '#tests/support/server/scripted-servers.ts'
import { signedIn, type Caller } from '#tests/support/server/server.ts'

const { first, second, db, channel } = await startScriptedServers()

const textOf = (chars: number) => ({ source: 'en', target: 'fr', text: 'a'.repeat(chars) })
const zone = 'Asia/Shanghai'

async function newGroup(
  rule: Partial<Record<CapName, number>>,
  quota: Partial<QuotaAmounts> = { chars: 10_000 },
) {
  const { main, subs, asMain, asSubs } = await addAccountGroup(first, { quota: [quota, quota] })
  const sub = subs[0]!
  const saved = await asMain.call(budgets.setBudget, { userId: sub.userId, ownRule: 1, ...rule })
  expect(saved.success).toBe(true)
  return { main, sub, asMain, asSub: asSubs[0]! }
}
const capsOf = async (caller: Caller) => (await caller.call(budgets.own, {})).data.caps

test('a translation above the cap is refused with who, which limit, what is left and until when', async () => {
  const { asSub, sub } = await newGroup({ dailyCharNum: 100 })
  expect((await asSub.call(translation.text, textOf(60))).success).toBe(true)
  const refused = await asSub.call(translation.text, textOf(41))
  const { resetDateTime } = (await capsOf(asSub))[0]!
  expect(refused).toMatchObject({
    success: false,
    data: { code: 'tooManyRequests' },
    msg: `${sub.account} may use 100 characters a day; 40 are left today, and this needs 41. The limit resets at ${resetDateTime.slice(0, 16)}. Your main account can raise the limit.`,
  })
  expect((await asSub.call(translation.text, textOf(40))).success).toBe(true)
  expect(await capsOf(asSub)).toMatchObject([
    { cap: 'dailyCharNum', limit: 100, used: 100, left: 0 },
  ])
})

test('200 translations at once of two servers use the cap up and not more', async () => {
  const chars = 7
  channel.script = echo
  const { asMain, asSub, sub } = await newGroup({ monthlyCharNum: 700, dailyCharNum: 500 })
  const asSubElsewhere = await signedIn(second, sub)
  await asMain.call(apiKeys.calls.allowSubAccounts, { allowed: 1 })
  const key = await addKey(db, sub)
  const translate = async (at: number) => {
    if (at % 2)
      return (await (at % 4 === 1 ? asSub : asSubElsewhere).call(translation.text, textOf(chars)))
        .success
    const response = await fetch(`${(at % 4 ? first : second).origin}/v2/translate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: ['a'.repeat(chars)], target_lang: 'FR' }),
    })
    return response.status === 200
  }
  const atOnce = await Promise.all(Array.from({ length: 200 }, (_, at) => translate(at)))
  let done = atOnce.filter(Boolean).length
  const most = Math.floor(500 / chars)
  expect(done).toBeLessThanOrEqual(most)
  // Others were refused because too many were running; the rest of the cap is still to be had.
  while (await translate(1)) done += 1
  expect(done).toBe(most)
  const logged = await db
    .select({ chars: translationLog.chars })
    .from(translationLog)
    .where(eq(translationLog.userId, sub.userId))
  expect(logged).toHaveLength(done)
  expect(await balanceOf(db, sub.ownerId, sub.userId)).toMatchObject({
    chars: 10_000 - done * chars,
    reservedChars: 0,
  })
  expect(await discrepancies(db)).toEqual([])
})

test('calls that run at once are counted while their vendor works', async () => {
  const { sub, asSub } = await newGroup({ dailyCharNum: 70 })
  const asSubElsewhere = await signedIn(second, sub)
  const started: (() => void)[] = []
  channel.script = (request, engine) =>
    new Promise((resolve) => started.push(() => resolve(echo(request, engine))))
  const refusals: string[] = []
  const answers = Array.from({ length: 30 }, async (_, at) => {
    const answer = await (at % 2 ? asSub : asSubElsewhere).call(translation.text, textOf(7))
    if (!answer.success) refusals.push(answer.msg)
    return answer.success
  })
  await expect.poll(() => refusals.length + started.length, { timeout: 20_000 }).toBe(30)
  expect(started).toHaveLength(10)
  for (const refusal of refusals) expect(refusal).toContain('70 characters a day; 0 are left')
  started.forEach((finish) => finish())
  channel.script = echo
  expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(10)
  expect(await discrepancies(db)).toEqual([])
})

test('what a dead process has reserved counts no longer than its lease', async () => {
  const { sub, asSub } = await newGroup({ dailyCharNum: 100 })
  const { ownerId, userId } = sub
  const now = new Date(first.now() - leaseMilliseconds)
  await reserveChars(db, { ownerId, userId, chars: 60, usesMainQuota: false }, now)
  expect((await asSub.call(translation.text, textOf(100))).success).toBe(true)
})

test('what fails gives its share of the cap back', async () => {
  const { asSub } = await newGroup({ dailyCharNum: 50 })
  channel.script = () => Promise.reject(new ChannelFailure('text', 'HTTP 400'))
  expect((await asSub.call(translation.text, textOf(50))).success).toBe(false)
  channel.script = echo
  expect((await asSub.call(translation.text, textOf(50))).success).toBe(true)
})

test('programs and assistants get 429, how long to wait, and the reason', async () => {
  const { asMain, sub } = await newGroup({ dailyCharNum: 10 })
  await asMain.call(apiKeys.calls.allowSubAccounts, { allowed: 1 })
  const key = await addKey(db, sub)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const deepl = await fetch(`${first.origin}/v2/translate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: ['a'.repeat(11)], target_lang: 'FR' }),
  })
  expect(deepl.status).toBe(429)
  const wait = Number(deepl.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect(((await deepl.json()) as { message: string }).message).toContain('10 characters a day')
  const usage = await fetch(`${first.origin}/v2/usage`, { headers })
  expect(await usage.json()).toMatchObject({ character_count: 0, character_limit: 10 })
  const openAi = await fetch(`${first.origin}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      model: 'translate-en-fr',
      messages: [
        { role: 'system', content: 'Translate to French' },
        { role: 'user', content: 'a'.repeat(11) },
      ],
    }),
  })
  expect(openAi.status).toBe(429)
  expect(Number(openAi.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a comparison above the cap is refused, and nothing is charged', async () => {
  const { sub, asSub } = await newGroup({ dailyCharNum: 10 })
  const { data: channels } = await asSub.call(translation.channels, {})
  const compared = await asSub.call(translation.compare, {
    ...textOf(6),
    channelIds: channels.slice(0, 2).map(({ id }) => id),
  })
  expect(compared.msg).toContain('10 characters a day; 10 are left today')
  expect(await balanceOf(db, sub.ownerId, sub.userId)).toMatchObject({ chars: 10_000 })
})

test('what is drawn from the main account counts too', async () => {
  const { main, subs, asMain, asSubs } = await addAccountGroup(first, {
    quota: [{ chars: 1_000 }, {}],
  })
  await asMain.call(budgets.setBudget, { userId: subs[0]!.userId, ownRule: 1, monthlyCharNum: 30 })
  await asMain.call(users.changeAutoDistribution, { userId: main.userId, autoDistribution: 1 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => asSubs[0]!.call(translation.text, textOf(10))),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(3)
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({ chars: 970 })
})

test('voice units and images have caps of their own', async () => {
  const { asSub } = await newGroup(
    { monthlyVoiceNum: 3, dailyImageNum: 2 },
    { voices: 10, images: 10 },
  )
  const use = (num: number) => asSub.call(units.useVoice, { num, purpose: 'call' })
  const answers = await Promise.all([use(1), use(1), use(1), use(1), use(1)])
  expect(answers.filter(({ success }) => success)).toHaveLength(3)
  expect(answers.find(({ success }) => !success)!.msg).toContain('3 voice units a month')
  expect((await asSub.call(units.useImages, { num: 3, purpose: 'scan' })).msg).toContain(
    '2 images a day; 2 are left today',
  )
  expect((await asSub.call(units.useImages, { num: 2, purpose: 'scan' })).success).toBe(true)
})

test('a day’s cap counts anew on the next day of the business calendar, a month’s in the next month', async () => {
  const { main, sub, asSub } = await newGroup({ dailyCharNum: 100, monthlyCharNum: 150 })
  expect((await asSub.call(translation.text, textOf(100))).success).toBe(true)
  const [daily, monthly] = await capsOf(asSub)
  expect(daily).toMatchObject({ cap: 'dailyCharNum', left: 0 })
  const today = formatWireTime(new Date(first.now()), zone).slice(0, 10)
  const msTo = (wireTime: string) => Date.parse(`${wireTime.replace(' ', 'T')}+08:00`) - first.now()
  expect(msTo(daily!.resetDateTime)).toBeLessThanOrEqual(86_400_000)
  first.passTime(msTo(daily!.resetDateTime) - 60_000)
  expect(formatWireTime(new Date(first.now()), zone).slice(0, 10)).toBe(today)
  expect((await (await signedIn(first, sub)).call(translation.text, textOf(1))).success).toBe(false)
  first.passTime(msTo(daily!.resetDateTime))
  const asSubNextDay = await signedIn(first, sub)
  const isNewMonth = daily!.resetDateTime === monthly!.resetDateTime
  if (!isNewMonth) {
    expect(await capsOf(asSubNextDay)).toMatchObject([
      { cap: 'dailyCharNum', used: 0, left: 100 },
      { cap: 'monthlyCharNum', used: 100, left: 50 },
    ])
    expect((await asSubNextDay.call(translation.text, textOf(51))).msg).toContain('a month')
    expect((await asSubNextDay.call(translation.text, textOf(50))).success).toBe(true)
    first.passTime(msTo(monthly!.resetDateTime))
  }
  const asSubNextMonth = await signedIn(first, sub)
  expect(await capsOf(asSubNextMonth)).toMatchObject([
    { cap: 'dailyCharNum', used: 0, left: 100 },
    { cap: 'monthlyCharNum', used: 0, left: 150 },
  ])
  const row = (
    await (await signedIn(first, main)).call(subAccounts.page, { pageNum: 1, pageSize: 10 })
  ).data.rows[0]!
  expect(row.caps).toEqual(await capsOf(asSubNextMonth))
})
