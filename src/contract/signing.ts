/** Request signatures (spec section 7), shared by client and server. */
import { clientVersion } from '#contract/limits.ts'

/** Hex MD5 of a text; client and server supply their own implementation. */
type Md5 = (text: string) => string

/** Credentials that sign a request. */
export type Signer = { sk: string; userId: string | number }

export const signatureHeaders = {
  token: 'auth-token',
  timestamp: 'auth-timestamp',
  sign: 'auth-sign',
  version: 'client-version',
} as const

export const computeAuthToken = (md5: Md5, { sk, userId }: Signer) =>
  md5(`${sk}${userId}`).toUpperCase()
export const computeAuthSign = (md5: Md5, token: string, timestamp: string) =>
  md5(`${token}${timestamp}`).toLowerCase()

/** Headers of a request made at `now` (Unix milliseconds); visitors sign with empty strings. */
export function signedHeaders(
  md5: Md5,
  signer: Signer | null,
  now: number,
): Record<string, string> {
  const token = computeAuthToken(md5, signer ?? { sk: '', userId: '' })
  const timestamp = String(now)
  return {
    authorization: `Bearer ${token}`,
    [signatureHeaders.token]: token,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.sign]: computeAuthSign(md5, token, timestamp),
    [signatureHeaders.version]: clientVersion,
  }
}
