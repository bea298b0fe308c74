/** The reconciliation job: new rows every minute, all rows once a day, for metrics and owners. */
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import { readLedgerState } from '#server/features/ledger/reconciliation/queries.ts'
import { expect, test } from 'vitest'
import { reconciliation } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { ledgerFindings } from '#server/schema.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import {
  discrepancies,
  smallAccountGroup,
  tamper,
  chargeChars,
} from '#tests/support/server/ledger-checks.ts'
import { signedIn } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const server = await serverWithCatalogue()

const services = () => server.services
const findings = () =>
  server.database.db.select({ sentence: ledgerFindings.sentence }).from(ledgerFindings)

test('the periodic check reads new rows only, and reports findings until they are resolved', async () => {
  const { db } = server.database
  const { main, sub } = await smallAccountGroup(server)
  const owner = await signedIn(server, main)
  await reconcile(services())
  const first = (await owner.call(reconciliation.get, {})).data
  expect(first).toMatchObject({
    ok: true,
    findings: 0,
    accounts: 2,
    rows: 5,
    chars: { started: 0, changes: 920, balance: 920 },
    voices: { changes: 10, balance: 10 },
  })
  expect(first.checkedAt).not.toBeNull()
  expect(await reconcile(services())).toEqual({ accounts: 0, rows: 0 })
  await chargeChars(db, sub, 20)
  expect((await owner.call(reconciliation.get, {})).data).toMatchObject({
    ok: true,
    rows: 6,
    chars: { changes: 900, balance: 900 },
  })
  expect(await reconcile(services())).toEqual({ accounts: 2, rows: 1 })
  expect(await state()).toMatchObject({ ok: true, findings: 0 })

  await chargeChars(db, sub, 10)
  await tamper(
    db,
    sql`update balances set chars = chars + 5 where owner_id = ${main.ownerId} and user_id = ${sub.userId}`,
  )
  expect((await owner.call(reconciliation.get, {})).data).toMatchObject({
    ok: false,
    findings: 0,
    chars: { changes: 890, balance: 895 },
  })
  await reconcile(services())
  const sentence = `Account ${sub.userId} of owner ${main.ownerId} holds 295 characters, but its rows add up to 290.`
  expect(await findings()).toEqual([{ sentence }])
  expect(await state()).toMatchObject({ ok: false, findings: 1 })
  expect((await owner.call(reconciliation.get, {})).data).toMatchObject({ ok: false, findings: 1 })
  const child = await signedIn(server, sub)
  expect((await child.call(reconciliation.get, {})).data).toMatchObject({
    ok: false,
    findings: 1,
    accounts: 1,
    rows: 5,
    chars: { changes: 290, balance: 295 },
  })
  expect(server.lines().filter((line) => line.includes('contradicts itself'))).toHaveLength(1)

  await tamper(
    db,
    sql`update balances set chars = chars - 5 where owner_id = ${main.ownerId} and user_id = ${sub.userId}`,
  )
  server.passTime(11 * 60_000)
  await reconcile(services())
  expect(await findings()).toEqual([])
  expect(await state()).toMatchObject({ ok: true })
})

test('the owner sees totals of existing accounts, which still add up after a deletion', async () => {
  const { main, sub } = await smallAccountGroup(server)
  const owner = await signedIn(server, main)
  await owner.call(subAccounts.remove, { userId: sub.userId })
  await reconcile(services())
  const { data } = await owner.call(reconciliation.get, {})
  expect(data).toMatchObject({ ok: true, accounts: 1 })
  expect(data.chars.changes).toBe(data.chars.balance)
})

test('a change before the checkpoint is found within a day', async () => {
  const { db } = server.database
  const { main, sub } = await smallAccountGroup(server)
  await reconcile(services())
  await tamper(
    db,
    sql`update account_log set char_change = char_change - 1, last_chars = last_chars - 1 where owner_id = ${main.ownerId} and user_id = ${sub.userId} and seq = 2`,
  )
  await reconcile(services())
  expect(await findings()).toEqual([])
  server.passTime(86_400_000)
  await reconcile(services())
  expect((await findings()).map(({ sentence }) => sentence)).toEqual(
    expect.arrayContaining([expect.stringContaining(`owner ${main.ownerId}, row 3 begins with`)]),
  )
  await tamper(
    db,
    sql`update account_log set char_change = char_change + 1, last_chars = last_chars + 1 where owner_id = ${main.ownerId} and user_id = ${sub.userId} and seq = 2`,
  )
  server.passTime(11 * 60_000)
  await reconcile(services())
  expect(await findings()).toEqual([])
})

test('checks concurrent with transfers find no discrepancy', async () => {
  const { db } = server.database
  const { main, sub } = await smallAccountGroup(server)
  const owner = await signedIn(server, main)
  const distribute = () =>
    owner.call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 1 })
  const rounds = [
    distribute(),
    reconcile(services()),
    distribute(),
    reconcile(services()),
    distribute(),
    reconcile(services()),
    distribute(),
  ]
  await Promise.allSettled(rounds)
  await reconcile(services())
  expect(await findings()).toEqual([])
  expect(await discrepancies(db)).toEqual([])
})

test('while a process checks, others skip their check', async () => {
  await transaction(server.database.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.reconciliation})`)
    expect(await reconcile(services())).toBeUndefined()
  })
  expect(await reconcile(services())).toBeDefined()
})

const state = () => readLedgerState(server.database.db, 'Asia/Shanghai')
