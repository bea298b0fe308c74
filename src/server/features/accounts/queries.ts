/** Reads of a user's profile, login log and invitations. */
import { containsText, type UserKey } from '#server/platform/db/columns.ts'
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
import { isInRange, wireTime } from '#server/platform/db/time.ts'
import { loginLog } from '#server/features/identity/table.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { LoginLogRow, loginLog as loginLogCalls } from '#contract/sessions.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import {
  countUpTo,
  createSeekPagination,
  selectPageKeys,
  timeOrder,
  toOffset,
  type Page,
} from '#server/platform/db/page.ts'
import type { Invite, invites as inviteCalls } from '#contract/invites.ts'

const mainAccounts = alias(users, 'mains')
const mainBalances = alias(balances, 'main_balances')

/** Reads a user with balances and membership; sub-accounts have their main account's membership. */
export async function readUser(
  db: Db,
  { ownerId, userId }: UserKey,
  zone: string,
): Promise<User | undefined> {
  const [found] = await db
    .select({
      ...userFields(zone),
      memberGroup: membershipFields,
      memberAccount: balanceFields(zone),
      lastLoginLog: lastLoginFields(zone),
    })
    .from(users)
    .innerJoin(
      mainAccounts,
      and(eq(mainAccounts.ownerId, users.ownerId), eq(mainAccounts.userId, users.ownerId)),
    )
    .innerJoin(memberGroups, eq(memberGroups.id, mainAccounts.memberGroupId))
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

const isMainAccount = sql`${users.userId} = ${users.ownerId}`
const toFlag = (condition: Column | ReturnType<typeof sql>) => sql<0 | 1>`(${condition})::int`

const userFields = (zone: string) => ({
  userId: users.userId,
  parentUserId: sql<string | null>`nullif(${users.ownerId}, ${users.userId})`,
  parentName: sql<
    string | null
  >`case when ${isMainAccount} then null else coalesce(nullif(${mainAccounts.nickname}, ''), ${mainAccounts.username}) end`,
  nickname: users.nickname,
  account: users.account,
  username: users.username,
  inviteCode: users.inviteCode,
  inviteCount: users.inviteCount,
  autoDistribution: toFlag(mainAccounts.autoDistribution),
  tranChannelId: mainAccounts.channelId,
  memberGroupId: mainAccounts.memberGroupId,
  registerDateTime: wireTime(users.registeredAt, zone),
  enabled: toFlag(users.enabled),
  createChildUser: toFlag(sql`${isMainAccount} and ${memberGroups.createChildUser}`),
})

const membershipFields = {
  name: memberGroups.name,
  enName: memberGroups.enName,
  translationBillingMode: memberGroups.billingMode,
}

const balanceFields = (zone: string) => ({
  usableCharNum: balances.chars,
  usableVoiceNum: balances.voices,
  usableImageNum: balances.images,
  usedCharTotal: balances.usedChars,
  rechargeAmountTotal: balances.rechargedCents,
  expireDateTime: wireTime<string | null>(mainBalances.expiresAt, zone),
})

const lastLoginFields = (zone: string) => ({
  sumDay: users.loginDays,
  loginDateTime: wireTime<string | null>(users.lastLoginAt, zone),
})

/** `reads` serves unfiltered pages, `db` filtered ones. */
type LoginLogReaders = { db: Db; reads: Reads }
type Query = ParsedInputOf<typeof loginLogCalls.page>
type UserKeyOrPlaceholder = { ownerId: string | Placeholder; userId: string | Placeholder }

const isOfUser = ({ ownerId, userId }: UserKeyOrPlaceholder) =>
  and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId))!
const loginLogFields = (zone: string | Placeholder) => ({
  id: sql<string>`${loginLog.seq}::text`,
  loginIp: loginLog.ip,
  clientType: loginLog.clientType,
  loginDateTime: wireTime(loginLog.at, zone),
})

const readSeekPage = createSeekPagination<LoginLogRow>({
  name: 'login_log_page',
  table: loginLog,
  seq: loginLog.seq,
  at: loginLog.at,
  owned: isOfUser({ ownerId: sql.placeholder('ownerId'), userId: sql.placeholder('userId') }),
  fields: loginLogFields(sql.placeholder('zone')),
})

/**
 * Filters by address or client type leave gaps in the sequence numbers; such pages use count and
 * offset instead of a seek by number.
 */
export async function readLoginLogPage(
  { db, reads }: LoginLogReaders,
  { ownerId, userId }: UserKey,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const { loginIp, clientType, loginDateTimeBegin: begin, loginDateTimeEnd: end } = query
  if (!loginIp && !clientType)
    return readSeekPage(reads, { ownerId, userId, zone }, query, { begin, end })
  const ip = loginIp ? containsText(loginLog.ip, loginIp) : undefined
  const client = clientType ? eq(loginLog.clientType, clientType) : undefined
  return readCountedPage(
    db,
    and(isOfUser({ ownerId, userId }), ip, client, isInRange(loginLog.at, { begin, end }, zone)),
    query,
    zone,
  )
}

export async function readLoginLogRow(
  db: Db,
  user: UserKey,
  id: number,
  zone: string,
): Promise<LoginLogRow | undefined> {
  const rows = await db
    .select(loginLogFields(zone))
    .from(loginLog)
    .where(and(isOfUser(user), eq(loginLog.seq, id)))
  return rows[0]
}

async function readCountedPage(
  db: Db,
  where: SQL | undefined,
  query: Query,
  zone: string,
): Promise<Page<LoginLogRow>> {
  const [total, rows] = await Promise.all([
    countUpTo(db, loginLog, where),
    db
      .select(loginLogFields(zone))
      .from(loginLog)
      .where(where)
      .orderBy(timeOrder(query) === 'desc' ? desc(loginLog.seq) : asc(loginLog.seq))
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return { ...total, rows }
}

/** Users who registered by an owner's invitation, newest first. */
export async function readInvitePage(
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
        and(
          isInvited,
          inArray(invites.invitedId, selectPageKeys(db, invites.invitedId, isInvited, query)),
        ),
      )
      .orderBy(desc(invites.invitedId)),
  ])
  return { total: counted?.total ?? 0, rows }
}
