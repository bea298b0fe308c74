/** Reads of a user's profile, login log and invitations. */
import type { UserKey } from '#server/platform/db/columns.ts'
import {
  and,
  eq,
  sql,
  type Column,
  asc,
  count,
  desc,
  type Placeholder,
  type SQL,
  inArray,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { User } from '#contract/user.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users, invites } from '#server/features/accounts/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { wireTime } from '#server/platform/db/time.ts'
import { loginLog } from '#server/auth/table.ts'
import { inRange } from '#server/platform/db/time.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { LoginLogRow, loginLog as loginLogCalls } from '#contract/sessions.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { contains } from '#server/platform/db/columns.ts'
import { countUpTo, offsetOf, type Page, keysOn } from '#server/platform/db/page.ts'
import { orderByTime, seekPages } from '#server/platform/db/page.ts'
import type { Invite, invites as inviteCalls } from '#contract/invites.ts'

const mains = alias(users, 'mains')
const mainBalances = alias(balances, 'main_balances')

/** Reads a user with balances and membership; sub-accounts have their main account's membership. */
export async function userOf(
  db: Db,
  { ownerId, userId }: UserKey,
  zone: string,
): Promise<User | undefined> {
  const [found] = await db
    .select({
      ...person(zone),
      memberGroup: membership,
      memberAccount: account(zone),
      lastLoginLog: lastLogin(zone),
    })
    .from(users)
    .innerJoin(mains, and(eq(mains.ownerId, users.ownerId), eq(mains.userId, users.ownerId)))
    .innerJoin(memberGroups, eq(memberGroups.id, mains.memberGroupId))
    .innerJoin(
      balances,
      and(eq(balances.ownerId, users.ownerId), eq(balances.userId, users.userId)),
    )
    .innerJoin(
      mainBalances,
      and(eq(mainBalances.ownerId, users.ownerId), eq(mainBalances.userId, users.ownerId)),
    )
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  if (!found) return undefined
  const { loginDateTime, sumDay } = found.lastLoginLog
  return { ...found, lastLoginLog: loginDateTime === null ? null : { sumDay, loginDateTime } }
}

const isMain = sql`${users.userId} = ${users.ownerId}`
const flag = (condition: Column | ReturnType<typeof sql>) => sql<0 | 1>`(${condition})::int`

const person = (zone: string) => ({
  userId: users.userId,
  parentUserId: sql<string | null>`nullif(${users.ownerId}, ${users.userId})`,
  parentName: sql<
    string | null
  >`case when ${isMain} then null else coalesce(nullif(${mains.nickname}, ''), ${mains.username}) end`,
  nickname: users.nickname,
  account: users.account,
  username: users.username,
  inviteCode: users.inviteCode,
  inviteCount: users.inviteCount,
  autoDistribution: flag(mains.autoDistribution),
  tranChannelId: mains.channelId,
  memberGroupId: mains.memberGroupId,
  registerDateTime: wireTime(users.registeredAt, zone),
  enabled: flag(users.enabled),
  createChildUser: flag(sql`${isMain} and ${memberGroups.createChildUser}`),
})

const membership = {
  name: memberGroups.name,
  enName: memberGroups.enName,
  translationBillingMode: memberGroups.billingMode,
}

const account = (zone: string) => ({
  usableCharNum: balances.chars,
  usableVoiceNum: balances.voices,
  usableImageNum: balances.images,
  usedCharTotal: balances.usedChars,
  rechargeAmountTotal: balances.rechargedCents,
  expireDateTime: wireTime<string | null>(mainBalances.expiresAt, zone),
})

const lastLogin = (zone: string) => ({
  sumDay: users.loginDays,
  loginDateTime: wireTime<string | null>(users.lastLoginAt, zone),
})

/** `reads` serves unfiltered pages, `db` filtered ones. */
type Ways = { db: Db; reads: Reads }
type Query = ParsedInputOf<typeof loginLogCalls.page>
type UserKeyOrPlaceholder = { ownerId: string | Placeholder; userId: string | Placeholder }

const rowsOf = ({ ownerId, userId }: UserKeyOrPlaceholder) =>
  and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId))!
const fieldsIn = (zone: string | Placeholder) => ({
  id: sql<string>`${loginLog.seq}::text`,
  loginIp: loginLog.ip,
  clientType: loginLog.clientType,
  loginDateTime: wireTime(loginLog.at, zone),
})

const seek = seekPages<LoginLogRow>({
  name: 'login_log_page',
  table: loginLog,
  seq: loginLog.seq,
  at: loginLog.at,
  mine: rowsOf({ ownerId: sql.placeholder('ownerId'), userId: sql.placeholder('userId') }),
  fields: fieldsIn(sql.placeholder('zone')),
})

/**
 * Filters by address or client type leave gaps in the sequence numbers; such pages use count and
 * offset instead of a seek by number.
 */
export async function loginLogPage(
  { db, reads }: Ways,
  { ownerId, userId }: UserKeyOrPlaceholder,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const { loginIp, clientType, loginDateTimeBegin: begin, loginDateTimeEnd: end } = query
  if (!loginIp && !clientType) return seek(reads, { ownerId, userId, zone }, query, { begin, end })
  const ip = loginIp ? contains(loginLog.ip, loginIp) : undefined
  const client = clientType ? eq(loginLog.clientType, clientType) : undefined
  return countedPage(
    db,
    and(rowsOf({ ownerId, userId }), ip, client, inRange(loginLog.at, { begin, end }, zone)),
    query,
    zone,
  )
}

export async function loginLogRow(
  db: Db,
  user: UserKeyOrPlaceholder,
  id: number,
  zone: string,
): Promise<LoginLogRow | undefined> {
  const rows = await db
    .select(fieldsIn(zone))
    .from(loginLog)
    .where(and(rowsOf(user), eq(loginLog.seq, id)))
  return rows[0]
}

async function countedPage(
  db: Db,
  expected: SQL | undefined,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const [total, rows] = await Promise.all([
    countUpTo(db, loginLog, expected),
    db
      .select(fieldsIn(zone))
      .from(loginLog)
      .where(expected)
      .orderBy(orderByTime(query) === 'desc' ? desc(loginLog.seq) : asc(loginLog.seq))
      .limit(query.pageSize)
      .offset(offsetOf(query)),
  ])
  return { ...total, rows }
}

/** Queries of the users who registered by an owner's invitation. */
export async function invitePage(
  db: Db,
  ownerId: string,
  query: ParsedInputOf<typeof inviteCalls.page>,
  zone: string,
): Promise<Page<Invite>> {
  const isInvited = eq(invites.ownerId, ownerId)
  const { name, reward } = invites
  const fields = {
    id: sql<string>`${invites.invitedId}::text`,
    name,
    reward,
    registerDateTime: wireTime(invites.at, zone),
  }
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(invites).where(isInvited),
    db
      .select(fields)
      .from(invites)
      .where(
        and(isInvited, inArray(invites.invitedId, keysOn(db, invites.invitedId, isInvited, query))),
      )
      .orderBy(desc(invites.invitedId)),
  ])
  return { total: counted?.total ?? 0, rows }
}
