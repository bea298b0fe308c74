/** Parses and verifies the headers of a signed request (spec section 7). */
import { times } from '#contract/limits.ts'
import { computeAuthSign, signatureHeaders } from '#contract/signing.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

export type ReadHeader = (name: string) => string | undefined

type Signature = { token: string; timestamp: string; sign: string }

/** Undefined unless all headers are present in the exact format; repeated headers do not match. */
export function readSignature(header: ReadHeader): Signature | undefined {
  const token = header(signatureHeaders.token)
  const timestamp = header(signatureHeaders.timestamp)
  const sign = header(signatureHeaders.sign)?.toLowerCase()
  const isComplete = token !== undefined && timestamp !== undefined && sign !== undefined
  if (
    !isComplete ||
    !/^[0-9A-F]{32}$/.test(token) ||
    !/^\d{13}$/.test(timestamp) ||
    !/^[0-9a-f]{32}$/.test(sign)
  )
    return undefined
  return header('authorization') === `Bearer ${token}` ? { token, timestamp, sign } : undefined
}

export const isSignatureValid = ({ token, timestamp, sign }: Signature, crypto: Crypto): boolean =>
  crypto.isSame(sign, computeAuthSign(crypto.md5, token, timestamp))

export const isTimestampValid = ({ timestamp }: Signature, now: Date): boolean =>
  Math.abs(Number(timestamp) - now.getTime()) <= times.signatureWindow

/** Stored form of a token: finds its session but is useless to a reader of the database. */
export const hashToken = (token: string, crypto: Crypto): string => crypto.sha256(token)
