/** Limits of the calls of programs. */

/**
 * `body`, `url`: bytes and characters of a request. `texts`: of one call. `context`:
 * characters of what helps to translate, which is not charged.
 */
export const programLimits = { body: 128 * 1024, url: 8_192, texts: 50, context: 2_000 } as const

/**
 * Calls a second, and at once after a pause, by all keys of a user and of an account with one
 * active user; n active users have √n times as much.
 */
export const programRates = {
  user: { capacity: 1_500, perSecond: 150 },
  group: { capacity: 3_000, perSecond: 300 },
} as const
