/** The headers of a signed request, taken apart and judged (section 7). */
import { times } from '#contract/limits.ts'
import { authSign, signatureHeaders } from '#contract/signing.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

export type Signature = { token: string; timestamp: string; sign: string }

/** Undefined unless every header is there in exactly its shape; a header sent twice has another. */
export function readSignature(header: (name: string) => string | undefined): Signature | undefined {
  const token = header(signatureHeaders.token)
  const timestamp = header(signatureHeaders.timestamp)
  const sign = header(signatureHeaders.sign)?.toLowerCase()
  const whole = token !== undefined && timestamp !== undefined && sign !== undefined
  if (
    !whole ||
    !/^[0-9A-F]{32}$/.test(token) ||
    !/^\d{13}$/.test(timestamp) ||
    !/^[0-9a-f]{32}$/.test(sign)
  )
    return undefined
  return header('authorization') === `Bearer ${token}` ? { token, timestamp, sign } : undefined
}

export const isSignatureValid = ({ token, timestamp, sign }: Signature, crypto: Crypto): boolean =>
  crypto.same(sign, authSign(crypto.md5, token, timestamp))

export const isTimestampValid = ({ timestamp }: Signature, now: Date): boolean =>
  Math.abs(Number(timestamp) - now.getTime()) <= times.signatureWindow

/** What is kept of a token: enough to find its session, useless to whoever reads the database. */
export const tokenHash = (token: string, crypto: Crypto): string => crypto.sha256(token)
