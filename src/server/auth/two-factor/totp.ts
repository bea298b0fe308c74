/**
 * Codes of an authenticator app (RFC 6238): SHA-1, of few digits, a new one every thirty seconds,
 * which is what every app can do.
 */
import { Secret, TOTP } from 'otpauth'
import { limits } from '#contract/limits.ts'

const period = 30
const { digits } = limits.twoFactor
/** RFC 4226, 4: 160 bits. */
const secretBytes = 20
/**
 * RFC 6238, 5.2: one step back or ahead is taken as well, for clocks that differ and for slow
 * fingers.
 */
const window = 1

export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** What the app scans. */
export const uriOf = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string => new TOTP({ secret, issuer, label, digits, period }).toString()

export const isAppCode = (typed: string): boolean => typed.length === digits && /^\d+$/.test(typed)

/**
 * The time step that a code belongs to; undefined for a wrong one. Compares in a time that does not
 * tell where they differ.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, digits, period }).validate({ token: code, timestamp, window })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}
