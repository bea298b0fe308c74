/** Locks accounts and posts ledger entries: every change of a balance goes through here. */
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/features/accounts/table.ts'
import { balanceAlerts, balances, type accountLog } from '#server/features/ledger/table.ts'
import { lockStatement, type LockedRow, writeRows } from '#server/features/ledger/statements.ts'
import { ApiError } from '#server/http/errors.ts'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { createNotice } from '#server/features/notifications/index.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type LogRow = typeof accountLog.$inferInsert
/** Whole characters, voice units and images. */
export type QuotaAmounts = { chars: number; voices: number; images: number }
export const quotaUnits = ['chars', 'voices', 'images'] as const
export const zeroAmounts: QuotaAmounts = { chars: 0, voices: 0, images: 0 }

/** An account's balance, read under its row lock. */
export type Account = QuotaAmounts & {
  userId: string
  /** The user's name as written to the log. */
  name: string
  /** The part of `chars` reserved for running translations, and how many the user has running. */
  reserved: number
  translating: number
  expiresAt: Date | null
  isClosed: boolean
  /** The owner's low-balance threshold; null: alert disabled. */
  lowChars: number | null
}

/** Context columns of a log row, beyond the change itself. */
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

/** One change of one account; negative amounts are debits. */
export type Entry = {
  userId: string
  logType: LogRow['logType']
  change: Partial<QuotaAmounts>
  /** Minutes by which a time-based membership is extended or shortened; requires `expiresAt`. */
  minutes?: number
  /** The new expiry; undefined: unchanged. */
  expiresAt?: Date | null
  /** Characters to add to the usage counter. */
  used?: number
  /** Amount paid, in cents. */
  cents?: number
  context?: EntryContext
}

/**
 * Row-locked accounts of one owner, valid until the transaction ends. Only locked accounts can be
 * changed.
 */
export class LockedAccounts {
  readonly ownerId: string
  private readonly accounts = new Map<string, Account>()

  constructor(ownerId: string, rows: readonly LockedRow[]) {
    this.ownerId = ownerId
    this.add(rows)
  }

  /** Adds accounts that were locked later in the same transaction. */
  add(rows: readonly LockedRow[]): void {
    for (const row of rows) this.set(toAccount(row))
  }

  /** The account, including entries posted in this transaction; undefined if deleted. */
  find(userId: string): Account | undefined {
    const account = this.accounts.get(userId)
    return account?.isClosed ? undefined : account
  }

