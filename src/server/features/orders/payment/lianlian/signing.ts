/** LianLian signatures: `MD5withRSA` over the hex MD5 of the body, as LianLian requires. */
import { hash, sign, verify } from 'node:crypto'
import type { LianLianSettings } from '#server/platform/config/payment-settings.ts'

export const signatureHeader = 'signature-data'

export const signed = ({ privateKey }: LianLianSettings, body: string): string =>
  sign('md5', digest(body), privateKey).toString('base64')

export function isGenuine(
  { publicKey }: LianLianSettings,
  headers: Headers,
  body: string,
): boolean {
  const signature = headers.get(signatureHeader)
  return (
    signature !== null && verify('md5', digest(body), publicKey, Buffer.from(signature, 'base64'))
  )
}

const digest = (body: string) => Buffer.from(hash('md5', body))
