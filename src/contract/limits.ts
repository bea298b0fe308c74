/** Limits and durations (spec section 9), with their units. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Lengths in characters (spec 9.3, 5.2, 5.6). `any`: longest password accepted at login. */
  password: { min: 6, max: 32, any: 128 },
  account: { min: 2, max: 32 },
  nickname: { min: 2, max: 32 },
  email: { min: 2, max: 255 },
  vcode: { max: 16, digits: 6 },
  search: { max: 100 },
  langCode: { max: 35 },
  translation: { max: 5_000 },
  /** Rows per page (spec 9.4). */
  page: { size: 10, max: 100, sizes: [10, 20, 50, 100] },
  /** Ids in one batch call. */
  batch: { max: 500 },
  /** Rows in one import. */
  import: { rows: 10_000 },
  /**
   * Largest adjustments of one account group by one operator in 24 hours that need no approval;
   * minutes of 31 days.
   */
  adjustment: { chars: 1_000_000, voices: 10_000, images: 10_000, minutes: 44_640 },
  /** Days for which a deleted row can be restored. */
  trash: { days: 30 },
  /** Packages per order (spec 5.9). */
  sales: { min: 1, max: 999 },
  /** Input steps and preset amounts of a distribution (spec 9.7). */
  distribution: {
    charStep: 10_000,
    unitStep: 1,
    quick: [10_000, 50_000, 100_000, 200_000, 500_000],
  },
  /**
   * `days`, `mostDays`: default and maximum range of the usage chart. `groups`: series shown; the
   * rest is merged into one more. `people`, `mostPeople`: default and maximum length of the
   * ranking.
   */
  usage: { days: 30, mostDays: 366, groups: 12, people: 8, mostPeople: 100 },
  /**
   * Characters for an invitation (spec 1.6, 9.11); `freeTest` below: characters and days of the
   * trial (spec 9.9).
   */
  reward: { invited: 10_000 },
  /** Rewards per day for one inviter and for one network; days between rewards in one browser. */
  invitation: { inviter: 20, network: 10, browserDays: 30 },
  freeTest: { groupId: '1', characters: 10_000, days: 30 },
  /** Days in a month of packages by time (spec 9.6, 9.9). */
  monthly: { days: 30 },
  /** Digits of an authenticator code; number of recovery codes issued. */
  twoFactor: { digits: 6, recoveryCodes: 10 },
  /** Days for which the hash of a cancelled account's email address blocks another trial. */
  formerEmail: { days: 365 },
  /** Sub-account names in one selection list. */
  subAccountNames: { max: 5_000 },
  /** Spec 1.10: age in years; working days for new contact details. */
  terms: { minimumAge: 18, contactDays: 3 },
  /** Largest integer that JSON numbers represent exactly. */
  count: { max: Number.MAX_SAFE_INTEGER },
} as const

/** Durations in milliseconds. */
export const times = {
  /** Spec 9.1: request timeout. */
  request: 60 * second,
  /** Spec 9.2: wait before a code is sent again. */
  codeResend: 60 * second,
  codeValid: 10 * minute,
  paySuccessRedirect: 5 * second,
  signOutRedirect: 3 * second,
  expiredRedirect: 1 * second,
  noticeReconnect: 1 * second,
  orderPoll: 500,
  payModal: 300_000,
  orderUnpaid: 15 * minute,
  slider: 3 * second,
  /** Maximum clock skew of a signature, in either direction. */
  signatureWindow: 5 * minute,
  sessionIdle: 7 * day,
  sessionEnd: 30 * day,
  idempotency: 24 * hour,
} as const

/** HTTP statuses that end a session (spec 8.2), and the two that this backend sends. */
export const expiredStatus = { from: 700, to: 777, expired: 700, disabled: 701 } as const

/** Above this number of characters, Chinese texts use units of ten thousand (spec 9.6). */
export const plainCharacters = 9_999

/** `client-version` header of every request (spec section 7). */
export const clientVersion = '0.0.0'
