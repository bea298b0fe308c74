/** Headers of a signed request, made from a session’s token instead of its secret. */
import { clientVersion } from '#contract/limits.ts'
import { computeAuthSign, signatureHeaders } from '#contract/signing.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'

export function signedByToken(token: string, time = Date.now()): Record<string, string> {
  const stamp = String(time)
  return {
    authorization: `Bearer ${token}`,
    [signatureHeaders.token]: token,
    [signatureHeaders.timestamp]: stamp,
    [signatureHeaders.sign]: computeAuthSign(nodeCrypto.md5, token, stamp),
    [signatureHeaders.version]: clientVersion,
  }
}
