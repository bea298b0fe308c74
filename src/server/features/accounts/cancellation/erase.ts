/** Carries out what `personal-data.ts` says, for a whole family. Doing it again does no harm. */
import { and, eq, getTableColumns, gt, sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/platform/db/schema.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  personalData,
  type AccountGroup,
  type ErasurePolicy,
} from '#server/features/accounts/cancellation/personal-data.ts'

/** As they are before they are erased; of those who are, nothing is left to know. */
export async function accountGroupOf(tx: Db, ownerId: string, now: Date): Promise<AccountGroup> {
  const { userId, account, username, inviteCode } = users
  const people = await tx
    .select({ userId, account, username, inviteCode })
    .from(users)
    .where(eq(users.ownerId, ownerId))
  const named = people
    .flatMap((one) => [one.account, one.username])
    .filter((name) => name !== null && name !== '')
  return { ownerId, people, names: named.map((name) => name!.toLowerCase()), now }
}

/** In the order of the list. Call it in a transaction, with the family's accounts held. */
export async function eraseAccountGroup(tx: Db, family: AccountGroup): Promise<void> {
  for (const fate of personalData) await befall(tx, fate, family)
}

async function befall(tx: Db, fate: ErasurePolicy, family: AccountGroup): Promise<void> {
  if ('before' in fate) await fate.before?.(tx, family)
  if ('rowsGo' in fate) await tx.delete(fate.table).where(rowsOf(fate.table, fate.rowsGo, family))
  if ('blank' in fate)
    await tx
      .update(fate.table)
      .set(fate.blank(family))
      .where(rowsOf(fate.table, fate.where ?? true, family))
}

function rowsOf(
  table: PgTable,
  which: true | ((family: AccountGroup) => SQL),
  family: AccountGroup,
): SQL {
  if (which !== true) return which(family)
  const { ownerId } = getTableColumns(table) as Record<string, Column>
  if (!ownerId) throw new Error('A table without an owner has to say which of its rows are meant.')
  return eq(ownerId, family.ownerId)
}

/**
 * Milliseconds: by then whatever was under way when an account was cancelled has been answered, or
 * looked for.
 */
const aftermath = 60 * 60_000

/**
 * Once more for those that were cancelled lately: a call that was being answered in that moment may
 * have left a notice, an answer or a contact behind. Tells how many families that were.
 */
export async function eraseAgain(db: Db, now: Date): Promise<number> {
  const lately = gt(users.erasedAt, new Date(now.getTime() - aftermath))
  const gone = await db
    .select({ ownerId: users.ownerId })
    .from(users)
    .where(and(sql`${users.ownerId} = ${users.userId}`, lately))
  for (const { ownerId } of gone)
    await transact(db, async (tx) => eraseAccountGroup(tx, await accountGroupOf(tx, ownerId, now)))
  return gone.length
}
