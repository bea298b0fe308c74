/** Value of quota: rates, the price list, conversion at equal value and extension by an order. */
import { ApiError } from '#server/http/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { QuotaSnapshot } from '#contract/orders.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  channels,
  memberGroups,
  type Channel,
  type MemberGroup,
} from '#server/features/packages/table.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

type BillingMode = 'char' | 'time'

/** Quota of a main account. Quotes and orders use the same functions, so that they agree. */
export type Entitlement = {
  mode: BillingMode
  channelId: string
  chars: number
  /** End of time or of trial characters; null: never, or time was never bought. */
  expiresAt: Date | null
  /**
   * The part of `chars` reserved for translations in flight. It remains characters, so that these
   * can be charged.
   */
  reservedChars?: number
}
export type ConversionTarget = Pick<Entitlement, 'mode' | 'channelId'>
/** `num`: characters or minutes of all packages of the order. */
export type OrderedQuota = { channelId: string; billingMode: BillingMode; num: number }

const minute = 60_000
/** Limits of the API's date-times, in any time zone, and of safe integers. */
const maxValues = { moment: Date.UTC(9999, 11, 30), number: Number.MAX_SAFE_INTEGER }

/** The result would exceed what an account can store. Thrown before any change. */
export class ExceedsLimit extends ApiError {
  constructor(reason: 'beyondTime' | 'beyondChars') {
    super('invalid', {
      reason:
        reason === 'beyondChars'
          ? { key: reason, values: { limit: maxValues.number } }
          : { key: reason, values: { year: String(new Date(maxValues.moment).getUTCFullYear()) } },
    })
  }
}

/**
 * In cents. `businessLimits.sales` and the limits of the catalogue keep both factors, and the
 * product, well below the largest safe integer.
 */
export const computeOrderAmount = (priceCents: number, salesNum: number): number =>
  priceCents * salesNum

/** Expired trial characters don't count, even before their ledger row is written. */
export const isTrialOver = ({ mode, expiresAt }: Entitlement, now: Date): boolean =>
  mode === 'char' && expiresAt !== null && expiresAt <= now
export const currentEntitlement = (entitlement: Entitlement, now: Date): Entitlement =>
  isTrialOver(entitlement, now) ? { ...entitlement, chars: 0 } : entitlement

export const toQuotaSnapshot = (
  { mode, channelId, chars, expiresAt }: Entitlement,
  zone: string,
): QuotaSnapshot => ({
  translationBillingMode: mode,
  tranChannelId: channelId,
  usableCharNum: chars,
  expireDateTime: expiresAt && formatWireTime(expiresAt, zone),
})

/** Whole minutes left of a membership by time. */
export function minutesLeft({ mode, expiresAt }: Entitlement, now: Date): number {
  return mode === 'time' && expiresAt !== null && expiresAt > now
    ? Math.floor((expiresAt.getTime() - now.getTime()) / minute)
    : 0
}

/** Converts a main account's or sub-account's characters at equal value, rounded down. */
export function convertChars(chars: number, from: string, to: string, prices: PriceList): number {
  return from === to
    ? chars
    : refuseTooManyChars(
        convertByValue(
          [{ amount: chars, rate: getPrice(prices, 'chars', from) }],
          getPrice(prices, 'chars', to),
        ),
      )
}

/**
 * Converts at equal value to another channel or billing mode, rounded down to a whole character or
 * minute. Never gains value, and loses less than one unit of the target. Under a membership by
 * time, characters remain characters.
 */
export function convertEntitlement(
  entitlement: Entitlement,
  to: ConversionTarget,
  prices: PriceList,
  now: Date,
): Entitlement {
  const { mode, channelId, chars, expiresAt, reservedChars = 0 } = entitlement
  if (mode === to.mode && channelId === to.channelId) return entitlement
  const minutes = minutesLeft(entitlement, now)
  if (to.mode === 'char') {
    const time =
      minutes > 0 ? [{ amount: minutes, rate: getPrice(prices, 'minutes', channelId) }] : []
    const all = [{ amount: chars, rate: getPrice(prices, 'chars', channelId) }, ...time]
    return {
      ...to,
      chars: refuseTooManyChars(convertByValue(all, getPrice(prices, 'chars', to.channelId))),
      expiresAt: mode === 'char' ? expiresAt : null,
    }
  }
  if (mode === 'char') {
    const keptChars = Math.min(reservedChars, chars)
    const convertedMinutes =
      chars === keptChars ? 0 : convertToMinutes(chars - keptChars, 'chars', channelId, to, prices)
    return {
      ...to,
      chars: convertChars(keptChars, channelId, to.channelId, prices),
      expiresAt: addToExpiry(now, convertedMinutes),
    }
  }
  const kept = { ...to, chars: convertChars(chars, channelId, to.channelId, prices) }
  const isOver = expiresAt === null || expiresAt <= now
  // Equal prices preserve the seconds.
  if (
    isOver ||
    isSamePrice(getPrice(prices, 'minutes', channelId), getPrice(prices, 'minutes', to.channelId))
  )
    return { ...kept, expiresAt }
  return {
    ...kept,
    expiresAt: addToExpiry(
      now,
      minutes === 0 ? 0 : convertToMinutes(minutes, 'minutes', channelId, to, prices),
    ),
  }
}

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

function convertToMinutes(
  amount: number,
  unit: keyof PriceList,
  from: string,
  to: ConversionTarget,
  prices: PriceList,
): number {
  return convertByValue(
    [{ amount, rate: getPrice(prices, unit, from) }],
    getPrice(prices, 'minutes', to.channelId),
  )
}

function addToExpiry(from: Date, minutes: number): Date | null {
  if (minutes === 0) return null
  const moment = from.getTime() + minutes * minute
  if (moment > maxValues.moment) throw new ExceedsLimit('beyondTime')
  return new Date(moment)
}

function refuseTooManyChars(chars: number): number {
  if (chars > maxValues.number) throw new ExceedsLimit('beyondChars')
  return chars
}

type PricedChannel = Pick<Channel, 'id' | 'centsPerMillion'>
type PricedPackage = Pick<
  MemberGroup,
  'billingMode' | 'channelId' | 'num' | 'priceCents' | 'onSale'
>

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
export function buildPriceList(
  offered: readonly PricedChannel[],
  packages: readonly PricedPackage[],
): PriceList {
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
export const readPriceList = async (db: Db): Promise<PriceList> =>
  buildPriceList(await db.select().from(channels), await db.select().from(memberGroups))

/**
 * Throws if there is no such price, which the rules of the catalogue prevent for channels in use.
 */
export function getPrice(prices: PriceList, unit: keyof PriceList, channelId: string): Rate {
  const rate = prices[unit].get(channelId)
  if (!rate) throw new Error(`The catalogue has no price of ${unit} for channel ${channelId}.`)
  return rate
}

/** Throws ApiError `notFound` unless the package is on sale. */
export async function getPackageOnSale(db: Db, id: string | number): Promise<MemberGroup> {
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
type ValuedAmount = { amount: number; rate: Rate }

/**
 * Units at the rate `to` of equal value to all parts, rounded down once at the end. The result is
 * never worth more than the parts, and less by under one unit; at the same rate amounts don't
 * change. Exact up to the largest safe integer.
 */
export function convertByValue(parts: readonly ValuedAmount[], to: Rate): number {
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

const isSamePrice = (a: Rate, b: Rate): boolean => !isCheaper(a, b) && !isCheaper(b, a)
