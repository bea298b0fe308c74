/** Applies the erasure policies of `personal-data.ts` to an account group. Idempotent. */
import { and, eq, getTableColumns, gt, sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/schema.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  personalData,
  type AccountGroup,
  type ErasurePolicy,
} from '#server/features/accounts/cancellation/personal-data.ts'

/** Reads the names before the erasure; an erased account has none. */
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

/**
 * Applies the policies in the order of the list. Requires a transaction with the group's accounts
 * locked.
 */
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

/** Milliseconds after a cancellation within which the erasure is repeated. */
const aftermath = 60 * 60_000

/**
 * Repeats the erasure for recently cancelled accounts, since requests in flight at that moment may
 * have written a notice, a stored response or a contact. Returns the number of account groups.
 */
export async function eraseAgain(db: Db, now: Date): Promise<number> {
  const lately = gt(users.erasedAt, new Date(now.getTime() - aftermath))
  const gone = await db
    .select({ ownerId: users.ownerId })
    .from(users)
    .where(and(sql`${users.ownerId} = ${users.userId}`, lately))
  for (const { ownerId } of gone)
    await transaction(db, async (tx) =>
      eraseAccountGroup(tx, await accountGroupOf(tx, ownerId, now)),
    )
  return gone.length
}
