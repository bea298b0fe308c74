/** Finds a main account's sub-accounts by a text. */
import { and, desc, eq, isNull, ne, or, sql, type Placeholder } from 'drizzle-orm'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { users } from '#server/features/accounts/table.ts'
import { containsText } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Excludes deleted sub-accounts. */
export const isActiveSubAccountOf = (ownerId: string | Placeholder) =>
  and(eq(users.ownerId, ownerId), ne(users.userId, users.ownerId), isNull(users.erasedAt))

/** Has the text in login name or nickname, in any case. */
export const isNamedLike = (text: string) =>
  or(containsText(users.account, text), containsText(users.nickname, text))

/** Sub-accounts with the text in login name or nickname: that of this login name, then the newest. */
export async function findSubAccounts(
  db: Db,
  ownerId: string,
  text: string,
  max: number,
): Promise<Pick<SubAccount, 'userId' | 'account' | 'nickname' | 'enabled'>[]> {
  const { userId, account, nickname } = users
  return db
    .select({ userId, account, nickname, enabled: sql<0 | 1>`${users.enabled}::int` })
    .from(users)
    .where(and(isActiveSubAccountOf(ownerId), text ? isNamedLike(text) : undefined))
    .orderBy(sql`lower(${account}) <> lower(${text}::text)`, desc(userId))
    .limit(max)
}
