/** Error kinds of a call (spec section 8), and the error codes of this backend. */
import { expiredStatus } from '#contract/limits.ts'

export type WireFailure =
  /** Spec 8.1: rejected by the server. `msg` is in the user's language. */
  | {
      kind: 'refused'
      msg: string
      code?: string | undefined
      fields?: Record<string, string> | undefined
      challenge?: string | undefined
      requestId?: string | undefined
    }
  /** Spec 8.2: the session is missing or has ended, or the user is disabled. */
  | { kind: 'expired'; status: number; msg?: string | undefined }
  /** Rate limited; `seconds` until a retry may succeed. */
  | { kind: 'busy'; seconds: number; msg?: string | undefined }
  /** Spec 8.4: server error or unexpected status. */
  | { kind: 'broken'; status: number; msg?: string | undefined; requestId?: string | undefined }
  /** Spec 8.3: network error or timeout. */
  | { kind: 'unreachable'; reason: string }
  /** The response violates the contract. */
  | { kind: 'garbled'; reason: string; requestId?: string | undefined }

/** Thrown by `client/api/call.ts`. */
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

/** Error codes of this backend; messages are in `locales` under `refusals.<code>`. */
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
