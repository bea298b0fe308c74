/** Queries of a main account's sub-accounts. */
import { and, count, desc, eq, inArray, isNull, ne, sql, type Column, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import {
  mostNames,
  type SubAccount,
  type subAccounts as calls,
  type SubAccountTotals,
} from '#contract/sub-accounts.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances, translationMonths as months, users } from '#server/schema.ts'
import { contains } from '#server/platform/db/columns.ts'
import { offsetOf, sorted, type Page } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'

/** Excludes deleted sub-accounts. */
export const subAccountsOf = (ownerId: string) =>
  and(eq(users.ownerId, ownerId), ne(users.userId, users.ownerId), isNull(users.erasedAt))

/** Restricted to the owner's sub-accounts that are not deleted. */
export const subAccountOf = (ownerId: string, userId: string | number) =>
  and(subAccountsOf(ownerId), eq(users.userId, String(userId)))

type PageQuery = ParsedInputOf<typeof calls.page>
/** The current time, for the current month, and the time zone of calendar days. */
type Now = { now: Date; zone: string }

const matching = (
  ownerId: string,
  { account, nickname }: Pick<PageQuery, 'account' | 'nickname'>,
) =>
  and(
    subAccountsOf(ownerId),
    account ? contains(users.account, account) : undefined,
    nickname ? contains(users.nickname, nickname) : undefined,
  )

/**
 * Newest first by descending id. A sorted list has the newest first among equals, and nulls last.
 */
export async function subAccountPage(
  db: Db,
  ownerId: string,
  query: PageQuery,
  now: Now,
): Promise<Page<SubAccount>> {
  const expected = matching(ownerId, query)
  const order = [
    ...(query.sortBy ? [sorted(sortedBy[query.sortBy](now), query.sortOrder)] : []),
    desc(users.userId),
  ]
  const found = db.select({ key: users.userId }).from(users).where(expected).$dynamic()
  const keys = query.sortBy ? found.innerJoin(balances, ofUser) : found
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(users).where(expected),
    select(db, now)
      .where(
        and(
          eq(users.ownerId, ownerId),
          inArray(
            users.userId,
            keys
              .orderBy(...order)
              .limit(query.pageSize)
              .offset(offsetOf(query)),
          ),
        ),
      )
      .orderBy(...order),
  ])
  return { total: counted?.total ?? 0, rows }
}

/** Totals over all matches. */
export async function subAccountTotals(
  db: Db,
  ownerId: string,
  query: ParsedInputOf<typeof calls.totals>,
  { now, zone }: Now,
): Promise<SubAccountTotals> {
  const found = db.select({ userId: users.userId }).from(users).where(matching(ownerId, query))
  const [[left], [used]] = await Promise.all([
    db
      .select({
        count: count(),
        usableCharNum: sumOf(balances.chars),
        usableVoiceNum: sumOf(balances.voices),
        usableImageNum: sumOf(balances.images),
      })
      .from(balances)
      .where(and(eq(balances.ownerId, ownerId), inArray(balances.userId, found))),
    db
      .select({ chars: sumOf(months.chars) })
      .from(months)
      .where(
        and(
          eq(months.ownerId, ownerId),
          inArray(months.userId, found),
          eq(months.month, thisMonth(now, zone)),
        ),
      ),
  ])
  const { count: all, ...memberAccount } = left!
  return { count: all, memberAccount, usedThisMonthNum: used!.chars }
}

const ofUser = and(eq(balances.ownerId, users.ownerId), eq(balances.userId, users.userId))
/** Capped at the largest integer that JavaScript represents exactly. */
const sumOf = (column: Column) =>
  sql<number>`least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER}::bigint)`.mapWith(
    Number,
  )

/** First day of the month. */
const thisMonth = (now: Date, zone: string): SQL =>
  sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${zone})::date`

/** From the monthly roll-up, which has few rows per user. */
const usedIn = ({ now, zone }: Now): SQL<number> =>
  sql`coalesce((select sum(${months.chars}) from ${months} where ${months.ownerId} = ${users.ownerId} and ${months.userId} = ${users.userId}
    and ${months.month} = ${thisMonth(now, zone)}), 0)`

const sortedBy: Record<NonNullable<PageQuery['sortBy']>, (now: Now) => Column | SQL> = {
  account: () => sql`lower(${users.account})`,
  nickname: () => sql`lower(nullif(${users.nickname}, ''))`,
  lastLoginDateTime: () => users.lastLoginAt,
  usableCharNum: () => balances.chars,
  usableVoiceNum: () => balances.voices,
  usableImageNum: () => balances.images,
  usedThisMonthNum: usedIn,
}

/** The newest sub-accounts, up to the maximum of a select box. */
export async function subAccountNames(
  db: Db,
  ownerId: string,
): Promise<{ userId: string; account: string }[]> {
  const { userId, account } = users
  return db
    .select({ userId, account })
    .from(users)
    .where(subAccountsOf(ownerId))
    .orderBy(desc(userId))
    .limit(mostNames)
}

export async function subAccount(
  db: Db,
  ownerId: string,
  userId: string | number,
  now: Now,
): Promise<SubAccount | undefined> {
  const rows = await select(db, now).where(subAccountOf(ownerId, userId))
  return rows[0]
}

const select = (db: Db, now: Now) =>
  db
    .select({
      userId: users.userId,
      account: users.account,
      nickname: users.nickname,
      enabled: sql<0 | 1>`${users.enabled}::int`,
      lastLoginDateTime: wireTime<string | null>(users.lastLoginAt, now.zone),
      memberAccount: {
        usableCharNum: balances.chars,
        usableVoiceNum: balances.voices,
        usableImageNum: balances.images,
      },
      usedThisMonthNum: usedIn(now).mapWith(Number),
      version: users.version,
    })
    .from(users)
    .innerJoin(balances, ofUser)
