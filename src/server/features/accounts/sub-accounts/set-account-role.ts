/** Sets what a sub-account may do for its main account. */
import { sql } from 'drizzle-orm'
import type { subAccounts as calls } from '#contract/sub-accounts.ts'
import { isSubAccountOf } from '#server/features/accounts/sub-accounts/queries.ts'
import { users } from '#server/features/accounts/table.ts'
import { endSessionsOf, recordSecurityEvent } from '#server/features/identity/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler } from '#server/http/handler.ts'

/**
 * Giving a role ends the sub-account's sessions, which somebody else may have opened. Throws ApiError
 * `notFound`.
 */
export const setAccountRole: Handler<typeof calls.setRole> = async (
  { userId, accountRole },
  call,
) => {
  const { db, me } = call
  const { ownerId } = me
  const role = accountRole === 'member' ? null : accountRole
  const [old] = await db.select().from(users).where(isSubAccountOf(ownerId, userId)).for('update')
  if (!old) throw new ApiError('notFound')
  if (old.accountRole === role) {
    await call.audit(db, { subjects: [] })
    return null
  }
  await db
    .update(users)
    .set({ accountRole: role, version: sql`${users.version} + 1` })
    .where(isSubAccountOf(ownerId, userId))
  if (role !== null && (await endSessionsOf(db, ownerId, [old.userId])) > 0)
    await recordSecurityEvent(db, call, old, 'sessionsEndedByOwner')
  await call.audit(db)
  return null
}
