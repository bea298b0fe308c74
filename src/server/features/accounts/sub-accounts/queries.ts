/** Queries of a main account's sub-accounts. */
import { onlyRow } from '#server/platform/db/db.ts'
import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  sql,
  type Column,
  type SQL,
  type Placeholder,
} from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { AccountRole, ParsedInputOf } from '#contract/endpoint.ts'
import {
  maxNames,
  type SubAccount,
  type SubAccountHistory,
  type subAccounts as calls,
  type SubAccountTotals,
} from '#contract/sub-accounts.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  isActiveSubAccountOf,
  isNamedLike,
} from '#server/features/accounts/sub-accounts/find-sub-accounts.ts'
import { users } from '#server/features/accounts/table.ts'
import { readBudgets } from '#server/features/budgets/index.ts'
import { subAccountBudgets } from '#server/features/budgets/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { readSecurityEvents } from '#server/features/identity/index.ts'
import { readLatestWithoutUsage } from '#server/features/ledger/index.ts'
import { balances } from '#server/features/ledger/table.ts'
import { containsText } from '#server/platform/db/columns.ts'
import { toOffset, orderNullsLast, type Page, toJsonObject } from '#server/platform/db/page.ts'
import { wireTime } from '#server/platform/db/time.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

/** Restricted to the owner's sub-accounts that are not deleted. */
export const isSubAccountOf = (ownerId: string, userId: string | number) =>
  and(isActiveSubAccountOf(ownerId), eq(users.userId, String(userId)))

type PageQuery = ParsedInputOf<typeof calls.page>
/** The current time, for the current month, and the time zone of calendar days. */
type CurrentTime = { now: Date; zone: string }
/** The same in SQL, with the time as ISO 8601, and the owner, which is compared for each table. */
type SqlValues = Record<'owner' | 'now' | 'zone', string | Placeholder>

const matchesSearch = (
  ownerId: string,
  {
    search,
    account,
    nickname,
    groupId,
    accountRole,
  }: Pick<PageQuery, 'search' | 'account' | 'nickname' | 'groupId' | 'accountRole'>,
) =>
  and(
    isActiveSubAccountOf(ownerId),
    search ? isNamedLike(search) : undefined,
    account ? containsText(users.account, account) : undefined,
    nickname ? containsText(users.nickname, nickname) : undefined,
    groupId === undefined ? undefined : isInGroup(ownerId, String(groupId)),
    accountRole === undefined ? undefined : eq(roleOfUser, accountRole),
  )

/** `member` without a role. */
const roleOfUser = sql<AccountRole | 'member'>`coalesce(${users.accountRole}, 'member')`

const isInGroup = (ownerId: string, groupId: string) =>
  sql`${users.userId} in (select ${subAccountBudgets.userId} from ${subAccountBudgets}
    where ${eq(subAccountBudgets.ownerId, ownerId)} and ${eq(subAccountBudgets.groupId, groupId)})`

/**
 * Newest first, by descending id. A list sorted by another column has the newest first among equal
 * values, and nulls last. Searched and sorted pages use the pool, all others the pipelined reader.
 */
export async function readSubAccountPage(
  on: { db: Db; reads: Reads },
  ownerId: string,
  query: PageQuery,
  time: CurrentTime,
): Promise<Page<SubAccount>> {
  const { total, rows } = await readPage(on, ownerId, query, time)
  return { total, rows: await withBudgets(on.db, ownerId, rows, time) }
}

/** Adds the groups and the caps of the sub-accounts. */
async function withBudgets(
  db: Db,
  ownerId: string,
  rows: readonly SubAccount[],
  time: CurrentTime,
): Promise<SubAccount[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ userId }) => String(userId))
  const budgets = new Map(
    (await readBudgets(db, ownerId, ids, time)).map((budget) => [budget.userId, budget]),
  )
  return rows.map((row) => {
    const budget = budgets.get(String(row.userId))
    const { groupId = null, groupTitle = null, hasOwnRule = false, caps = [] } = budget ?? {}
    return { ...row, groupId, groupTitle, ownRule: hasOwnRule ? 1 : 0, caps }
  })
}

