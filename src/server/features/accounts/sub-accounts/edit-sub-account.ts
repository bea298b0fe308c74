/** Changes the values of a sub-account, enables and disables it. */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { isSubAccountOf } from '#server/features/accounts/sub-accounts/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import {
  disableSubAccounts,
  enableSubAccounts,
} from '#server/features/accounts/sub-accounts/set-enabled.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { SignedCall } from '#server/http/handler.ts'

type SubAccountEdit = {
  nickname?: string | null | undefined
  enabled: boolean
  version?: number | undefined
}

/**
 * Disabling also takes back what the sub-account has left. Throws ApiError `notFound`, or `changedElsewhere` if
 * `version` is stale.
 */
export async function editSubAccount(
  call: SignedCall,
  userId: string | number,
  edit: SubAccountEdit,
): Promise<void> {
  const { ownerId } = call.me
  await transaction(call.db, async (tx) => {
    // Accounts are locked before users.
    const locked =
      edit.enabled || !isId(String(userId))
        ? undefined
        : await lockAccounts(tx, ownerId, [ownerId, String(userId)])
    const [old] = await tx.select().from(users).where(isSubAccountOf(ownerId, userId)).for('update')
    if (!old) throw new ApiError('notFound')
    if (edit.version !== undefined && edit.version !== old.version)
      throw new ApiError('changedElsewhere')
    const { nickname = old.nickname, enabled } = edit
    const isSwitched = enabled !== old.enabled
    await tx
      .update(users)
      .set({ nickname, ...(!isSwitched && { version: sql`${users.version} + 1` }) })
      .where(isSubAccountOf(ownerId, userId))
    if (isSwitched && enabled) await enableSubAccounts(tx, call, ownerId, [old.userId])
    if (isSwitched && locked) await disableSubAccounts(tx, call, locked, [old.userId])
    await call.audit(tx)
  })
}
