/** Value of quota: rates, the price list, conversion at equal value and extension by an order. */
import { ApiError } from '#server/http/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { QuotaSnapshot } from '#contract/orders.ts'
import { isId } from '#server/platform/db/columns.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'
import type { Db } from '#server/platform/db/open.ts'
import { channels, memberGroups } from '#server/features/packages/table.ts'
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'

type Mode = 'char' | 'time'

/** What a main account owns; quotes and orders compute with the same functions. */
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
      reason:
        reason === 'beyondChars'
          ? { key: reason, values: { limit: last.number } }
          : { key: reason, values: { year: String(new Date(last.moment).getUTCFullYear()) } },
    })
  }
}

/**
 * Cents. `businessLimits.sales` and the operator command bound both factors well below the safe integers.
 */
export const priceOfOrder = (priceCents: number, salesNum: number): number => priceCents * salesNum

/** Expired trial characters don't count, even before their ledger row is written. */
export const isTrialOver = ({ mode, expiresAt }: Entitlement, now: Date): boolean =>
  mode === 'char' && expiresAt !== null && expiresAt <= now
export const currentEntitlement = (entitlement: Entitlement, now: Date): Entitlement =>
  isTrialOver(entitlement, now) ? { ...entitlement, chars: 0 } : entitlement

export const quotaSnapshotOf = (
  { mode, channelId, chars, expiresAt }: Entitlement,
  zone: string,
): QuotaSnapshot => ({
  translationBillingMode: mode,
  tranChannelId: channelId,
  usableCharNum: chars,
  expireDateTime: expiresAt && wireTimeOf(expiresAt, zone),
})

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
      expiresAt: expiryAfter(now, time),
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
    expiresAt: expiryAfter(
      now,
      minutes === 0 ? 0 : timeFor(minutes, 'minutes', channelId, to, prices),
    ),
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
    expiresAt: expiryAfter(
      new Date(Math.max(now.getTime(), entitlement.expiresAt?.getTime() ?? 0)),
      num,
    ),
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

function expiryAfter(from: Date, minutes: number): Date | null {
  if (minutes === 0) return null
  const moment = from.getTime() + minutes * minute
  if (moment > last.moment) throw new ExceedsLimit('beyondTime')
  return new Date(moment)
}

function counted(chars: number): number {
  if (chars > last.number) throw new ExceedsLimit('beyondChars')
  return chars
}

type Priced = Pick<Channel, 'id' | 'centsPerMillion'>
type Sold = Pick<MemberGroup, 'billingMode' | 'channelId' | 'num' | 'priceCents' | 'onSale'>

/** Price list of the catalogue: the value of characters and minutes on each channel. */
export type PriceList = {
  /** By channel id. */
  chars: ReadonlyMap<string, Rate>
  /** By channel id; absent if never sold by time. `onSale`: whether a package is still on sale. */
  minutes: ReadonlyMap<string, Rate & { onSale: boolean }>
}

const million = 1_000_000

/**
 * Characters are valued at their channel's price, minutes at the cheapest package's: a higher rate
 * would allow arbitrage, by buying the cheap package and converting it. Packages withdrawn from
 * sale count only if no other exists.
 */
export function priceList(offered: readonly Priced[], packages: readonly Sold[]): PriceList {
  const chars = new Map(
    offered.map(({ id, centsPerMillion }) => [id, { cents: centsPerMillion, per: million }]),
  )
  const minutes = new Map<string, Rate & { onSale: boolean }>()
  for (const { billingMode, channelId, num, priceCents, onSale } of packages) {
    if (billingMode !== 'time' || priceCents === 0) continue
    const rate = { cents: priceCents, per: num, onSale }
    const cheapest = minutes.get(channelId)
    if (
      !cheapest ||
      (onSale && !cheapest.onSale) ||
      (onSale === cheapest.onSale && isCheaper(rate, cheapest))
    )
      minutes.set(channelId, rate)
  }
  return { chars, minutes }
}

/** The current prices of the catalogue. */
export const pricesNow = async (db: Db): Promise<PriceList> =>
  priceList(await db.select().from(channels), await db.select().from(memberGroups))

/** Throws if there is no such price, which the operator command prevents for channels in use. */
export function priceOf(prices: PriceList, unit: keyof PriceList, channelId: string): Rate {
  const rate = prices[unit].get(channelId)
  if (!rate) throw new Error(`The catalogue has no price of ${unit} for channel ${channelId}.`)
  return rate
}

/** Throws ApiError `notFound` unless the package is on sale. */
export async function packageOnSale(db: Db, id: string | number): Promise<MemberGroup> {
  const packageId = String(id)
  const [found] = isId(packageId)
    ? await db
        .select()
        .from(memberGroups)
        .where(and(eq(memberGroups.id, packageId), eq(memberGroups.onSale, sql`true`)))
    : []
  if (!found) throw new ApiError('notFound', { reason: { key: 'notOnSale', values: {} } })
  return found
}

/** `per` units (characters or minutes) cost `cents` (1/100 yuan); both are positive integers. */
export type Rate = { cents: number; per: number }
type Part = { amount: number; rate: Rate }

/**
 * Units at the rate `to` of equal value to all parts, rounded down once at the end. The result is
 * never worth more than the parts, and less by under one unit; at the same rate amounts don't
 * change. Exact up to the largest safe integer.
 */
export function worthIn(parts: readonly Part[], to: Rate): number {
  const per = parts.reduce((product, { rate }) => product * BigInt(rate.per), 1n)
  const cents = parts.reduce(
    (sum, { amount, rate }) => sum + (BigInt(amount) * BigInt(rate.cents) * per) / BigInt(rate.per),
    0n,
  )
  return Number((cents * BigInt(to.per)) / (per * BigInt(to.cents)))
}

/** Whether the unit price at `a` is below that at `b`. */
const isCheaper = (a: Rate, b: Rate): boolean =>
  BigInt(a.cents) * BigInt(b.per) < BigInt(b.cents) * BigInt(a.per)

const isWorthAsMuch = (a: Rate, b: Rate): boolean => !isCheaper(a, b) && !isCheaper(b, a)
