/** Limits of the calls of programs. */

/**
 * `body`, `url`: bytes and characters of a request. `texts`: of one call. `context`:
 * characters of what helps to translate, which is not charged.
 */
export const programLimits = { body: 128 * 1024, url: 8_192, texts: 50, context: 2_000 } as const
