/** Reads the signed-in user with package, balances and last sign-in. */
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq, sql, type Column } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { User } from '#contract/user.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { wireTime } from '#server/platform/db/time.ts'

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
      accountRole: users.accountRole,
      mainBalance: {
        usableCharNum: mainBalances.chars,
        usableVoiceNum: mainBalances.voices,
        usableImageNum: mainBalances.images,
      },
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
  const { accountRole, mainBalance, ...user } = found
  const { loginDateTime, sumDay } = found.lastLoginLog
  const ofSubAccount = userId === ownerId ? {} : { accountRole: accountRole ?? ('member' as const) }
  return {
    ...user,
    ...ofSubAccount,
    mainBalance: accountRole === 'deputy' ? mainBalance : null,
    lastLoginLog: loginDateTime === null ? null : { sumDay, loginDateTime },
  }
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
  createApiKey: toFlag(sql`${isMainAccount} or ${mainAccounts.subAccountKeys}`),
  subAccountKeys: toFlag(mainAccounts.subAccountKeys),
  createChildUser: toFlag(
    sql`(${isMainAccount} or ${users.accountRole} is not distinct from 'deputy') and ${memberGroups.createChildUser}`,
  ),
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
