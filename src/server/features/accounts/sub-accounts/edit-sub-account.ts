/** Changes the values of a sub-account, enables and disables it. */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { isSubAccountOf } from '#server/features/accounts/sub-accounts/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import { deleteBlockedSessions, blockSessions } from '#server/features/identity/index.ts'

type SubAccountEdit = {
  nickname?: string | null | undefined
  enabled: boolean
  version?: number | undefined
}

/** Throws ApiError `notFound`, or `changedElsewhere` if `version` is stale. */
export async function editSubAccount(
  db: Db,
  ownerId: string,
  userId: string | number,
  edit: SubAccountEdit,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [old] = await tx.select().from(users).where(isSubAccountOf(ownerId, userId)).for('update')
    if (!old) throw new ApiError('notFound')
    if (edit.version !== undefined && edit.version !== old.version)
      throw new ApiError('changedElsewhere')
    const { nickname = old.nickname, enabled } = edit
    await tx
      .update(users)
      .set({ nickname, enabled, version: sql`${users.version} + 1` })
      .where(isSubAccountOf(ownerId, userId))
    if (!enabled) await blockSessions(tx, old, now)
    else if (!old.enabled) await deleteBlockedSessions(tx, old)
  })
}
