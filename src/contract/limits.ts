/** Limits and durations (spec section 9), with their units. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Lengths in characters (spec 9.3, 5.2, 5.6). `loginMax`: longest password accepted at login. */
  password: { min: 6, max: 32, loginMax: 128 },
  account: { min: 2, max: 32 },
  nickname: { min: 2, max: 32 },
  sealedPassword: { max: 400 },
  email: { min: 2, max: 255 },
  vcode: { max: 16, digits: 6 },
  search: { max: 100 },
  webAddress: { max: 2_000 },
  picture: { bytes: 100_000 },
  langCode: { max: 35 },
  /** A value of an enumeration that other backends may extend. */
  code: { max: 100 },
  idempotencyKey: { max: 255 },
  translation: { max: 5_000 },
  /** Rows per page (spec 9.4). */
  page: { size: 10, max: 100, sizes: [10, 20, 50, 100] },
  /** Largest integer that JSON numbers represent exactly. */
  count: { max: Number.MAX_SAFE_INTEGER },
} as const

/** Durations in milliseconds. */
export const times = {
  /** Of the client's requests (spec 9.1). */
  requestTimeout: 60 * second,
  /** Of those that send or return a file. */
  transferTimeout: 10 * minute,
  /** Before a mailed code can be requested again (spec 9.2). */
  codeResendDelay: 60 * second,
  /** Of a mailed code. */
  codeLifetime: 10 * minute,
  /** How long a page is shown before it redirects. */
  paySuccessRedirectDelay: 5 * second,
  signOutRedirectDelay: 3 * second,
  expiredRedirectDelay: 1 * second,
  noticeReconnectDelay: 1 * second,
  /** Between two queries of the status of an order, while its payment dialog is open. */
  orderPollInterval: 500,
  /** After which the payment dialog stops polling. */
  payDialogTimeout: 5 * minute,
  /** For which an order can be paid. */
  paymentPeriod: 15 * minute,
  /** Of the slides on the home page. */
  slideInterval: 3 * second,
  /** Maximum clock skew of a signature, in either direction. */
  signatureWindow: 5 * minute,
  /** Without a request. */
  sessionIdleTimeout: 7 * day,
  /** Even if the session is used. */
  sessionLifetime: 30 * day,
  idempotencyKeyLifetime: 24 * hour,
} as const

/** HTTP statuses that end a session (spec 8.2), and the two that this backend sends. */
export const expiredStatus = { from: 700, to: 777, expired: 700, disabled: 701 } as const

/** Above this number of characters, Chinese texts use units of ten thousand (spec 9.6). */
export const plainCharacters = 9_999

/** `client-version` header of every request (spec section 7). */
export const clientVersion = '0.0.0'
