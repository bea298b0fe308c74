/** Finds users by login name; all login names share one name space, whatever their case. */
import { and, eq, inArray, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { unknownUser, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { ApiError } from '#server/http/errors.ts'

/** Login names are case-insensitive. Commands pass what was typed, calls a name in NFC. */
export const normalizeLoginName = (typed: string): string => typed.normalize('NFC').toLowerCase()

/** Whether no account has the login name. */
export async function isNameFree(db: Db, typed: string): Promise<boolean> {
  const rows = await db
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(eq(loginNames.name, normalizeLoginName(typed)))
  return rows.length === 0
}

/**
 * Finds a main account by e-mail or username. Excludes sub-accounts: they have no e-mail address.
 */
export async function findMainAccount(
  db: Db,
  typed: string,
): Promise<{ ownerId: string; userId: string; email: string } | undefined> {
  const { ownerId, userId } = await findUserKey(
    db,
    typed,
    inArray(loginNames.kind, ['email', 'username']),
  )
  const [found] = await db
    .select({ ownerId: users.ownerId, userId: users.userId, email: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId), isNull(users.erasedAt)))
  return found
}

/**
 * The user with a login name. A key without an account if there is none, so that a second look-up
 * follows either way and timing reveals nothing.
 */
export async function findUserKey(db: Db, typed: string, condition?: SQL): Promise<UserKey> {
  const [found] = await db
    .select({ ownerId: loginNames.ownerId, userId: loginNames.userId })
    .from(loginNames)
    .where(and(eq(loginNames.name, normalizeLoginName(typed)), condition))
  return found ?? unknownUser
}

/** Finds an open account by any login name. Throws ApiError `notFound` with the name. */
export async function getUserKey(db: Db, typed: string): Promise<UserKey> {
  const found = await findUserKey(db, typed.trim())
  if (found === unknownUser)
    throw new ApiError('notFound', {
      reason: { key: 'accountUnknown', values: { account: typed } },
    })
  return found
}

/** Login name of a main account; empty once it was deleted. */
export async function readMainLoginName(db: Db, ownerId: string): Promise<string> {
  const [found] = await db
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  return found?.account ?? ''
}

type UserColumns = Readonly<Record<'ownerId' | 'userId' | 'account' | 'username', Column | SQL>>

/**
 * A sub-account's login name, a main account's username, or its masked e-mail. `user` may be an
 * alias of the table.
 */
export const displayName = (user: UserColumns): SQL<string> =>
  sql`case when ${user.userId} <> ${user.ownerId} then ${user.account} else coalesce(${user.username}, left(${user.account}, 1) || '***') end`
