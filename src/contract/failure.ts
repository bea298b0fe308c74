/**
 * Everything a call can end in besides its answer: a closed set (spec section 8), and the refusals
 * this backend knows.
 */
import { expiredStatus } from '#contract/limits.ts'

export type WireFailure =
  /** 8.1: the server understood and said no. `msg` is in the user's language. */
  | {
      kind: 'refused'
      msg: string
      code?: string | undefined
      fields?: Record<string, string> | undefined
      challenge?: string | undefined
      requestId?: string | undefined
    }
  /** 8.2: the session is missing, ended or its user shut out. */
  | { kind: 'expired'; status: number; msg?: string | undefined }
  /** Too many requests; `seconds` until the next may succeed. */
  | { kind: 'busy'; seconds: number; msg?: string | undefined }
  /** 8.4: the server failed, or answered with a status that is no answer. */
  | { kind: 'broken'; status: number; msg?: string | undefined; requestId?: string | undefined }
  /** 8.3: no answer came, or none in time. */
  | { kind: 'unreachable'; reason: string }
  /** An answer came that is not what the contract says. */
  | { kind: 'garbled'; reason: string; requestId?: string | undefined }

/** What `client/api/call.ts` throws. */
export class WireError extends Error {
  override name = 'WireError'
  readonly failure: WireFailure

  constructor(failure: WireFailure) {
    super(
      'msg' in failure && failure.msg
        ? failure.msg
        : 'reason' in failure
          ? failure.reason
          : failure.kind,
    )
    this.failure = failure
  }
}

export const isExpired = (status: number) =>
  status >= expiredStatus.from && status <= expiredStatus.to

/** Why this backend refuses; each has a sentence in both languages under `refusals.<code>`. */
export const refusalCodes = [
  'invalid',
  'notFound',
  'notAvailable',
  'notAllowed',
  'capabilityMissing',
  'wrongPassword',
  'accountDisabled',
  'tooManyTries',
  'tooManyRequests',
  'tooLarge',
  'unreadable',
  'wrongMethod',
  'nameTaken',
  'changedElsewhere',
  'notEnough',
  'duplicate',
  'sessionEnded',
  'serverError',
  'clockWrong',
  'underWay',
  'payChannelOff',
  'tooManyOrders',
  'gatewayDown',
  'orderPaid',
  'orderClosed',
  'channelBusy',
  'channelClosed',
  'languagePair',
  'textRefused',
  'mailDown',
  'addressRefused',
  'secondStepNeeded',
  'secondStepOver',
] as const
export type RefusalCode = (typeof refusalCodes)[number]
