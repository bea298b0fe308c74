/** Both sides of a transfer between a main account and sub-accounts, and what refuses one. */
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  lockAccounts,
  quotaUnits,
  type Account,
  type LockedAccounts,
  spendableAmounts,
  type QuotaAmounts,
} from '#server/features/ledger/lock-accounts.ts'
import type { Entry } from '#server/features/ledger/post-entries.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { ApiError } from '#server/http/errors.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'

export type WireId = string | number

/**
 * The same amounts between the main account and each of some sub-accounts. `manager`: who made the
 * transfer, if not the main account.
 */
export type TransferRequest = {
  ownerId: string
  subIds: readonly WireId[]
  each: QuotaAmounts
  manager?: Manager | undefined
}

export type Manager = { managerId: string; managerName: string }

/** The sub-account that makes a transfer for its main account; undefined for the main account. */
export async function readManager(
  tx: Db,
  { ownerId, actor }: Pick<CurrentUser, 'ownerId' | 'actor'>,
): Promise<Manager | undefined> {
  if (!actor) return undefined
  const [found] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, actor.userId)))
  return { managerId: actor.userId, managerName: found?.account ?? '' }
}

/**
 * Who made the transfer, the request that it grants, or the month that it tops up; empty if the
 * system covered a shortfall.
 */
type Cause = Partial<Manager & { requestId: string; topUpMonth: string }>
export const managedByMain = ({ userId, name }: Account): Manager => ({
  managerId: userId,
  managerName: name,
})

/**
 * Both log entries of a transfer to a sub-account; negative units go to the main account. The
 * debited side comes first.
 */
export function createTransferEntries(
  main: Account,
  sub: Account,
  units: QuotaAmounts,
  logType: 'DISTRIBUTION' | 'RECOVERY',
  cause: Cause,
): Entry[] {
  const context = {
    ...cause,
    parentName: main.name,
    childName: sub.name,
    transferId: crypto.randomUUID(),
  }
  const subEntry: Entry = {
    userId: sub.userId,
    logType,
    change: { chars: units.chars, voices: units.voices, images: units.images },
    context,
  }
  const mainEntry: Entry = { userId: main.userId, logType, change: negate(units), context }
  return logType === 'DISTRIBUTION' ? [mainEntry, subEntry] : [subEntry, mainEntry]
}

export async function lockMainAndSubs(
  tx: Db,
  ownerId: string,
  subIds: readonly WireId[],
): Promise<{ locked: LockedAccounts; main: Account; subs: Account[] }> {
  const ids = [...new Set(subIds.map(String))]
  const locked = await lockAccounts(tx, ownerId, [ownerId, ...ids.filter(isId)])
  return { locked, main: locked.get(ownerId), subs: getSubAccounts(locked, ids) }
}

export function getSubAccounts(locked: LockedAccounts, ids: readonly string[]): Account[] {
  return ids.map((id) => {
    const sub = id === locked.ownerId ? undefined : locked.find(id)
    if (!sub)
      throw new ApiError('notFound', { reason: { key: 'noSubAccount', values: { account: id } } })
    return sub
  })
}

export async function refuseShortage(
  tx: Db,
  ownerId: string,
  account: Account,
  needed: QuotaAmounts,
): Promise<void> {
  for (const unit of quotaUnits)
    if (spendableAmounts(account)[unit] < needed[unit])
      throw await createShortageError(tx, ownerId, account, unit, needed[unit])
}

/** `0 - x`, because `-x` would be -0 for 0. */
export const negate = ({ chars, voices, images }: QuotaAmounts): QuotaAmounts => ({
  chars: 0 - chars,
  voices: 0 - voices,
  images: 0 - images,
})

const subAccountReasons = { chars: 'subChars', voices: 'subVoices', images: 'subImages' } as const

/** Error for a main account, naming the account that has too little. */
async function createShortageError(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof QuotaAmounts,
  needed: number,
): Promise<ApiError> {
  const nameOf = await readNames(tx, ownerId, [account.userId])
  const user = nameOf(account.userId) ?? account.name
  const values = { account: user, left: spendableAmounts(account)[unit], needed }
  return new ApiError('notEnough', { reason: { key: unit, values } })
}

/** Error for a user who runs short; a sub-account also gets the name of its main account. */
export async function createUserShortageError(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof QuotaAmounts,
  needed: number,
): Promise<ApiError> {
  const { userId, name } = account
  if (userId === ownerId) return createShortageError(tx, ownerId, account, unit, needed)
  const nameOf = await readNames(tx, ownerId, [ownerId, userId])
  const values = { account: nameOf(userId) ?? name, left: spendableAmounts(account)[unit], needed }
  return new ApiError('notEnough', {
    reason: { key: subAccountReasons[unit], values: { ...values, main: nameOf(ownerId) ?? '' } },
  })
}

/**
 * Reads names only on refusal, to keep them out of the lock statement of every translation. A main
 * account's e-mail address is not shown to its sub-accounts.
 */
async function readNames(
  tx: Db,
  ownerId: string,
  userIds: string[],
): Promise<(userId: string) => string | null | undefined> {
  const rows = await tx
    .select({
      userId: users.userId,
      name: sql<string | null>`coalesce(nullif(${users.nickname}, ''), ${users.username})`,
    })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, userIds)))
  return (userId) => rows.find((row) => row.userId === userId)?.name
}
