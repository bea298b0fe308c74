/** Posts ledger entries to locked accounts, which changes balances; `charge-reserved.ts` writes the same. */
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { balances, type accountLog } from '#server/features/ledger/table.ts'
import { writeRows } from '#server/features/ledger/statements.ts'
import { ApiError } from '#server/http/errors.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  type QuotaAmounts,
  quotaUnits,
  type Account,
  type LockedAccounts,
  lockAccounts,
  spendableAmounts,
} from '#server/features/ledger/lock-accounts.ts'
import {
  alertIfLow,
  dropLowBalanceAlert,
  raiseIfLow,
} from '#server/features/ledger/balance-alert.ts'

type LogRow = typeof accountLog.$inferInsert

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
    | 'consumeKeyId'
    | 'consumePurpose'
    | 'managerId'
    | 'managerName'
    | 'parentName'
    | 'childName'
    | 'transferId'
    | 'requestId'
    | 'topUpMonth'
    | 'refundRequestId'
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
  if (!before) return
  const { ownerId } = locked
  const after = locked.get(ownerId)
  const modes = entries.map(({ context }) => context?.lastBillingMode)
  if (modes.includes('time')) await dropLowBalanceAlert(tx, ownerId, before)
  else if (entries.some(isReturnToChars)) await raiseIfLow(tx, after, now)
  else await alertIfLow(tx, { ownerId, before, after }, now)
}

const isReturnToChars = ({ context }: Entry) =>
  context?.beforeBillingMode === 'time' && context.lastBillingMode === 'char'

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
