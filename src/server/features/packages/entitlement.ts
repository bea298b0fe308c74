/** What an account group has bought, in characters or minutes, and its limits. */
import { ApiError } from '#server/http/errors.ts'
import type { QuotaSnapshot } from '#contract/orders.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

export type BillingMode = 'char' | 'time'

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

export function addToExpiry(from: Date, minutes: number): Date | null {
  if (minutes === 0) return null
  const moment = from.getTime() + minutes * minute
  if (moment > maxValues.moment) throw new ExceedsLimit('beyondTime')
  return new Date(moment)
}

export function refuseTooManyChars(chars: number): number {
  if (chars > maxValues.number) throw new ExceedsLimit('beyondChars')
  return chars
}
