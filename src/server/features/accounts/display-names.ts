/** What people are called before others: never by an e-mail, which is theirs to give. */
import { sql, type Column, type SQL } from 'drizzle-orm'

type UserColumns = Readonly<Record<'ownerId' | 'userId' | 'account' | 'username', Column>>

/**
 * A sub-account by the name it signs in with, a main account by its username; `user` may be the
 * table under another name.
 */
export const displayName = (user: UserColumns): SQL<string> =>
  sql`case when ${user.userId} <> ${user.ownerId} then ${user.account} else coalesce(${user.username}, left(${user.account}, 1) || '***') end`
