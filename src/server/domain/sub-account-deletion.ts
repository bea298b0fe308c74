/** Deleting sub-accounts: their quota goes home, nobody can sign in by them, and nothing personal stays. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { loginNames, users } from '#server/db/schema.ts'
import { holdBalances, post, type Entry, type Held } from '#server/domain/ledger.ts'
import { subAccountsOf } from '#server/queries/sub-accounts.ts'
import { Refusal } from '#server/refusal.ts'
import { endSessionsOf } from '#server/sessions/store.ts'

type User = typeof users.$inferSelect

/**
 * All or none: quota returns to the main account, sessions end, login names are free again.
 * Rows stay, without personal data, because the ledger leads to them. Call it in a transaction. Throws Refusal `notFound`.
 */
export async function deleteSubAccounts(tx: Db, ownerId: string, asked: readonly (string | number)[], now: Date): Promise<void> {
  const ids = [...new Set(asked.map(String))]
  const held = await holdBalances(tx, ownerId, ids)
  const subs = await tx
    .select()
    .from(users)
    .where(and(subAccountsOf(ownerId), inArray(users.userId, ids)))
    .orderBy(users.userId)
    .for('update')
  if (subs.length !== ids.length) throw new Refusal('notFound')
  const main = await mainAccount(tx, ownerId)
  await post(
    tx,
    held,
    subs.flatMap((sub) => recovery(held, main, sub)),
    now,
  )
  await erase(
    tx,
    ownerId,
    subs.map(({ userId }) => userId),
    now,
  )
}

/** Both sides of giving back all that a sub-account has left. */
function recovery(held: Held, main: User, sub: User): Entry[] {
  const { chars, voices, images } = held.balances.get(sub.userId)!
  if (chars + voices + images === 0) return []
  const managerName = main.username ?? main.account
  const about = { managerId: main.userId, managerName, parentName: managerName, childName: sub.account, transferId: crypto.randomUUID() }
  return [
    { userId: sub.userId, logType: 'RECOVERY', change: { chars: -chars, voices: -voices, images: -images }, about },
    { userId: main.userId, logType: 'RECOVERY', change: { chars, voices, images }, about },
  ]
}

async function mainAccount(tx: Db, ownerId: string): Promise<User> {
  const [main] = await tx
    .select()
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  return main!
}

async function erase(tx: Db, ownerId: string, ids: string[], now: Date): Promise<void> {
  await endSessionsOf(tx, ownerId, ids)
  await tx.delete(loginNames).where(and(eq(loginNames.ownerId, ownerId), inArray(loginNames.userId, ids)))
  await tx
    .update(users)
    .set({ account: '', nickname: null, passwordHash: '', enabled: false, erasedAt: now })
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, ids)))
}
