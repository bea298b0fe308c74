/** Display names of users for others; never the e-mail address. */
import { sql, type Column, type SQL } from 'drizzle-orm'

type UserColumns = Readonly<Record<'ownerId' | 'userId' | 'account' | 'username', Column>>

/**
 * A sub-account's login name, a main account's username, or its masked e-mail. `user` may be an
 * alias of the table.
 */
export const displayName = (user: UserColumns): SQL<string> =>
  sql`case when ${user.userId} <> ${user.ownerId} then ${user.account} else coalesce(${user.username}, left(${user.account}, 1) || '***') end`
