/** WeChat Pay APIv3 signatures: SHA256-RSA over lines of text; AES-256-GCM decryption. */
import { createDecipheriv, randomBytes, sign, verify } from 'node:crypto'
import type { WeChatSettings } from '#server/platform/config/payment-settings.ts'

/** Maximum clock difference of a signature in milliseconds, as documented by WeChat Pay. */
const tolerance = 5 * 60_000

type Request = { method: string; path: string; body: string }

/** `Authorization` header of a request. `path` includes the query. */
export function authorization(
  { mchId, serial, privateKey }: WeChatSettings,
  { method, path, body }: Request,
  now: Date,
): string {
  const timestamp = Math.floor(now.getTime() / 1000)
  const nonce = randomBytes(16).toString('hex')
  const signature = sign(
    'sha256',
    lines(method, path, String(timestamp), nonce, body),
    privateKey,
  ).toString('base64')
  const fields = { mchid: mchId, nonce_str: nonce, signature, timestamp, serial_no: serial }
  const text = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${text.join(',')}`
}

export const isSigned = (headers: Headers): boolean => headers.has('wechatpay-signature')

/**
 * Why a response or notification is not authentic; undefined if it is. `wechatpay-serial` selects
 * the platform key.
 */
export function fault(
  { platformKeys, platformSerials }: WeChatSettings,
  headers: Headers,
  body: string,
  now: Date,
): string | undefined {
  const [timestamp, nonce, serial, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map(
    (name) => headers.get(`wechatpay-${name}`) ?? '',
  )
  const platformKey = platformKeys[platformSerials.indexOf(serial!)]
  if (!platformKey) return 'it is signed with a key that is not set'
  if (
    !/^\d{1,12}$/.test(timestamp!) ||
    Math.abs(now.getTime() - Number(timestamp) * 1000) > tolerance
  )
    return 'its time is not now'
  const genuine = verify(
    'sha256',
    lines(timestamp!, nonce!, body),
    platformKey,
    Buffer.from(signature!, 'base64'),
  )
  return genuine ? undefined : 'its signature is wrong'
}

export type Sealed = { ciphertext: string; associated_data?: string | undefined; nonce: string }

/** Decrypts AES-256-GCM with the tag appended. Throws if the key doesn't match. */
export function unsealed(
  { apiV3Key }: WeChatSettings,
  { ciphertext, associated_data, nonce }: Sealed,
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(-16))
  decipher.setAAD(Buffer.from(associated_data ?? ''))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

const lines = (...parts: string[]) => Buffer.from(parts.map((part) => `${part}\n`).join(''))
