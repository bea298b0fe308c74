/** What an account group has after an order. */
import {
  type BillingMode,
  type Entitlement,
  currentEntitlement,
  minutesLeft,
  addToExpiry,
  refuseTooManyChars,
} from '#server/features/packages/entitlement.ts'
import { convertEntitlement } from '#server/features/packages/convert-entitlement.ts'
import type { PriceList } from '#server/features/packages/price-list.ts'

/** `num`: characters or minutes of all packages of the order. */
export type OrderedQuota = { channelId: string; billingMode: BillingMode; num: number }

/**
 * Adds characters, which never expire, or time, which extends the current expiry or starts now, so
 * that early renewal loses nothing.
 */
export function extendEntitlement(
  entitlement: Entitlement,
  { billingMode, num }: OrderedQuota,
  now: Date,
): Entitlement {
  if (billingMode === 'char')
    return { ...entitlement, chars: refuseTooManyChars(entitlement.chars + num), expiresAt: null }
  return {
    ...entitlement,
    expiresAt: addToExpiry(
      new Date(Math.max(now.getTime(), entitlement.expiresAt?.getTime() ?? 0)),
      num,
    ),
  }
}

/**
 * Entitlement after an order: a conversion if necessary, then the package. `converted`: after the
 * conversion.
 */
export function applyOrder(
  entitlement: Entitlement,
  ordered: OrderedQuota,
  prices: PriceList,
  now: Date,
): { converted: Entitlement | null; after: Entitlement } {
  const current = currentEntitlement(entitlement, now)
  const converted = convertEntitlement(
    current,
    { mode: ordered.billingMode, channelId: ordered.channelId },
    prices,
    now,
  )
  const isConverted = converted !== current && (current.chars > 0 || minutesLeft(current, now) > 0)
  return {
    converted: isConverted ? converted : null,
    after: extendEntitlement(converted, ordered, now),
  }
}
