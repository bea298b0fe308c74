/** Secrets and codes of authenticator apps (TOTP). */
import { Secret, TOTP } from 'otpauth'
import { businessLimits } from '#contract/business-limits.ts'

const periodSeconds = 30
const { digits } = businessLimits.twoFactor
/** 160 bits (RFC 4226, 4). */
const secretBytes = 20
/** RFC 6238, 5.2: accepts one step before and after, for clock drift and slow typing. */
const acceptedSteps = 1

/** TOTP (RFC 6238) with SHA-1 and 30 seconds, which every authenticator app supports. */
export const createSecret = (): string => new Secret({ size: secretBytes }).base32

/** The otpauth URI of the QR code. */
export const createOtpauthUri = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string => new TOTP({ secret, issuer, label, digits, period: periodSeconds }).toString()

export const isAppCode = (typed: string): boolean => typed.length === digits && /^\d+$/.test(typed)

/** Time step of a code; undefined if wrong. Compares in constant time. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, digits, period: periodSeconds }).validate({
    token: code,
    timestamp,
    window: acceptedSteps,
  })
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta
}