  /** Like `find`, but throws ApiError `notFound`. */
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
 * Locks the named accounts, the main account first, then in ascending id order to prevent
 * deadlocks. Transactions that also lock other rows must lock accounts first.
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
 * Locks the main account and all its open sub-accounts; returns the ids of the latter.
 */
export async function lockAccountGroup(
  tx: Db,
  ownerId: string,
): Promise<{ locked: LockedAccounts; subIds: string[] }> {
  const locked = await lockAccounts(tx, ownerId, [ownerId])
  return { locked, subIds: await lockSubAccounts(tx, locked) }
}

/**
 * Locks all open sub-accounts in addition to the main account, whose lock prevents changes to any
 * of them meanwhile. Returns their ids.
 */
export async function lockSubAccounts(tx: Db, locked: LockedAccounts): Promise<string[]> {
  const { ownerId } = locked
  const open = await tx
    .select({ userId: balances.userId })
    .from(balances)
    .where(
      and(eq(balances.ownerId, ownerId), ne(balances.userId, ownerId), isNull(balances.closedAt)),
    )
  const subIds = open.map(({ userId }) => userId)
  if (subIds.length > 0) locked.add(await lockStatement(tx, { ownerId, userIds: subIds }))
  return subIds
}

/**
 * Posts entries in order, all or none, with one log row each. Throws ApiError `notEnough` with the
 * account and the amounts if a balance would become negative. Sends a low-balance alert, except on
 * a change to billing by time.
 */
export async function postEntries(
  tx: Db,
  locked: LockedAccounts,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const before = locked.find(locked.ownerId)
  const rows = entries.map((entry) => applyEntry(locked, entry))
  await writeRows(tx, locked.ownerId, rows, entries, now)
  const isChangeToTime = entries.some(({ context }) => context?.lastBillingMode === 'time')
  if (before && !isChangeToTime)
    await alertIfLow(
      tx,
      { ownerId: locked.ownerId, before, after: locked.get(locked.ownerId) },
      now,
    )
}

/**
 * Counts characters translated in billing by time, without deduction or log row. Throws ApiError
 * `notFound`.
 */
export async function countUsedChars(
  tx: Db,
  { ownerId, userId }: UserKey,
  chars: number,
): Promise<void> {
  const counted = await tx
    .update(balances)
    .set({ usedChars: sql`${balances.usedChars} + ${chars}::bigint` })
    .where(
      and(eq(balances.ownerId, ownerId), eq(balances.userId, userId), isNull(balances.closedAt)),
    )
    .returning({ userId: balances.userId })
  if (counted.length === 0) throw new ApiError('notFound')
}

/** Closes the accounts, which must be empty. */
export async function closeAccounts(
  tx: Db,
  locked: LockedAccounts,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .update(balances)
    .set({ closedAt: now })
    .where(
      and(
        eq(balances.ownerId, locked.ownerId),
        inArray(balances.userId, [...userIds]),
        isNull(balances.closedAt),
      ),
    )
}

/**
 * Locks one account and posts one entry: a reward, a gift, a manual adjustment. Throws ApiError
 * `notFound` or `notEnough`.
 */
export async function adjustAccount(
  tx: Db,
  ownerId: string,
  entry: Entry,
  now: Date,
): Promise<void> {
  await postEntries(tx, await lockAccounts(tx, ownerId, [entry.userId]), [entry], now)
}

/** Each row opens with the closing balance of the same user's previous row. */
function applyEntry(
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
  refuseNegativeBalance(before, last)
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

function refuseNegativeBalance(before: Account, last: QuotaAmounts): void {
  for (const unit of quotaUnits) {
    if (last[unit] < 0) throw createShortageError(before, unit, before[unit] - last[unit])
    if (last[unit] > Number.MAX_SAFE_INTEGER) throw new ApiError('invalid')
  }
}

/** Characters that may be spent or transferred: excludes reserved ones. */
export const spendableChars = ({ chars, reserved }: Account): number =>
  Math.max(0, chars - reserved)

/** Spendable amount per unit. */
export const spendableAmounts = (account: Account): QuotaAmounts => ({
  chars: spendableChars(account),
  voices: account.voices,
  images: account.images,
})

/** Creates ApiError `notEnough` with the account's name, the spendable and the needed amount. */
const createShortageError = (
  account: Account,
  unit: keyof QuotaAmounts,
  needed: number,
): ApiError =>
  new ApiError('notEnough', {
    reason: {
      key: unit,
      values: { account: account.name, left: spendableAmounts(account)[unit], needed },
    },
  })

const toAccount = (row: LockedRow): Account => ({
  userId: row.user_id,
  name: row.name,
  chars: Number(row.chars),
  reserved: Number(row.reserved_chars),
  translating: row.translating,
  voices: Number(row.voices),
  images: Number(row.images),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  isClosed: row.closed,
  lowChars: row.low_chars === null ? null : Number(row.low_chars),
})

/**
 * Call on every change of the main account, in its transaction. Alerts only when the balance
 * crosses the threshold downwards.
 */
async function alertIfLow(
  tx: Db,
  { ownerId, before, after }: { ownerId: string; before: Account; after: Account },
  now: Date,
): Promise<void> {
  const threshold = before.lowChars
  if (threshold === null || before.chars < threshold || after.chars >= threshold) return
  const words = formatBilingual('lowBalance', {
    who: after.name,
    left: after.chars,
    threshold,
  })
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'lowBalance', level: 'warning', words },
    now,
  )
  const [owner] = await tx
    .select({ email: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (owner?.email.includes('@')) await queueMail(tx, { to: owner.email, words }, now)
}

/** Threshold in characters; null: alert disabled. */
export async function findLowBalanceThreshold(db: Db, ownerId: string): Promise<number | null> {
  const [alert] = await db
    .select({ lowChars: balanceAlerts.lowChars })
    .from(balanceAlerts)
    .where(eq(balanceAlerts.ownerId, ownerId))
  return alert?.lowChars ?? null
}

export async function saveLowBalanceThreshold(
  db: Db,
  ownerId: string,
  lowChars: number | null,
): Promise<void> {
  if (lowChars === null) await db.delete(balanceAlerts).where(eq(balanceAlerts.ownerId, ownerId))
  else
    await db
      .insert(balanceAlerts)
      .values({ ownerId, lowChars })
      .onConflictDoUpdate({ target: balanceAlerts.ownerId, set: { lowChars } })
}
