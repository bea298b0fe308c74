/** Adjusts the balance of one account by an operator, logged as SYS_ADJUST. */
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  lockAccounts,
  postEntries,
  quotaUnits,
  type Account,
  type Entry,
  type EntryContext,
  spendableAmounts,
  type QuotaAmounts,
} from '#server/features/ledger/index.ts'
import {
  isTrialOver,
  minutesLeft,
  type Entitlement,
} from '#server/features/packages/entitlement.ts'
import { extendEntitlement } from '#server/features/packages/apply-order.ts'
import { readMainMembership, toEntitlement } from '#server/features/packages/main-membership.ts'
import { ApiError } from '#server/http/errors.ts'

/** Signed changes; `minutes` of a membership by time. */
export type Adjustment = Partial<QuotaAmounts & { minutes: number }>

const minute = 60_000
const shortageReasons = {
  chars: 'adjustFewChars',
  voices: 'adjustFewVoices',
  images: 'adjustFewImages',
} as const

/**
 * Posts one ledger row with the operator's name. Adds minutes as a purchase does; deducts from the
 * remaining time. Throws ApiError with the reason for an account that was deleted, that has less,
 * or that can't have minutes or characters now.
 */
export async function adjustBalance(
  tx: Db,
  { ownerId, userId }: UserKey,
  adjustment: Adjustment,
  context: Required<Pick<EntryContext, 'managerName'>> & EntryContext,
  now: Date,
): Promise<{ before: Account; after: Account }> {
  const locked = await lockAccounts(tx, ownerId, [userId])
  const before = locked.find(userId)
  if (!before) throw new ApiError('notFound', { reason: { key: 'accountDeleted', values: {} } })
  refuseBelowZero(before, adjustment)
  const { minutes = 0, ...change } = adjustment
  const entitlement = toEntitlement(await readMainMembership(tx, ownerId), before)
  if ((adjustment.chars ?? 0) > 0 && isTrialOver(entitlement, now))
    throw createRefusal('adjustTrialOver', before)
  const time =
    minutes === 0 ? {} : computeExpiry({ ownerId, userId }, before, entitlement, minutes, now)
  await postEntries(tx, locked, [{ userId, logType: 'SYS_ADJUST', change, ...time, context }], now)
  return { before, after: locked.get(userId) }
}

function refuseBelowZero(account: Account, adjustment: Adjustment): void {
  for (const unit of quotaUnits) {
    const difference = adjustment[unit] ?? 0
    const left = spendableAmounts(account)[unit]
    if (difference < 0 && left + difference < 0)
      throw new ApiError('notEnough', {
        reason: {
          key: shortageReasons[unit],
          values: { account: account.name, left, needed: -difference },
        },
      })
    if (!Number.isSafeInteger(account[unit] + difference))
      throw createRefusal('adjustTooMuch', account)
  }
}

function computeExpiry(
  { ownerId, userId }: UserKey,
  account: Account,
  entitlement: Entitlement,
  minutes: number,
  now: Date,
): Pick<Entry, 'minutes' | 'expiresAt'> {
  if (ownerId !== userId) throw createRefusal('adjustSubTime', account)
  if (entitlement.mode !== 'time') throw createRefusal('adjustNotByTime', account)
  if (minutes > 0) {
    const { channelId } = entitlement
    const { expiresAt } = extendEntitlement(
      entitlement,
      { channelId, billingMode: 'time', num: minutes },
      now,
    )
    return { minutes, expiresAt }
  }
  const left = minutesLeft(entitlement, now)
  if (left + minutes < 0)
    throw new ApiError('notEnough', {
      reason: {
        key: 'adjustFewMinutes',
        values: { account: account.name, left, needed: -minutes },
      },
    })
  return { minutes, expiresAt: new Date(entitlement.expiresAt!.getTime() + minutes * minute) }
}

const createRefusal = (
  key: 'adjustTooMuch' | 'adjustTrialOver' | 'adjustSubTime' | 'adjustNotByTime',
  { name }: Account,
) => new ApiError('invalid', { reason: { key, values: { account: name } } })