async function readPage(
  { db, reads }: { db: Db; reads: Reads },
  ownerId: string,
  query: PageQuery,
  { now, zone }: CurrentTime,
): Promise<Page<SubAccount>> {
  if (isBare(query)) {
    const values = { ownerId, now: now.toISOString(), zone, offset: toOffset(query) }
    const [found] = await findNewestPageStatement(query.pageSize)(reads, values)
    return { total: Number(found?.total ?? 0), rows: found?.rows ?? [] }
  }
  const values = { owner: ownerId, now: now.toISOString(), zone }
  const isMatch = matchesSearch(ownerId, query)
  const order = [
    ...(query.sortBy
      ? [orderNullsLast(sortExpressions[query.sortBy](values), query.sortOrder)]
      : []),
    desc(users.userId),
  ]
  const found = db.select({ key: users.userId }).from(users).where(isMatch).$dynamic()
  const keys = query.sortBy ? found.innerJoin(balances, isBalanceOfUser) : found
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(users).where(isMatch),
    selectSubAccounts(db, values)
      .where(
        and(
          eq(users.ownerId, ownerId),
          inArray(
            users.userId,
            keys
              .orderBy(...order)
              .limit(query.pageSize)
              .offset(toOffset(query)),
          ),
        ),
      )
      .orderBy(...order),
  ])
  return { total: counted?.total ?? 0, rows }
}

/** Whether a query has neither filters nor an order. */
const isBare = ({ search, account, nickname, groupId, accountRole, sortBy }: PageQuery): boolean =>
  !search && !account && !nickname && !sortBy && groupId === undefined && accountRole === undefined

type NewestPage = { total: string; rows: SubAccount[] | null }
const newestPageStatements = new Map<number, ReturnType<typeof prepareNewestPage>>()

/** Prepared once per page size, since PostgreSQL would replan it for an unknown size. */
function findNewestPageStatement(size: number) {
  const statement = newestPageStatements.get(size) ?? prepareNewestPage(size)
  newestPageStatements.set(size, statement)
  return statement
}

/** Total and rows in one statement, the rows as JSON, which is cheaper to read than columns. */
function prepareNewestPage(size: number) {
  const owner = sql`${sql.placeholder('ownerId')}::bigint`
  const isListed = sql`${users.ownerId} = ${owner} and ${users.userId} <> ${users.ownerId} and ${users.erasedAt} is null`
  const { memberAccount, ...rest } = subAccountColumns({
    owner: sql.placeholder('ownerId'),
    now: sql.placeholder('now'),
    zone: sql.placeholder('zone'),
  })
  const row = toJsonObject({
    ...rest,
    userId: sql`${users.userId}::text`,
    memberAccount: toJsonObject(memberAccount),
  })
  return prepareStatement<NewestPage>(
    `sub_accounts_${size}`,
    sql`select (select count(*) from ${users} where ${isListed}) as total,
      (select json_agg(${row} order by ${desc(users.userId)}) from
        (select * from ${users} where ${isListed} order by ${desc(users.userId)}
          limit ${sql.raw(String(size))} offset ${sql.placeholder('offset')}::bigint) as ${users}
        join ${balances} on ${balances.ownerId} = ${owner} and ${isBalanceOfUser}) as rows`,
  )
}

/** Totals over all matches. */
export async function readSubAccountTotals(
  db: Db,
  ownerId: string,
  query: ParsedInputOf<typeof calls.totals>,
  { now, zone }: CurrentTime,
): Promise<SubAccountTotals> {
  const subAccountIds = db
    .select({ userId: users.userId })
    .from(users)
    .where(matchesSearch(ownerId, query))
  const [balanceTotals, usageTotals] = await Promise.all([
    db
      .select({
        count: count(),
        usableCharNum: cappedSum(balances.chars),
        usableVoiceNum: cappedSum(balances.voices),
        usableImageNum: cappedSum(balances.images),
      })
      .from(balances)
      .where(and(eq(balances.ownerId, ownerId), inArray(balances.userId, subAccountIds))),
    db
      .select({ chars: cappedSum(usageDays.chars) })
      .from(usageDays)
      .where(
        and(
          eq(usageDays.ownerId, ownerId),
          inArray(usageDays.userId, subAccountIds),
          gte(usageDays.day, firstOfMonth({ now: now.toISOString(), zone })),
        ),
      ),
  ])
  const { count: all, ...memberAccount } = onlyRow(balanceTotals)
  return { count: all, memberAccount, usedThisMonthNum: onlyRow(usageTotals).chars }
}

