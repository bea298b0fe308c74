/** Sets what a sub-account may do for its main account. */
import { sql } from 'drizzle-orm'
import type { subAccounts as calls } from '#contract/sub-accounts.ts'
import { isSubAccountOf } from '#server/features/accounts/sub-accounts/queries.ts'
import { users } from '#server/features/accounts/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler } from '#server/http/handler.ts'

/** Throws ApiError `notFound`. */
export const setAccountRole: Handler<typeof calls.setRole> = async (
  { userId, accountRole },
  { db, me },
) => {
  const [changed] = await db
    .update(users)
    .set({
      accountRole: accountRole === 'member' ? null : accountRole,
      version: sql`${users.version} + 1`,
    })
    .where(isSubAccountOf(me.ownerId, userId))
    .returning({ userId: users.userId })
  if (!changed) throw new ApiError('notFound')
  return null
}
