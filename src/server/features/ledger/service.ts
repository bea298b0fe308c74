/**
 * The ledger: the only code that changes what somebody owns. Each change leaves a row that tells
 * before and after, in the same transaction, under locks that are always taken in the same order.
 */
import type { UserKey } from '#server/platform/user-key.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { accountLog } from '#server/platform/db/schema.ts'
import {
  closeStatement,
  lockStatement,
  countUsedStatement,
  writeStatement,
  type LockedRow,
} from '#server/features/ledger/statements.ts'
import { alertIfLow } from '#server/features/ledger/low-balance.ts'
import { ApiError } from '#server/http/errors.ts'

type LogRow = typeof accountLog.$inferInsert
/** Whole characters, voice and image units. */
export type Units = { chars: number; voices: number; images: number }
export const nothing: Units = { chars: 0, voices: 0, images: 0 }

/** What somebody owns, read under its lock. */
export type Account = Units & {
  userId: string
  /** How the ledger's rows call its user. */
  name: string
  /**
   * Of `chars`, those set aside for translations under way, and how many of these are the user's.
   */
  reserved: number
  translating: number
  expiresAt: Date | null
  closed: boolean
  /** The owner wants to be told when there are fewer characters. */
  lowChars: number | null
}

/** What a row tells besides what changed. */
export type EntryContext = Partial<
  Pick<
    LogRow,
    | 'beforeChannelId'
    | 'lastChannelId'
    | 'beforeBillingMode'
    | 'lastBillingMode'
    | 'rechargeOrderNo'
    | 'rechargeGroupName'
    | 'rechargeGroupEnName'
    | 'rechargeChannelId'
    | 'rechargeBillingMode'
    | 'consumeConfigId'
    | 'consumeChannelId'
    | 'consumeTranslationSeq'
    | 'consumerIp'
    | 'managerId'
    | 'managerName'
    | 'parentName'
    | 'childName'
    | 'transferId'
  >
>

/** One change of one account: what is added, or taken when negative. */
export type Entry = {
  userId: string
  logType: LogRow['logType']
  change: Partial<Units>
  /** Minutes by which a membership by time became longer or shorter; goes with `expiresAt`. */
  minutes?: number
  /** Where the expiry moves to; absent: stays. */
  expiresAt?: Date | null
  /** Characters to be counted as used. */
  used?: number
  /** Money paid, in cents. */
  cents?: number
  context?: EntryContext
}

/**
 * Accounts of one owner under lock until the transaction ends: only what is held can be changed.
 */
export class LockedAccounts {
  readonly ownerId: string
  private readonly accounts: Map<string, Account>

  constructor(ownerId: string, rows: readonly LockedRow[]) {
    this.ownerId = ownerId
    this.accounts = new Map(rows.map((row) => [row.user_id, accountOf(row)]))
  }

  /** The account of a user who is not deleted; what was posted meanwhile is in it. */
  find(userId: string): Account | undefined {
    const account = this.accounts.get(userId)
    return account?.closed ? undefined : account
  }

  /** As `find`. Throws ApiError `notFound`. */
  get(userId: string): Account {
    const account = this.find(userId)
    if (!account) throw new ApiError('notFound')
    return account
  }

  set(account: Account): void {
    this.accounts.set(account.userId, account)
  }
}

/**
 * Locks the accounts named, the main account's always first and then by rising id, so that two
 * transactions can't wait for each other. Whoever changes an account and something else locks here
 * first.
 */
export async function lockAccounts(
  tx: Db,
  ownerId: string,
  userIds: readonly string[],
): Promise<LockedAccounts> {
  return new LockedAccounts(
    ownerId,
    await lockStatement(tx, { ownerId, userIds: [...new Set(userIds)] }),
  )
}

/**
 * Makes the changes in their order, all or none, and writes a row for each that changes a quantity
 * or an expiry. Throws ApiError `notEnough`, which says who lacks what, when a change would leave
 * less than nothing. The owner is told of a low balance, but not where a membership by time has no
 * use for characters.
 */
export async function postEntries(
  tx: Db,
  locked: LockedAccounts,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const before = locked.find(locked.ownerId)
  const rows = entries.map((entry) => applied(locked, entry))
  await writeStatement(tx, locked.ownerId, rows, entries, now)
  const byTime = entries.some(({ context }) => context?.lastBillingMode === 'time')
  if (before && !byTime)
    await alertIfLow(
      tx,
      { ownerId: locked.ownerId, before, after: locked.get(locked.ownerId) },
      now,
    )
}

/**
 * Counts characters that were paid by time: nothing is deducted, so there is no row. Throws ApiError
 * `notFound`.
 */
export async function countUsed(
  tx: Db,
  { ownerId, userId }: UserKey,
  chars: number,
): Promise<void> {
  const counted = await countUsedStatement(tx, { ownerId, userId, chars })
  if (counted.length === 0) throw new ApiError('notFound')
}

/** Nothing can be given to these users any more; what they had must have been taken before. */
export async function closeAccounts(
  tx: Db,
  locked: LockedAccounts,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await closeStatement(tx, { ownerId: locked.ownerId, userIds, now: now.toISOString() })
}

/** Each row begins where the one before it, of the same user, ended. */
function applied(
  locked: LockedAccounts,
  { userId, logType, change, minutes = 0, expiresAt, context }: Entry,
): Omit<LogRow, 'seq' | 'typeSeq' | 'at'> {
  const before = locked.get(userId)
  const { chars = 0, voices = 0, images = 0 } = change
  const last = {
    ...before,
    chars: before.chars + chars,
    voices: before.voices + voices,
    images: before.images + images,
  }
  if (expiresAt !== undefined) last.expiresAt = expiresAt
  refuseShortage(before, last)
  locked.set(last)
  return {
    ...context,
    ownerId: locked.ownerId,
    userId,
    logType,
    charChange: chars,
    minuteChange: minutes,
    voiceChange: voices,
    imageChange: images,
    beforeChars: before.chars,
    lastChars: last.chars,
    beforeVoices: before.voices,
    lastVoices: last.voices,
    beforeImages: before.images,
    lastImages: last.images,
    beforeExpiresAt: before.expiresAt,
    lastExpiresAt: last.expiresAt,
  }
}

function refuseShortage(before: Account, last: Units): void {
  for (const unit of ['chars', 'voices', 'images'] as const) {
    if (last[unit] < 0) throw shortage(before, unit, before[unit] - last[unit])
    if (last[unit] > Number.MAX_SAFE_INTEGER) throw new ApiError('invalid')
  }
}

/** Characters that may be spent or given away: not those set aside for translations under way. */
export const availableChars = ({ chars, reserved }: Account): number =>
  Math.max(0, chars - reserved)

/** What may be spent of each unit. */
export const spendable = (account: Account): Units => ({
  chars: availableChars(account),
  voices: account.voices,
  images: account.images,
})

/** The refusal that says who may spend how much of what, and how much is needed. */
const shortage = (account: Account, unit: keyof Units, needed: number): ApiError =>
  new ApiError('notEnough', {
    because: {
      reason: unit,
      values: { who: account.name, left: spendable(account)[unit], needed },
    },
  })

const accountOf = (row: LockedRow): Account => ({
  userId: row.user_id,
  name: row.name,
  chars: Number(row.chars),
  reserved: Number(row.reserved_chars),
  translating: row.translating,
  voices: Number(row.voices),
  images: Number(row.images),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  closed: row.closed,
  lowChars: row.low_chars === null ? null : Number(row.low_chars),
})
