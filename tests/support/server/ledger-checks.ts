/** Corrupts a ledger and runs its reconciliation checks. */
import { transaction } from '#server/platform/db/db.ts'
import { sql, type SQL } from 'drizzle-orm'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { Db } from '#server/platform/db/open.ts'
import { chargeTranslation } from '#tests/support/server/charge-translation.ts'
import { runChecks, inSnapshot } from '#server/features/ledger/reconciliation/run-checks.ts'
import { addPerson, type Person, fund } from '#tests/support/actors/people.ts'
import { signedIn, type TestServer } from '#tests/support/server/server.ts'

const zone = 'Asia/Shanghai'
let groupCount = 0

/**
 * Main account that distributed 400 of 1,000 characters to its sub-account, which used 30 and 50.
 */
export async function smallAccountGroup(
  server: TestServer,
): Promise<{ main: Person; sub: Person }> {
  const { db } = server.database
  const tag = ++groupCount
  const main = await addPerson(db, { account: `r${tag}@example.com`, username: `r${tag}` })
  const sub = await addPerson(db, { account: `r${tag}sub`, owner: main })
  await fund(db, main, { chars: 1_000, voices: 10, images: 10 })
  const owner = await signedIn(server, main)
  await owner.call(subAccounts.distributeAll, {
    childUserId: sub.userId,
    changeCharNum: 400,
    changeVoiceNum: 1,
    changeImageNum: 1,
  })
  for (const chars of [30, 50]) await chargeChars(db, sub, chars)
  return { main, sub }
}

export async function chargeChars(
  db: Db,
  { ownerId, userId }: Person,
  chars: number,
): Promise<void> {
  await chargeTranslation(
    db,
    { ownerId, userId, chars, ip: '192.0.2.1', clientType: 'web', source: 'zh', target: 'en' },
    zone,
    new Date(),
  )
}

/** Messages of failed reconciliation checks, by default of all account groups. */
export async function discrepancies(
  db: Db,
  scope: { full: boolean; owners?: string[] } = { full: true },
): Promise<string[]> {
  return (await inSnapshot(db, (tx) => runChecks(tx, { ...scope, zone }))).map(
    ({ sentence }) => sentence,
  )
}

/** Applies changes that the database would reject. Drops the named constraints for good. */
export async function tamper(db: Db, change: SQL, constraints: string[] = []): Promise<void> {
  await transaction(db, async (tx) => {
    for (const name of constraints) {
      const table = name.startsWith('balances') ? 'balances' : 'account_log'
      await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
    }
    await tx.execute(sql`alter table account_log disable trigger user`)
    await tx.execute(change)
    await tx.execute(sql`alter table account_log enable trigger user`)
  })
}
