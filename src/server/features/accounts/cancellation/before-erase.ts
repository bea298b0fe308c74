/**
 * What has to be done before rows of an erased account go: sums that others rely on are written
 * down, and locks taken in their order.
 */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { invites, spaces, translationFloors, translationLog } from '#server/platform/db/schema.ts'
import type { AccountGroup } from '#server/features/accounts/cancellation/personal-data.ts'

/**
 * The ledger's check compares charges with translations: what goes is summed up, as where a month
 * of the log goes.
 */
export async function recordLogFloor(tx: Db, { ownerId, now }: AccountGroup): Promise<void> {
  await tx.execute(sql`insert into ${translationFloors} as f (owner_id, user_id, seq, chars, until)
    select owner_id, user_id, max(seq), sum(chars), greatest(max(at), ${now.toISOString()}::timestamptz) from ${translationLog} where owner_id = ${ownerId}::bigint group by 1, 2
    on conflict (owner_id, user_id) do update set seq = greatest(f.seq, excluded.seq), chars = f.chars + excluded.chars, until = greatest(f.until, excluded.until)`)
}

export async function dropInvites(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  await tx.delete(invites).where(eq(invites.ownerId, ownerId))
}

/** Whoever is just adding a contact holds its space: it has to be there to be erased. */
export async function lockSpaces(tx: Db, { ownerId }: AccountGroup): Promise<void> {
  await tx.execute(
    sql`select from ${spaces} where owner_id = ${ownerId}::bigint order by id for update`,
  )
}
