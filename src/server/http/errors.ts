/** Saying no: thrown anywhere below a call, answered in the envelope by `answer.ts`. */
import type { RefusalCode } from '#contract/failure.ts'
import type { InputIssue } from '#contract/issues.ts'
import { expiredStatus } from '#contract/limits.ts'

/** An item of the input and the rule it breaks, those that only the server can judge among them. */
export type FieldErrors = Omit<InputIssue, 'rule'> & {
  rule: InputIssue['rule'] | 'taken'
  /** See `ruleSentence`. */
  kind?: 'choice' | 'number' | 'list' | undefined
  call?: string
}

/**
 * Who or what it is about, for a sentence that says more than the code's own: that of
 * `because.<reason>`.
 */
export type ErrorReason = {
  reason:
    | 'chars'
    | 'voices'
    | 'images'
    | 'subChars'
    | 'subVoices'
    | 'subImages'
    | 'expired'
    | 'subExpired'
    | 'subByTime'
    | 'noSubAccount'
    | 'wrongCode'
    | 'wrongOldPassword'
    | 'ordersOfTheHour'
    | 'guessedFromEverywhere'
    | 'wrongOwnPassword'
    | 'wrongStepCode'
    | 'codesOfTheDay'
    | 'secondStepOn'
    | 'secondStepOff'
    | 'paidMeanwhile'
    | 'notYetClosed'
    | 'beyondTime'
    | 'beyondChars'
    | 'sameChannel'
    | 'noChannel'
    | 'notByTime'
    | 'notOnSale'
    | 'tooManySpaces'
    | 'spaceFull'
    | 'alreadyInSpace'
    | 'tooManyInvitations'
    | 'tooManyContacts'
    | 'suspended'
  values: Readonly<Record<string, string | number>>
}

type More = {
  /** HTTP status, where it is not the code's usual one. */
  status?: number
  fields?: readonly FieldErrors[]
  /** Seconds until the next try may succeed. */
  seconds?: number
  headers?: Record<string, string>
  because?: ErrorReason
  /** Lets a sign-in go on after `secondStepNeeded`. */
  challenge?: string
}

/** Business refusals are answers like any other, with status 200; these are not. */
const statuses: Partial<Record<RefusalCode, number>> = {
  sessionEnded: expiredStatus.expired,
  clockWrong: expiredStatus.expired,
  tooManyTries: 429,
  tooManyRequests: 429,
  tooLarge: 413,
  unreadable: 400,
  wrongMethod: 405,
  serverError: 500,
  /** So that a caller keeps to its key. */
  underWay: 503,
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: RefusalCode
  readonly status: number
  readonly fields: readonly FieldErrors[]
  readonly seconds: number
  readonly headers: Record<string, string>
  readonly because: ErrorReason | undefined
  readonly challenge: string | undefined

  constructor(
    code: RefusalCode,
    {
      status = statuses[code] ?? 200,
      fields = [],
      seconds,
      headers = {},
      because,
      challenge,
    }: More = {},
  ) {
    super(code)
    this.code = code
    this.status = status
    this.fields = fields
    this.seconds = seconds ?? 0
    this.because = because
    this.challenge = challenge
    this.headers = seconds === undefined ? headers : { ...headers, 'retry-after': String(seconds) }
  }
}
