/** Converts quota of an order to the unit in which the account has it now. */
import { convertByValue, getPrice, type PriceList } from '#server/features/packages/index.ts'

/** Characters of a channel, or minutes. */
export type Unit = { mode: 'char' | 'time'; channelId: string }

/** At equal value by catalogue prices, rounded down. */
export function convertUnit(amount: number, from: Unit, to: Unit, prices: PriceList): number {
  if (amount === 0 || (from.mode === to.mode && from.channelId === to.channelId)) return amount
  const rateOf = ({ mode, channelId }: Unit) =>
    getPrice(prices, mode === 'char' ? 'chars' : 'minutes', channelId)
  return convertByValue([{ amount, rate: rateOf(from) }], rateOf(to))
}
