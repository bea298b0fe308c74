/** Reads a user with balances and membership; sub-accounts have their main account's membership. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, sql, type Column } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { User } from '#contract/users.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances, memberGroups, users } from '#server/schema.ts'
import { wireTime } from '#server/platform/db/time.ts'

const mains = alias(users, 'mains')
const mainBalances = alias(balances, 'main_balances')

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
