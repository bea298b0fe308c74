/**
 * Quota on its way between a main account and its sub-accounts. Whatever one side loses, the other
 * gains.
 */
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
import { shortageOf } from '#server/features/ledger/shortage.ts'
import { ApiError } from '#server/http/errors.ts'

type WireId = string | number
export type Move = { ownerId: string; subIds: readonly WireId[]; each: Units }

/**
 * Gives each of the sub-accounts the same, all or none; tells who gave it to whom. Throws ApiError
 * `notFound` or `notEnough`, each saying who.
 */
export async function distribute(
  tx: Db,
  { ownerId, subIds, each }: Move,
  now: Date,
): Promise<{ main: Account; subs: Account[] }> {
  const { held, main, subs } = await holdFamily(tx, ownerId, subIds)
  await refuseMore(tx, ownerId, main, {
    chars: each.chars * subs.length,
    voices: each.voices * subs.length,
    images: each.images * subs.length,
  })
  const entries = subs.flatMap((sub) => transfer(main, sub, each, 'DISTRIBUTION', byMain(main)))
  await postEntries(tx, held, entries, now)
  return { main, subs }
}

/**
 * Takes back from each of the sub-accounts. Throws ApiError `notFound` or `notEnough`, each saying
 * who.
 */
export async function reclaim(tx: Db, { ownerId, subIds, each }: Move, now: Date): Promise<void> {
  const { held, main, subs } = await holdFamily(tx, ownerId, subIds)
  for (const sub of subs) await refuseMore(tx, ownerId, sub, each)
  const entries = subs.flatMap((sub) =>
    transfer(main, sub, negative(each), 'RECOVERY', byMain(main)),
  )
  await postEntries(tx, held, entries, now)
}

/**
 * Takes back all that these sub-accounts have left. Their accounts are held afterwards. Throws
 * ApiError `notFound`, saying who.
 */
export async function recover(
  tx: Db,
  ownerId: string,
  subIds: readonly WireId[],
  now: Date,
): Promise<LockedAccounts> {
  const { held, main, subs } = await holdFamily(tx, ownerId, subIds)
  const entries = subs.flatMap((sub) =>
    isEmpty(sub) ? [] : transfer(main, sub, negative(sub), 'RECOVERY', byMain(main)),
  )
  await postEntries(tx, held, entries, now)
  return held
}

/** Who moved it. Nobody did when the system drew it by itself. */
export type Manager = { managerId: string; managerName: string } | Record<string, never>
const byMain = ({ userId, name }: Account): Manager => ({ managerId: userId, managerName: name })

/**
 * Both sides of giving `units` to a sub-account; negative ones go back. The side that loses comes
 * first.
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
  const given: Entry = {
    userId: sub.userId,
    logType,
    change: { chars: units.chars, voices: units.voices, images: units.images },
    context: about,
  }
  const taken: Entry = { userId: main.userId, logType, change: negative(units), context: about }
  return logType === 'DISTRIBUTION' ? [taken, given] : [given, taken]
}

async function holdFamily(
  tx: Db,
  ownerId: string,
  asked: readonly WireId[],
): Promise<{ held: LockedAccounts; main: Account; subs: Account[] }> {
  const ids = [...new Set(asked.map(String))]
  const locked = await lockAccounts(tx, ownerId, [ownerId, ...ids.filter(isId)])
  const subs = ids.map((id) => {
    const sub = id === ownerId ? undefined : locked.find(id)
    if (!sub)
      throw new ApiError('notFound', { because: { reason: 'noSubAccount', values: { who: id } } })
    return sub
  })
  return { held: locked, main: locked.get(ownerId), subs }
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
