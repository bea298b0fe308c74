/** The catalogue as rates: what a character and a minute are worth on each translation channel. */
import type { Channel, MemberGroup } from '#server/features/packages/table.ts'
import { isCheaper, type Rate } from '#server/features/packages/rates.ts'

type Priced = Pick<Channel, 'id' | 'centsPerMillion'>
type Sold = Pick<MemberGroup, 'billingMode' | 'channelId' | 'num' | 'priceCents' | 'onSale'>

export type PriceList = {
  /** By channel. */
  chars: ReadonlyMap<string, Rate>
  /**
   * By channel; there are none for a channel that was never sold by time. `onSale`: it still is.
   */
  minutes: ReadonlyMap<string, Rate & { onSale: boolean }>
}

const million = 1_000_000

/**
 * Characters count as their channel says. Minutes count at the cheapest rate at which they can be
 * bought: at any dearer one somebody could buy the cheap package and turn it into more than was
 * paid. Packages withdrawn from sale count where no other is left.
 */
export function priceList(channels: readonly Priced[], packages: readonly Sold[]): PriceList {
  const chars = new Map(
    channels.map(({ id, centsPerMillion }) => [id, { cents: centsPerMillion, per: million }]),
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

/**
 * Throws when there is no such price, which the operator command does not let happen to a channel
 * in use.
 */
export function priceOf(prices: PriceList, unit: keyof PriceList, channelId: string): Rate {
  const rate = prices[unit].get(channelId)
  if (!rate) throw new Error(`The catalogue has no price of ${unit} for channel ${channelId}.`)
  return rate
}
