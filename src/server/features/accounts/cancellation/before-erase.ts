/** Runs before rows of a cancelled account are deleted: carries totals over, locks rows. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { invites, spaces, translationFloors, translationLog } from '#server/schema.ts'
import type { AccountGroup } from '#server/features/accounts/cancellation/personal-data.ts'

/**
 * Adds the deleted translations to `translationFloors`, because the ledger reconciliation compares
 * charges with translations. Dropping a month of the log does the same.
 */
export async function recordLogFloor(tx: Db, { ownerId, now }: AccountGroup): Promise<void> {
  await tx.execute(sql`insert into ${translationFloors} as f (owner_id, user_id, seq, chars, until)
    select owner_id, user_id, max(seq), sum(chars), greatest(max(at), ${now.toISOString()}::timestamptz) from ${translationLog} where owner_id = ${ownerId}::bigint group by 1, 2
    on conflict (owner_id, user_id) do update set seq = greatest(f.seq, excluded.seq), chars = f.chars + excluded.chars, until = greatest(f.until, excluded.until)`)
}

export async function dropInvites(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  await tx.delete(invites).where(eq(invites.ownerId, ownerId))
}

/**
 * Waits for concurrent inserts of contacts, which lock the workspace row, so that the erasure sees
 * them.
 */
export async function lockSpaces(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  await tx.execute(
    sql`select from ${spaces} where owner_id = ${ownerId}::bigint order by id for update`,
  )
}
