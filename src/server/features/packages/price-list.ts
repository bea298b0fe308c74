/** Price list of the catalogue: the value of characters and minutes on each channel. */
import { and, eq, sql } from 'drizzle-orm'
import { isId } from '#server/platform/db/columns.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { channels, memberGroups } from '#server/platform/db/schema.ts'
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'
import { isCheaper, type Rate } from '#server/features/packages/rates.ts'

type Priced = Pick<Channel, 'id' | 'centsPerMillion'>
type Sold = Pick<MemberGroup, 'billingMode' | 'channelId' | 'num' | 'priceCents' | 'onSale'>

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
    const known = minutes.get(channelId)
    if (!known || (onSale && !known.onSale) || (onSale === known.onSale && isCheaper(rate, known)))
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
  if (!found) throw new ApiError('notFound', { because: { reason: 'notOnSale', values: {} } })
  return found
}
