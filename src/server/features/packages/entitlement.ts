/** Entitlements: conversion at equal value, extension by an order. Shared by quotes and orders. */
import { priceOf, type PriceList } from '#server/features/packages/price-list.ts'
import { isWorthAsMuch, worthIn } from '#server/features/packages/rates.ts'
import { ApiError } from '#server/http/errors.ts'

type Mode = 'char' | 'time'
export type Entitlement = {
  mode: Mode
  channelId: string
  chars: number
  /** End of time or of trial characters; null: never, or time was never bought. */
  expiresAt: Date | null
  /**
   * The part of `chars` reserved for translations in flight. It remains characters, so that these
   * can be charged.
   */
  setAside?: number
}
export type Target = Pick<Entitlement, 'mode' | 'channelId'>
/** `num`: characters or minutes of all packages of the order. */
export type Bought = { channelId: string; billingMode: Mode; num: number }

const minute = 60_000
/** Limits of the API's date-times, in any time zone, and of safe integers. */
const last = { moment: Date.UTC(9999, 11, 30), number: Number.MAX_SAFE_INTEGER }

/** The result would exceed what an account can store. Thrown before any change. */
export class ExceedsLimit extends ApiError {
  constructor(reason: 'beyondTime' | 'beyondChars') {
    super('invalid', {
      because: { reason, values: reason === 'beyondChars' ? { most: last.number } : {} },
    })
  }
}

/**
 * Cents. `limits.sales` and the operator command bound both factors well below the safe integers.
 */
export const priceOfOrder = (priceCents: number, salesNum: number): number => priceCents * salesNum

/** Expired trial characters don't count, even before their ledger row is written. */
export const isTrialOver = ({ mode, expiresAt }: Entitlement, now: Date): boolean =>
  mode === 'char' && expiresAt !== null && expiresAt <= now
export const currentEntitlement = (entitlement: Entitlement, now: Date): Entitlement =>
  isTrialOver(entitlement, now) ? { ...entitlement, chars: 0 } : entitlement

/** Whole minutes left of a membership by time. */
export function minutesLeft({ mode, expiresAt }: Entitlement, now: Date): number {
  return mode === 'time' && expiresAt !== null && expiresAt > now
    ? Math.floor((expiresAt.getTime() - now.getTime()) / minute)
    : 0
}

/** Converts a main account's or sub-account's characters at equal value, rounded down. */
export function charactersOn(chars: number, from: string, to: string, prices: PriceList): number {
  return from === to
    ? chars
    : counted(
        worthIn(
          [{ amount: chars, rate: priceOf(prices, 'chars', from) }],
          priceOf(prices, 'chars', to),
        ),
      )
}

/**
 * Converts at equal value to another channel or billing mode, rounded down to a whole character or
 * minute. Never gains value, and loses less than one unit of the target. Under a membership by
 * time, characters remain characters.
 */
export function converted(
  entitlement: Entitlement,
  to: Target,
  prices: PriceList,
  now: Date,
): Entitlement {
  const { mode, channelId, chars, expiresAt, setAside = 0 } = entitlement
  if (mode === to.mode && channelId === to.channelId) return entitlement
  const minutes = minutesLeft(entitlement, now)
  if (to.mode === 'char') {
    const time =
      minutes > 0 ? [{ amount: minutes, rate: priceOf(prices, 'minutes', channelId) }] : []
    const all = [{ amount: chars, rate: priceOf(prices, 'chars', channelId) }, ...time]
    return {
      ...to,
      chars: counted(worthIn(all, priceOf(prices, 'chars', to.channelId))),
      expiresAt: mode === 'char' ? expiresAt : null,
    }
  }
  if (mode === 'char') {
    const stored = Math.min(setAside, chars)
    const time = chars === stored ? 0 : timeFor(chars - stored, 'chars', channelId, to, prices)
    return {
      ...to,
      chars: charactersOn(stored, channelId, to.channelId, prices),
      expiresAt: after(now, time),
    }
  }
  const stored = { ...to, chars: charactersOn(chars, channelId, to.channelId, prices) }
  const isOver = expiresAt === null || expiresAt <= now
  // Equal prices preserve the seconds.
  if (
    isOver ||
    isWorthAsMuch(priceOf(prices, 'minutes', channelId), priceOf(prices, 'minutes', to.channelId))
  )
    return { ...stored, expiresAt }
  return {
    ...stored,
    expiresAt: after(now, minutes === 0 ? 0 : timeFor(minutes, 'minutes', channelId, to, prices)),
  }
}

/**
 * Adds characters, which never expire, or time, which extends the current expiry or starts now, so
 * that early renewal loses nothing.
 */
export function extended(
  entitlement: Entitlement,
  { billingMode, num }: Bought,
  now: Date,
): Entitlement {
  if (billingMode === 'char')
    return { ...entitlement, chars: counted(entitlement.chars + num), expiresAt: null }
  return {
    ...entitlement,
    expiresAt: after(new Date(Math.max(now.getTime(), entitlement.expiresAt?.getTime() ?? 0)), num),
  }
}

/**
 * Entitlement after an order: a conversion if necessary, then the package. `turned`: after the
 * conversion.
 */
export function afterOrder(
  entitlement: Entitlement,
  bought: Bought,
  prices: PriceList,
  now: Date,
): { turned: Entitlement | null; after: Entitlement } {
  const left = currentEntitlement(entitlement, now)
  const result = converted(
    left,
    { mode: bought.billingMode, channelId: bought.channelId },
    prices,
    now,
  )
  const isConverted = result !== left && (left.chars > 0 || minutesLeft(left, now) > 0)
  return { turned: isConverted ? result : null, after: extended(result, bought, now) }
}

function timeFor(
  amount: number,
  unit: keyof PriceList,
  from: string,
  to: Target,
  prices: PriceList,
): number {
  return worthIn(
    [{ amount, rate: priceOf(prices, unit, from) }],
    priceOf(prices, 'minutes', to.channelId),
  )
}

function after(from: Date, minutes: number): Date | null {
  if (minutes === 0) return null
  const moment = from.getTime() + minutes * minute
  if (moment > last.moment) throw new ExceedsLimit('beyondTime')
  return new Date(moment)
}

function counted(chars: number): number {
  if (chars > last.number) throw new ExceedsLimit('beyondChars')
  return chars
}
