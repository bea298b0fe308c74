/** TOTP (RFC 6238) with SHA-1 and 30 seconds, which every authenticator app supports. */
import { Secret, TOTP } from 'otpauth'
import { limits } from '#contract/limits.ts'

const period = 30
const { digits } = limits.twoFactor
/** 160 bits (RFC 4226, 4). */
const secretBytes = 20
/** RFC 6238, 5.2: accepts one step before and after, for clock drift and slow typing. */
const window = 1

export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** The otpauth URI of the QR code. */
export const uriOf = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string => new TOTP({ secret, issuer, label, digits, period }).toString()

export const isAppCode = (typed: string): boolean => typed.length === digits && /^\d+$/.test(typed)

/** Time step of a code; undefined if wrong. Compares in constant time. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, digits, period }).validate({ token: code, timestamp, window })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}
