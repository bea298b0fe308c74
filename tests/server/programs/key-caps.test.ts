/** Caps of keys hold for concurrent calls, also of two server processes. */
import { expect, test } from 'vitest'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { addDays, formatWireTime } from '#server/platform/db/time.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import { echo } from '#tests/support/gateways/scripted-translator.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { startScriptedServers } from '#tests/support/server/scripted-servers.ts'

const { first, second, db, channel } = await startScriptedServers()

const calls = 50
const chars = 7

async function translateAt({ origin }: { origin: string }, key: string, text: string) {
  const response = await fetch(`${origin}/v2/translate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: [text], target_lang: 'FR' }),
  })
  const { message } = (await response.json()) as { message?: string }
  return { status: response.status, wait: Number(response.headers.get('retry-after')), message }
}

async function translateAtOnce(key: string, text = 'a'.repeat(chars)) {
  const answers = Array.from({ length: calls }, (_, at) =>
    translateAt(at % 2 ? first : second, key, text),
  )
  const all = await Promise.all(answers)
  return {
    translated: all.filter(({ status }) => status === 200).length,
    refused: all.filter(({ status }) => status !== 200),
  }
}

test.each([
  ['day', { dailyCharNum: 100 }, 86_400],
  ['month', { monthlyCharNum: 100 }, 31 * 86_400],
])('fifty calls at once use a %s’s cap up and not more', async (period, cap, longest) => {
  channel.script = echo
  const { main } = await addAccountGroup(first, { quota: [{ chars: 1_000 }] })
  const key = await addKey(db, main, cap)
  const { translated, refused } = await translateAtOnce(key)
  expect(translated).toBe(Math.floor(100 / chars))
  for (const { status, wait, message } of refused) {
    expect(status).toBe(429)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(longest)
    expect(message).toContain(`100 characters a ${period}; 2 are left`)
    const reset = period === 'day' ? /\d{4}-\d\d-\d\d 00:00/ : /\d{4}-\d\d-01 00:00/
    expect(message).toMatch(new RegExp(`this needs 7\\. The limit resets at ${reset.source}`))
  }
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({
    chars: 1_000 - translated * chars,
    reservedChars: 0,
    translating: 0,
  })
  expect(await discrepancies(db)).toEqual([])
})

test('what fails gives its share of the cap back', async () => {
  const { main } = await addAccountGroup(first, { quota: [{ chars: 1_000 }] })
  const key = await addKey(db, main, { dailyCharNum: 100 })
  channel.script = () => Promise.reject(new ChannelFailure('text', 'HTTP 400'))
  const failing = await translateAtOnce(key)
  expect(failing.translated).toBe(0)
  channel.script = echo
  expect((await translateAtOnce(key)).translated).toBe(Math.floor(100 / chars))
})

test('keys of one account have caps of their own, and share its quota', async () => {
  channel.script = echo
  const { main } = await addAccountGroup(first, { quota: [{ chars: 150 }] })
  const keys = [
    await addKey(db, main, { dailyCharNum: 100 }),
    await addKey(db, main, { dailyCharNum: 100 }),
  ]
  const [one, other] = await Promise.all(keys.map((key) => translateAtOnce(key)))
  const most = Math.floor(100 / chars)
  expect(one!.translated).toBeLessThanOrEqual(most)
  expect(other!.translated).toBeLessThanOrEqual(most)
  expect(one!.translated + other!.translated).toBe(Math.floor(150 / chars))
  const statuses = [...one!.refused, ...other!.refused].map(({ status }) => status)
  expect(statuses.every((status) => status === 429 || status === 456)).toBe(true)
  expect(await discrepancies(db)).toEqual([])
})

test('use of an earlier day counts for the month and not for today, in the list of keys too', async () => {
  const { main } = await addAccountGroup(first, { quota: [{ chars: 1_000 }] })
  const key = await addKey(db, main, { dailyCharNum: 100, monthlyCharNum: 150 })
  const translate = async (chars: number) =>
    (await translateAt(first, key, 'a'.repeat(chars))).status
  expect(await translate(100)).toBe(200)
  const now = formatWireTime(new Date(first.now()), 'Asia/Shanghai')
  const isLastDay = addDays(now.slice(0, 10), 1).endsWith('-01')
  first.passTime(86_400_000)
  const left = isLastDay ? 100 : 50
  expect(await translate(left + 1)).toBe(429)
  expect(await translate(left)).toBe(200)
  const asMainNextDay = await signedIn(first, main)
  const { data } = await asMainNextDay.call(apiKeys.calls.page, { pageNum: 1, pageSize: 10 })
  expect(data.rows).toMatchObject([
    { usedTodayNum: left, usedThisMonthNum: isLastDay ? left : 150 },
  ])
})
