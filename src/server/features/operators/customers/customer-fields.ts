/** Columns of a customer that lists and details share. */
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CustomerRow } from '#contract/operator/customers.ts'
import { users } from '#server/features/accounts/table.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** Main accounts before their sub-accounts. */
export const groupOrder = [users.ownerId, sql`${users.userId} <> ${users.ownerId}`, users.userId]

export const mainAccounts = alias(users, 'mains')

/** `wireTime` of a column that is never null. */
export const requiredWireTime = (moment: Column, zone: string): SQL<string> =>
  wireTime(moment, zone)

export const selectState = (isMainEnabled: SQL | Column) => sql<
  CustomerRow['state']
>`case when ${users.erasedAt} is not null then 'deleted'
  when not ${isMainEnabled} then 'suspended' when not ${users.enabled} then 'disabled' else 'open' end`
export const customerType = sql<
  CustomerRow['type']
>`case when ${users.userId} = ${users.ownerId} then 'main' else 'sub' end`

export const customerFields = {
  id: sql<string>`${users.userId}::text`,
  ownerId: sql<string>`${users.ownerId}::text`,
  account: users.account,
  username: users.username,
  nickname: users.nickname,
  type: customerType,
  state: selectState(mainAccounts.enabled),
}
export const isMainAccountOfUser = and(
  eq(mainAccounts.ownerId, users.ownerId),
  eq(mainAccounts.userId, users.ownerId),
)
