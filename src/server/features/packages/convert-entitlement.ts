/** Converts what is left of one package into another at equal value. */
import {
  type Entitlement,
  minutesLeft,
  addToExpiry,
  refuseTooManyChars,
} from '#server/features/packages/entitlement.ts'
import {
  type PriceList,
  getPrice,
  convertByValue,
  isSamePrice,
} from '#server/features/packages/price-list.ts'

export type ConversionTarget = Pick<Entitlement, 'mode' | 'channelId'>

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
