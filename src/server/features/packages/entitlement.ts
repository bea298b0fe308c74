/**
 * What a main account may translate with, and what becomes of it: what is left is converted at
 * equal value, what is bought is added. Pure: what is shown beforehand and what is done afterwards
 * are computed here, by the same functions, which throw TooMuch where it would be more than an
 * account can hold.
 */
import { priceOf, type PriceList } from '#server/features/packages/price-list.ts'
import { isWorthAsMuch, worthIn } from '#server/features/packages/rates.ts'
import { ApiError } from '#server/http/errors.ts'

type Mode = 'char' | 'time'
export type Entitlement = {
  mode: Mode
  channelId: string
  chars: number
  /** When time ends, or trial characters do; null: never, or no time was ever bought. */
  expiresAt: Date | null
  /**
   * Of `chars`, those set aside for translations under way: they stay characters, so that these can
   * be paid.
   */
  setAside?: number
}
export type Target = Pick<Entitlement, 'mode' | 'channelId'>
/** `num`: characters, or minutes by time, of all packages of an order together. */
export type Bought = { channelId: string; billingMode: Mode; num: number }

const minute = 60_000
/** As far as date-times of the wire go, in any time zone, and numbers. */
const last = { moment: Date.UTC(9999, 11, 30), number: Number.MAX_SAFE_INTEGER }

/** What goes beyond would be lost, so nothing may be done. */
export class ExceedsLimit extends ApiError {
  constructor(reason: 'beyondTime' | 'beyondChars') {
    super('invalid', {
      because: { reason, values: reason === 'beyondChars' ? { most: last.number } : {} },
    })
  }
}

/**
 * Whole cents. Both are whole and far too small to go wrong: `limits.sales` and the operator
 * command see to it.
 */
export const priceOfOrder = (priceCents: number, salesNum: number): number => priceCents * salesNum

/**
 * Trial characters whose time is over are no longer there, even where nobody has taken them away
 * yet.
 */
export const isTrialOver = ({ mode, expiresAt }: Entitlement, now: Date): boolean =>
  mode === 'char' && expiresAt !== null && expiresAt <= now
export const currentEntitlement = (entitlement: Entitlement, now: Date): Entitlement =>
  isTrialOver(entitlement, now) ? { ...entitlement, chars: 0 } : entitlement

/** Whole minutes of a membership by time. */
export function minutesLeft({ mode, expiresAt }: Entitlement, now: Date): number {
  return mode === 'time' && expiresAt !== null && expiresAt > now
    ? Math.floor((expiresAt.getTime() - now.getTime()) / minute)
    : 0
}

/**
 * Characters, of a main account or a sub-account, as as many of another channel as are worth the
 * same, rounded down.
 */
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
 * The same value by another channel or billing mode, rounded down to a whole character or minute:
 * never worth more than before, and less by less than one of what it becomes. Characters that a
 * membership by time holds stay characters.
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
  // At the same price no second is lost.
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
 * Characters are added and have no end; time is added to what is left of it, or to now, so that
 * early renewal loses nothing.
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
 * What one has after paying for an order: first what is left is converted, if it has to be, then
 * the package is added.
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
