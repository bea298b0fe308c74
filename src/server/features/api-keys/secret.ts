/** The text of an API key, by which programs authenticate. */
import { demoApiKey } from '#contract/programs/demo-key.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

/** By which people, and scanners for leaked secrets, recognise a key. */
const prefix = 'yq_'
/** 192 bits. */
const randomBytes = 24
const checksumLength = 8

/**
 * `yq_`, 32 random characters of base64url, and the first 8 hexadecimal digits of the SHA-256 of all
 * that, so that a scanner for leaked secrets recognises a key without asking the server.
 */
export function createSecret(crypto: Pick<Crypto, 'random' | 'sha256'>): string {
  const body = prefix + crypto.random(randomBytes)
  return body + checksumOf(body, crypto)
}

/** Whether the text has the form of a key; that of the demo has no checksum. Of the others, none needs to be looked up. */
export function isSecret(text: string, crypto: Pick<Crypto, 'sha256'>): boolean {
  if (text === demoApiKey) return true
  const body = text.slice(0, -checksumLength)
  return (
    /^yq_[A-Za-z0-9_-]{32}[0-9a-f]{8}$/.test(text) &&
    text.slice(-checksumLength) === checksumOf(body, crypto)
  )
}

const checksumOf = (body: string, { sha256 }: Pick<Crypto, 'sha256'>) =>
  sha256(body).slice(0, checksumLength)

/** The beginning and the end of a key, by which people tell keys apart. */
export const hintOf = (secret: string): string => `${secret.slice(0, 7)}…${secret.slice(-4)}`
