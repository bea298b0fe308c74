/** Transfers quota between a main account and its sub-accounts. */
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  lockAccounts,
  postEntries,
  spendable,
  type Account,
  type Entry,
  type LockedAccounts,
  type Units,
} from '#server/features/ledger/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'

type WireId = string | number

/** The same amounts between the main account and each of some sub-accounts. */
type Move = { ownerId: string; subIds: readonly WireId[]; each: Units }

/**
 * Distributes the same amounts to each sub-account, all or none. Throws ApiError `notFound` or
 * `notEnough` with the account's name.
 */
export async function distribute(
  tx: Db,
  { ownerId, subIds, each }: Move,
  now: Date,
): Promise<{ main: Account; subs: Account[] }> {
  const { locked, main, subs } = await lockTransfer(tx, ownerId, subIds)
  await refuseMore(tx, ownerId, main, {
    chars: each.chars * subs.length,
    voices: each.voices * subs.length,
    images: each.images * subs.length,
  })
  const entries = subs.flatMap((sub) => transfer(main, sub, each, 'DISTRIBUTION', byMain(main)))
  await postEntries(tx, locked, entries, now)
  return { main, subs }
}

/**
 * Reclaims the same amounts from each sub-account. Throws ApiError `notFound` or `notEnough` with
 * the account's name.
 */
export async function reclaim(tx: Db, { ownerId, subIds, each }: Move, now: Date): Promise<void> {
  const { locked, main, subs } = await lockTransfer(tx, ownerId, subIds)
  for (const sub of subs) await refuseMore(tx, ownerId, sub, each)
  const entries = subs.flatMap((sub) =>
    transfer(main, sub, negative(each), 'RECOVERY', byMain(main)),
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
  const subs = subAccountsIn(locked, [...new Set(subIds.map(String))])
  const entries = subs.flatMap((sub) =>
    isEmpty(sub) ? [] : transfer(main, sub, negative(sub), 'RECOVERY', byMain(main)),
  )
  await postEntries(tx, locked, entries, now)
}

/** Who made the transfer; empty if the system covered a shortfall. */
type Manager = { managerId: string; managerName: string } | Record<string, never>
const byMain = ({ userId, name }: Account): Manager => ({ managerId: userId, managerName: name })

/**
 * Both log entries of a transfer to a sub-account; negative units go to the main account. The
 * debited side comes first.
 */
export function transfer(
  main: Account,
  sub: Account,
  units: Units,
  logType: 'DISTRIBUTION' | 'RECOVERY',
  manager: Manager,
): Entry[] {
  const about = {
    ...manager,
    parentName: main.name,
    childName: sub.name,
    transferId: crypto.randomUUID(),
  }
  const received: Entry = {
    userId: sub.userId,
    logType,
    change: { chars: units.chars, voices: units.voices, images: units.images },
    context: about,
  }
  const taken: Entry = { userId: main.userId, logType, change: negative(units), context: about }
  return logType === 'DISTRIBUTION' ? [taken, received] : [received, taken]
}

async function lockTransfer(
  tx: Db,
  ownerId: string,
  received: readonly WireId[],
): Promise<{ locked: LockedAccounts; main: Account; subs: Account[] }> {
  const ids = [...new Set(received.map(String))]
  const locked = await lockAccounts(tx, ownerId, [ownerId, ...ids.filter(isId)])
  return { locked, main: locked.get(ownerId), subs: subAccountsIn(locked, ids) }
}

function subAccountsIn(locked: LockedAccounts, ids: readonly string[]): Account[] {
  return ids.map((id) => {
    const sub = id === locked.ownerId ? undefined : locked.find(id)
    if (!sub)
      throw new ApiError('notFound', { reason: { key: 'noSubAccount', values: { account: id } } })
    return sub
  })
}

async function refuseMore(tx: Db, ownerId: string, account: Account, needed: Units): Promise<void> {
  for (const unit of ['chars', 'voices', 'images'] as const)
    if (spendable(account)[unit] < needed[unit])
      throw await shortageOf(tx, ownerId, account, unit, needed[unit])
}

const negative = ({ chars, voices, images }: Units): Units => ({
  chars: 0 - chars,
  voices: 0 - voices,
  images: 0 - images,
})
const isEmpty = ({ chars, voices, images }: Units) => chars + voices + images === 0

const ofSubAccount = { chars: 'subChars', voices: 'subVoices', images: 'subImages' } as const

/** Error for a main account, naming the account that has too little. */
async function shortageOf(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof Units,
  needed: number,
): Promise<ApiError> {
  const nameOf = await namesOf(tx, ownerId, [account.userId])
  const user = nameOf(account.userId) ?? account.name
  const values = { account: user, left: spendable(account)[unit], needed }
  return new ApiError('notEnough', { reason: { key: unit, values } })
}

/** Error for a user who runs short; a sub-account also gets the name of its main account. */
export async function shortageOfUser(
  tx: Db,
  ownerId: string,
  account: Account,
  unit: keyof Units,
  needed: number,
): Promise<ApiError> {
  const { userId, name } = account
  if (userId === ownerId) return shortageOf(tx, ownerId, account, unit, needed)
  const nameOf = await namesOf(tx, ownerId, [ownerId, userId])
  const values = { account: nameOf(userId) ?? name, left: spendable(account)[unit], needed }
  return new ApiError('notEnough', {
    reason: { key: ofSubAccount[unit], values: { ...values, main: nameOf(ownerId) ?? '' } },
  })
}

/**
 * Reads names only on refusal, to keep them out of the lock statement of every translation. A main
 * account's e-mail address is not shown to its sub-accounts.
 */
async function namesOf(
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
