/** Adds quota through the ledger, and reads balances and log rows. */
import { transaction } from '#server/platform/db/db.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog, balances } from '#server/schema.ts'
import { lockAccounts, postEntries, type Units } from '#server/features/ledger/service.ts'
import type { Person } from '#tests/support/people.ts'

/** Adds quota by a system adjustment; accounts start empty. */
export async function fund(
  db: Db,
  { ownerId, userId }: Person,
  change: Partial<Units>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await lockAccounts(tx, ownerId, [userId])
    await postEntries(tx, held, [{ userId, logType: 'SYS_ADJUST', change }], new Date())
  })
}

export async function balanceOf(
  db: Db,
  ownerId: string,
  userId: string,
): Promise<typeof balances.$inferSelect> {
  const [found] = await db
    .select()
    .from(balances)
    .where(and(eq(balances.ownerId, ownerId), eq(balances.userId, userId)))
  return found!
}

/** Oldest first. */
export const accountLogOf = (
  db: Db,
  ownerId: string,
  userId: string,
): Promise<(typeof accountLog.$inferSelect)[]> =>
  db
    .select()
    .from(accountLog)
    .where(and(eq(accountLog.ownerId, ownerId), eq(accountLog.userId, userId)))
    .orderBy(asc(accountLog.seq))
