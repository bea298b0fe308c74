/** Response envelope and headers, error kinds of a call (spec 7, 8), and error codes. */
import * as z from 'zod/mini'
import { expiredStatus } from '#contract/limits.ts'

/** Envelope of every JSON response: `{success, data, msg}` (spec section 7). */
export const Envelope = z.object({
  success: z.boolean(),
  data: z.optional(z.unknown()),
  msg: z.nullish(z.string()),
})
export type Envelope = z.output<typeof Envelope>

/**
 * Optional `data` of an error (`success: false`): an error code, and messages by field for invalid
 * input. Other backends may omit both. `challenge` accompanies `secondStepNeeded`, `orderId` an order
 * that exists although the call about it was refused, as with `gatewayDown`.
 */
export const RefusalData = z.object({
  code: z.optional(z.string()),
  // z.record would add to the bundle of the login page, which uses it nowhere else.
  fields: z.optional(z.catchall(z.object({}), z.string())),
  challenge: z.optional(z.string()),
  orderId: z.optional(z.string()),
})
export type RefusalData = z.output<typeof RefusalData>

/** Correlates a request with the server's log; shown to the user for support. */
export const requestIdHeader = 'x-request-id'
export const idempotencyHeader = 'idempotency-key'

/** Error of a call, by kind (spec section 8). */
export type WireFailure =
  /** Spec 8.1: rejected by the server. `msg` is in the user's language. */
  | {
      kind: 'refused'
      msg: string
      code?: string | undefined
      fields?: Record<string, string> | undefined
      challenge?: string | undefined
      orderId?: string | undefined
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
  'readOnly',
  'capabilityMissing',
  'wrongPassword',
  'accountDisabled',
  'tooManyTries',
  'tooManyRequests',
  'tooLarge',
  'unreadable',
  'wrongMethod',
  'nameTaken',
  'alreadyExists',
  'changedElsewhere',
  'notEnough',
  'planExpired',
  'duplicate',
  'sessionEnded',
  'serverError',
  'unavailable',
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
  'keyRefused',
] as const
export type RefusalCode = (typeof refusalCodes)[number]
