/** Roles of sub-accounts: who acts for a main account, and on whom. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AccountRole } from '#contract/endpoint.ts'
import { users } from '#server/features/accounts/table.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId, isOneOf, type UserKey } from '#server/platform/db/columns.ts'
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

/** Ids of the enabled sub-accounts that have a role. */
export async function findRoleHolders(
  db: Db,
  ownerId: string,
  role: AccountRole,
): Promise<string[]> {
  const found = await db
    .select({ userId: users.userId })
    .from(users)
    .where(
      and(
        eq(users.ownerId, ownerId),
        eq(users.accountRole, role),
        eq(users.enabled, true),
        isNull(users.erasedAt),
      ),
    )
  return found.map(({ userId }) => userId)
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
  const [holder] = await db
    .select({ account: users.account })
    .from(users)
    .where(isHolder(ownerId, ids))
  if (holder) throw createRoleHolderError(holder.account)
}

/**
 * The same in the transaction of the act, and that the actor still has the role: neither changes until
 * the transaction ends. Call it last, since accounts are locked before users. Throws ApiError
 * `notAllowed`.
 */
export async function confirmActor(
  tx: Db,
  { ownerId, actor }: CurrentUser,
  userIds: readonly (string | number)[],
): Promise<void> {
  if (!actor) return
  const ids = userIds.map(String).filter(isId)
  const found = await tx
    .select({ userId: users.userId, account: users.account, role: users.accountRole })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), isOneOf(users.userId, [actor.userId, ...ids])))
    .orderBy(asc(users.userId))
    .for('share')
  const holder = found.find(({ userId, role }) => ids.includes(userId) && role !== null)
  if (holder) throw createRoleHolderError(holder.account)
  if (!found.some(({ userId, role }) => userId === actor.userId && role === actor.accountRole))
    throw new ApiError('notAllowed')
}

const isHolder = (ownerId: string, ids: readonly string[]) =>
  and(eq(users.ownerId, ownerId), isOneOf(users.userId, ids), isNotNull(users.accountRole))

const createRoleHolderError = (account: string) =>
  new ApiError('notAllowed', { reason: { key: 'roleHolder', values: { account } } })
