/** Transfers quota between a main account and its sub-accounts. */
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  lockAccounts,
  postEntries,
  quotaUnits,
  type Account,
  type Entry,
  type LockedAccounts,
  spendableAmounts,
  type QuotaAmounts,
} from '#server/features/ledger/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'

type WireId = string | number

/** The same amounts between the main account and each of some sub-accounts. */
type TransferRequest = { ownerId: string; subIds: readonly WireId[]; each: QuotaAmounts }

/**
 * Distributes the same amounts to each sub-account, all or none. Throws ApiError `notFound` or
 * `notEnough` with the account's name.
 */
export async function distribute(
  tx: Db,
  { ownerId, subIds, each }: TransferRequest,
  now: Date,
): Promise<{ main: Account; subs: Account[] }> {
  const { locked, main, subs } = await lockMainAndSubs(tx, ownerId, subIds)
  await refuseShortage(tx, ownerId, main, {
    chars: each.chars * subs.length,
    voices: each.voices * subs.length,
    images: each.images * subs.length,
  })
  const entries = subs.flatMap((sub) =>
    createTransferEntries(main, sub, each, 'DISTRIBUTION', managedByMain(main)),
  )
  await postEntries(tx, locked, entries, now)
  return { main, subs }
}

/**
 * Reclaims the same amounts from each sub-account. Throws ApiError `notFound` or `notEnough` with
 * the account's name.
 */
export async function reclaim(
  tx: Db,
  { ownerId, subIds, each }: TransferRequest,
  now: Date,
): Promise<void> {
  const { locked, main, subs } = await lockMainAndSubs(tx, ownerId, subIds)
  for (const sub of subs) await refuseShortage(tx, ownerId, sub, each)
  const entries = subs.flatMap((sub) =>
    createTransferEntries(main, sub, negate(each), 'RECOVERY', managedByMain(main)),
  )
  await postEntries(tx, locked, entries, now)
}

/**
 * Reclaims everything these sub-accounts, which are locked with the main account, have left. Throws
 * ApiError `notFound` with the id.
 */
export async function reclaimAll(
  tx: Db,
  locked: LockedAccounts,
  subIds: readonly WireId[],
  now: Date,
): Promise<void> {
  const main = locked.get(locked.ownerId)
  const subs = getSubAccounts(locked, [...new Set(subIds.map(String))])
  const entries = subs.flatMap((sub) =>
    isEmpty(sub)
      ? []
      : createTransferEntries(main, sub, negate(sub), 'RECOVERY', managedByMain(main)),
  )
  await postEntries(tx, locked, entries, now)
}

/** Who made the transfer; empty if the system covered a shortfall. */
type Manager = { managerId: string; managerName: string } | Record<string, never>
const managedByMain = ({ userId, name }: Account): Manager => ({
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
  manager: Manager,
): Entry[] {
  const context = {
    ...manager,
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

async function lockMainAndSubs(
  tx: Db,
  ownerId: string,
  subIds: readonly WireId[],
): Promise<{ locked: LockedAccounts; main: Account; subs: Account[] }> {
  const ids = [...new Set(subIds.map(String))]
  const locked = await lockAccounts(tx, ownerId, [ownerId, ...ids.filter(isId)])
  return { locked, main: locked.get(ownerId), subs: getSubAccounts(locked, ids) }
}

function getSubAccounts(locked: LockedAccounts, ids: readonly string[]): Account[] {
  return ids.map((id) => {
    const sub = id === locked.ownerId ? undefined : locked.find(id)
    if (!sub)
      throw new ApiError('notFound', { reason: { key: 'noSubAccount', values: { account: id } } })
    return sub
  })
}

async function refuseShortage(
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
const negate = ({ chars, voices, images }: QuotaAmounts): QuotaAmounts => ({
  chars: 0 - chars,
  voices: 0 - voices,
  images: 0 - images,
})
const isEmpty = ({ chars, voices, images }: QuotaAmounts) => chars + voices + images === 0

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
