/** Sets what a sub-account may do for its main account. */
import { sql } from 'drizzle-orm'
import type { subAccounts as calls } from '#contract/sub-accounts.ts'
import { findPasswordSetter } from '#server/features/audit-log/index.ts'
import { isSubAccountOf } from '#server/features/accounts/sub-accounts/queries.ts'
import { users } from '#server/features/accounts/table.ts'
import { endSessionsOf, recordSecurityEvent } from '#server/features/identity/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler } from '#server/http/handler.ts'

/**
 * Giving a role ends the sub-account's sessions, which somebody else may have opened. Throws ApiError
 * `notFound`, or `notAllowed` while another sub-account set the password: a deputy that still knows it
 * would have the role as well. That the sub-account has changed it since proves nothing, since the
 * deputy can do so too.
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
  const setter = role === null ? undefined : await findPasswordSetter(db, old)
  if (setter !== undefined && setter !== ownerId)
    throw new ApiError('notAllowed', {
      reason: { key: 'passwordByDeputy', values: { account: old.account } },
    })
  await db
    .update(users)
    .set({ accountRole: role, version: sql`${users.version} + 1` })
    .where(isSubAccountOf(ownerId, userId))
  if (role !== null && (await endSessionsOf(db, ownerId, [old.userId])) > 0)
    await recordSecurityEvent(db, call, old, 'sessionsEndedByOwner')
  await call.audit(db)
  return null
}
