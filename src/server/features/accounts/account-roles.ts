/** Roles of sub-accounts: who acts for a main account, and on whom. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AccountRole } from '#contract/endpoint.ts'
import { users } from '#server/features/accounts/table.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

const roleStatement = prepareStatement<{ role: AccountRole | null }>(
  'account_role',
  sql`select ${users.accountRole} as role from ${users}
    where ${users.ownerId} = ${sql.placeholder('ownerId')}::bigint and ${users.userId} = ${sql.placeholder('userId')}::bigint
      and ${users.enabled} and ${users.erasedAt} is null`,
)

/** Role of a sub-account, as it is now; null for a member. */
export async function readAccountRole(
  reads: Reads,
  { ownerId, userId }: UserKey,
): Promise<AccountRole | null> {
  const [found] = await roleStatement(reads, { ownerId, userId })
  return found?.role ?? null
}

/**
 * Refuses that a sub-account with a role acts on another, or on itself: those with a role are managed
 * by the main account alone. Throws ApiError `notAllowed`.
 */
export async function refuseRoleHolders(
  db: Db,
  { ownerId, actor }: CurrentUser,
  userIds: readonly (string | number)[],
): Promise<void> {
  const ids = userIds.map(String).filter(isId)
  if (!actor || ids.length === 0) return
  const hasRole = and(
    eq(users.ownerId, ownerId),
    inArray(users.userId, ids),
    isNotNull(users.accountRole),
  )
  if ((await db.$count(users, hasRole)) > 0)
    throw new ApiError('notAllowed', { reason: { key: 'roleHolder', values: {} } })
}
