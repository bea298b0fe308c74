/** The charge of exactly what was reserved, beside the one in steps that everything else needs. */
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { balanceAlert } from '#contract/ledger.ts'
import { translation } from '#contract/translation.ts'
import { convertReserved, lockAccountGroup } from '#server/features/ledger/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notices, translationLog, usageDays } from '#server/schema.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { accountLogOf, balanceOf, type Person } from '#tests/support/actors/people.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import type { Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

let currentScript: Script = echo
const server = await serverWithCatalogue({
  translators: scriptedTranslators((...asked) => currentScript(...asked)).translators,
})
const { db } = server.database
beforeEach(() => void (currentScript = echo))
afterAll(async () => expect(await discrepancies(db)).toEqual([]))

const translate = (caller: Caller, text: string) =>
  caller.call(
    translation.text,
    { source: 'zh', target: 'en', text },
    { 'idempotency-key': crypto.randomUUID() },
  )

/** All that a user's translations have left, without ids, times and addresses. */
async function recordsOf({ ownerId, userId }: Person) {
  const [charges, translations, days, { chars, reservedChars, translating, usedChars }] =
    await Promise.all([
      accountLogOf(db, ownerId, userId),
      db
        .select()
        .from(translationLog)
        .where(and(eq(translationLog.ownerId, ownerId), eq(translationLog.userId, userId)))
        .orderBy(asc(translationLog.seq)),
      db
        .select()
        .from(usageDays)
        .where(and(eq(usageDays.ownerId, ownerId), eq(usageDays.userId, userId))),
      balanceOf(db, ownerId, userId),
    ])
  const anonymous = (row: object) => ({
    ...row,
    ownerId: 0,
    userId: 0,
    at: 0,
    ip: '',
    consumerIp: '',
  })
  return {
    charges: charges.filter(({ logType }) => logType !== 'SYS_ADJUST').map(anonymous),
    translations: translations.map(anonymous),
    days: days.map(anonymous),
    balance: { chars, reservedChars, translating, usedChars },
  }
}

test('a charge in one statement leaves the same rows as one in steps', async () => {
  const short = await addAccountGroup(server, { quota: [{ chars: 1_000 }] })
  const long = await addAccountGroup(server, { quota: [{ chars: 1_000 }] })
  // Below the threshold each charge is made in steps.
  await long.asMain.call(balanceAlert.save, { lowCharNum: 5_000 })
  for (const { asMain } of [short, long])
    for (const text of ['你好', '一二三四五'])
      expect((await translate(asMain, text)).data).toMatchObject({ chars: text.length })
  const records = await recordsOf(short.main)
  expect(records.charges).toHaveLength(2)
  expect(records.balance).toEqual({ chars: 993, reservedChars: 0, translating: 0, usedChars: 7 })
  expect(records).toEqual(await recordsOf(long.main))
})

test('a translation by which the balance falls below the threshold tells the owner once', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  await asMain.call(balanceAlert.save, { lowCharNum: 95 })
  for (const text of ['一二三四五', '一', '二']) await translate(asMain, text)
  const alerts = await db
    .select()
    .from(notices)
    .where(and(eq(notices.ownerId, main.ownerId), eq(notices.type, 'lowBalance')))
  expect(alerts).toHaveLength(1)
  expect((await balanceOf(db, main.ownerId, main.userId)).chars).toBe(93)
})

test('a charge that waits for a conversion of what it reserved charges what that became', async () => {
  const { main, asMain } = await addAccountGroup(server, { quota: [{ chars: 100 }] })
  let [begin, end] = [() => {}, () => {}]
  const began = new Promise<void>((resolve) => (begin = resolve))
  const ended = new Promise<void>((resolve) => (end = resolve))
  currentScript = async (...request) => {
    begin()
    await ended
    return echo(...request)
  }
  const translating = translate(asMain, '一二三四五六七八九十')
  await began
  await transaction(db, async (tx) => {
    await lockAccountGroup(tx, main.ownerId)
    end()
    await vi.waitUntil(async () => (await waitingForLocks(db)) > 0, { timeout: 10_000 })
    await convertReserved(tx, main.ownerId, (chars) => chars * 2)
  })
  expect((await translating).data).toMatchObject({ chars: 20 })
  expect(await balanceOf(db, main.ownerId, main.userId)).toMatchObject({
    chars: 80,
    reservedChars: 0,
    translating: 0,
    usedChars: 20,
  })
})
