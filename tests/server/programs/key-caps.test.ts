/** Caps of keys hold for concurrent calls, also of two server processes. */
import { afterAll, expect, test } from 'vitest'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { balanceOf } from '#tests/support/actors/people.ts'
import { addKey } from '#tests/support/actors/program-keys.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { ChannelFailure } from '#server/features/translation/translator.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'
import { startServer } from '#tests/support/server/server.ts'

let currentScript: Script = echo
const vendor = scriptedTranslators((request, engine) => currentScript(request, engine))
const options = { translators: vendor.translators }
const first = await serverWithCatalogue(options)
const second = await startServer({}, first.database, options)
afterAll(() => second.close())
const { db } = first.database

const calls = 50
const chars = 7

async function translateAtOnce(key: string, text = 'a'.repeat(chars)) {
  const answers = Array.from({ length: calls }, async (_, at) => {
    const response = await fetch(`${(at % 2 ? first : second).origin}/v2/translate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: [text], target_lang: 'FR' }),
    })
    const { message } = (await response.json()) as { message?: string }
    return { status: response.status, wait: Number(response.headers.get('retry-after')), message }
  })
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
  currentScript = echo
  const { main } = await addAccountGroup(first, { quota: [{ chars: 1_000 }] })
  const key = await addKey(db, main, cap)
  const { translated, refused } = await translateAtOnce(key)
  expect(translated).toBe(Math.floor(100 / chars))
  for (const { status, wait, message } of refused) {
    expect(status).toBe(429)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(longest)
    expect(message).toContain(`100 characters a ${period}`)
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
  currentScript = () => Promise.reject(new ChannelFailure('text', 'HTTP 400'))
  const failing = await translateAtOnce(key)
  expect(failing.translated).toBe(0)
  currentScript = echo
  expect((await translateAtOnce(key)).translated).toBe(Math.floor(100 / chars))
})

test('keys of one account have caps of their own, and share its quota', async () => {
  currentScript = echo
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
