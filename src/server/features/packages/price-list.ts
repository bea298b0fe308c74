/** Prices of channels and packages, and the value of one amount in the unit of another. */
import { ApiError } from '#server/http/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  channels,
  memberGroups,
  type Channel,
  type MemberGroup,
} from '#server/features/packages/table.ts'

/**
 * In cents. `businessLimits.sales` and the limits of the catalogue keep both factors, and the
 * product, well below the largest safe integer.
 */
export const computeOrderAmount = (priceCents: number, salesNum: number): number =>
  priceCents * salesNum

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

export const isSamePrice = (a: Rate, b: Rate): boolean => !isCheaper(a, b) && !isCheaper(b, a)