const isBalanceOfUser = and(eq(balances.ownerId, users.ownerId), eq(balances.userId, users.userId))
/** Capped at the largest integer that JavaScript represents exactly. */
const cappedSum = (column: Column) =>
  sql<number>`least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER}::bigint)`.mapWith(
    Number,
  )

/** First day of the month. */
const firstOfMonth = ({ now, zone }: Pick<SqlValues, 'now' | 'zone'>): SQL =>
  sql`date_trunc('month', ${now}::timestamptz at time zone ${zone}::text)::date`

const usedThisMonth = (values: SqlValues): SQL<number> =>
  sql`coalesce((select sum(${usageDays.chars}) from ${usageDays} where ${usageDays.ownerId} = ${values.owner}::bigint and ${usageDays.userId} = ${users.userId}
    and ${usageDays.day} >= ${firstOfMonth(values)}), 0)`

const sortExpressions: Record<
  NonNullable<PageQuery['sortBy']>,
  (values: SqlValues) => Column | SQL
> = {
  account: () => sql`lower(${users.account})`,
  nickname: () => sql`lower(nullif(${users.nickname}, ''))`,
  lastLoginDateTime: () => users.lastLoginAt,
  usableCharNum: () => balances.chars,
  usableVoiceNum: () => balances.voices,
  usableImageNum: () => balances.images,
  usedThisMonthNum: usedThisMonth,
}

/** The newest sub-accounts, up to the maximum of a select box. */
export async function readSubAccountNames(
  db: Db,
  ownerId: string,
): Promise<{ userId: string; account: string }[]> {
  const { userId, account } = users
  return db
    .select({ userId, account })
    .from(users)
    .where(isActiveSubAccountOf(ownerId))
    .orderBy(desc(userId))
    .limit(maxNames)
}

export async function readSubAccount(
  db: Db,
  ownerId: string,
  userId: string | number,
  time: CurrentTime,
): Promise<SubAccount | undefined> {
  const values = { owner: ownerId, now: time.now.toISOString(), zone: time.zone }
  const rows = await selectSubAccounts(db, values).where(isSubAccountOf(ownerId, userId))
  return (await withBudgets(db, ownerId, rows, time))[0]
}

/** Undefined if the owner has no such sub-account. */
export async function readSubAccountHistory(
  db: Db,
  ownerId: string,
  userId: string | number,
  zone: string,
): Promise<SubAccountHistory | undefined> {
  const registerDateTime = wireTime(users.registeredAt, zone)
  const [found] = await db
    .select({ registerDateTime })
    .from(users)
    .where(isSubAccountOf(ownerId, userId))
  if (!found) return undefined
  const user = { ownerId, userId: String(userId) }
  const { rows } = businessLimits.subAccountHistory
  const [accountLog, securityEvents] = await Promise.all([
    readLatestWithoutUsage(db, user, rows, zone),
    readSecurityEvents(db, user, rows, zone),
  ])
  return { ...found, accountLog, securityEvents }
}

const subAccountColumns = (values: SqlValues) => ({
  userId: users.userId,
  account: users.account,
  nickname: users.nickname,
  enabled: sql<0 | 1>`${users.enabled}::int`,
  lastLoginDateTime: wireTime<string | null>(users.lastLoginAt, values.zone),
  memberAccount: {
    usableCharNum: balances.chars,
    usableVoiceNum: balances.voices,
    usableImageNum: balances.images,
  },
  usedThisMonthNum: usedThisMonth(values).mapWith(Number),
  accountRole: roleOfUser,
  version: users.version,
})

const selectSubAccounts = (db: Db, values: SqlValues) =>
  db
    .select(subAccountColumns(values))
    .from(users)
    .innerJoin(balances, and(eq(balances.ownerId, values.owner), isBalanceOfUser))
