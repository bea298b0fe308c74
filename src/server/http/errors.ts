/** ApiError: thrown anywhere below a call and encoded into the envelope by `response.ts`. */
import { isDatabaseUnavailable, isGivenUp } from '#server/platform/db/availability.ts'
import { NotAnId } from '#server/platform/db/columns.ts'
import type { RefusalCode } from '#contract/failure.ts'
import type { InputIssue } from '#contract/issues.ts'
import { expiredStatus } from '#contract/limits.ts'
import type { ValueKind } from '#contract/value-kind.ts'
import type { PlaceholdersIn, ValuesFor } from '#locales/messages.ts'
import type { zh as apiErrorsZh } from '#locales/api-errors.ts'
import type { zh as catalogueRefusalsZh } from '#locales/catalogue-refusals.ts'
import type { zh as documentRefusalsZh } from '#locales/document-refusals.ts'
import type { zh as fapiaoRefusalsZh } from '#locales/fapiao-refusals.ts'
import type { zh as programRefusalsZh } from '#locales/program-refusals.ts'
import type { zh as refundRequestsZh } from '#locales/refund-requests.ts'
import type { zh as operatorRefusalsZh } from '#locales/operator-refusals.ts'

/** A field and the rule it violates, including rules that only the server can check. */
export type FieldError = Omit<InputIssue, 'rule'> & {
  rule: InputIssue['rule'] | 'taken'
  /** Selects the message for the kind of value; see `validationMessage`. */
  kind?: ValueKind | undefined
  /** Name of the call that the field belongs to, if it is not the call of the request. */
  call?: string
}

/** Chinese messages of all reasons, whose placeholders determine the values. */
type Sentences = typeof apiErrorsZh.reasons &
  typeof operatorRefusalsZh.reasons &
  typeof catalogueRefusalsZh.reasons &
  typeof programRefusalsZh.reasons &
  typeof documentRefusalsZh.reasons &
  typeof refundRequestsZh.reasons &
  typeof fapiaoRefusalsZh.reasons

/**
 * Placeholders that are filled in from the collection that a reason is about; `fields` also from
 * the fields of the reason.
 */
type CollectionWord = 'one' | 'many' | 'fields'
type Placeholders<K extends keyof Sentences> = PlaceholdersIn<Sentences[K]>

/** Keys of reasons about a collection; their messages contain its name or its fields. */
type CollectionReasonKey = {
  [K in keyof Sentences]: Placeholders<K> & CollectionWord extends never ? never : K
}[keyof Sentences]
export type ReasonKey = Exclude<keyof Sentences, CollectionReasonKey>
/** Keys of reasons without values. */
export type PlainReasonKey = {
  [K in ReasonKey]: Placeholders<K> extends never ? K : never
}[ReasonKey]

/** Values of each reason: exactly the placeholders of its message. */
export type ReasonValues = {
  [K in keyof Sentences]: ValuesFor<Exclude<Placeholders<K>, CollectionWord>>
}

/** Keys of the messages about an exceeded cap, which all have the same values. */
export type CapReasonKey = Extract<
  ReasonKey,
  'keyDay' | 'keyMonth' | `cap${'Day' | 'Month'}${'Chars' | 'Voices' | 'Images'}`
>

type ReasonOf<K extends ReasonKey> = { [N in K]: { key: N; values: ReasonValues[N] } }[K]
/** `fields`: names of the collection's fields that the message lists. */
type CollectionReason = {
  [K in CollectionReasonKey]: {
    key: K
    values: ReasonValues[K]
    collection: string
  } & ('fields' extends Placeholders<K> ? { fields: readonly string[] } : unknown)
}[CollectionReasonKey]

/** Reason for an error and its values, for the more specific message `reasons.<key>`. */
export type ErrorReason = ReasonOf<ReasonKey> | CollectionReason

/**
 * Reason with a key that is only known at run time; the compiler cannot check that the values
 * match.
 */
export const reasonWith = <K extends ReasonKey>(key: K, values: ReasonValues[K]): ErrorReason =>
  ({ key, values }) as ReasonOf<ReasonKey>

type ErrorOptions = {
  /** HTTP status, if not the default of the code. */
  status?: number
  fields?: readonly FieldError[]
  /** Seconds until a retry may succeed. */
  seconds?: number
  headers?: Record<string, string>
  reason?: ErrorReason
  /** Two-factor challenge that continues a sign-in after `secondStepNeeded`. */
  challenge?: string
  /** Order that exists although the call about it was refused. */
  orderId?: string
}

/** Business errors have status 200; these codes have a status of their own. */
const statusByCode: Partial<Record<RefusalCode, number>> = {
  sessionEnded: expiredStatus.expired,
  clockWrong: expiredStatus.expired,
  tooManyTries: 429,
  tooManyRequests: 429,
  tooLarge: 413,
  unreadable: 400,
  wrongMethod: 405,
  serverError: 500,
  unavailable: 503,
  /** A 5xx status, so that clients retry with the same idempotency key. */
  underWay: 503,
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: RefusalCode
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly seconds: number
  readonly headers: Record<string, string>
  readonly reason: ErrorReason | undefined
  readonly challenge: string | undefined
  readonly orderId: string | undefined

  constructor(
    code: RefusalCode,
    {
      status = statusByCode[code] ?? 200,
      fields = [],
      seconds,
      headers = {},
      reason,
      challenge,
      orderId,
    }: ErrorOptions = {},
  ) {
    super(code)
    this.code = code
    this.status = status
    this.fields = fields
    this.seconds = seconds ?? 0
    this.reason = reason
    this.challenge = challenge
    this.orderId = orderId
    this.headers = seconds === undefined ? headers : { ...headers, 'retry-after': String(seconds) }
  }
}

/**
 * Malformed ids get the same answer as unknown ids. An aborted request body is treated as
 * unreadable. While the database is not available, or if it gave up the transaction, the error is
 * `unavailable`, so that clients retry.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isAbortedRequest(error)) return new ApiError('unreadable')
  if (isDatabaseUnavailable(error) || isGivenUp(error))
    return new ApiError('unavailable', { seconds: databaseRetrySeconds })
  const notAnId =
    error instanceof NotAnId || (error instanceof Error && error.cause instanceof NotAnId)
  return new ApiError(notAnId ? 'notFound' : 'serverError')
}

/** Seconds until the database may be available again. */
export const databaseRetrySeconds = 5

/** Node's error for a request aborted by the client. */
const isAbortedRequest = (error: unknown): boolean =>
  error instanceof Error &&
  error.message === 'aborted' &&
  'code' in error &&
  error.code === 'ECONNRESET'
