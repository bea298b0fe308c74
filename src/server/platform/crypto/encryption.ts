/** Encryption of stored secrets by a key outside the database, so that a dump reveals none. */
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'

export type Encryption = {
  /** `context` (owner and purpose) is authenticated data; decryption with another value fails. */
  encrypt: (text: string, context: string) => Promise<string>
  /** Undefined if the text was not encrypted with an accepted key and `context`. */
  decrypt: (encrypted: string, context: string) => Promise<string | undefined>
  /** Encrypts the text with the current key if it was encrypted with the previous one. */
  reencrypt: (
    encrypted: string,
    context: string,
  ) => Promise<'current' | 'unreadable' | { reencrypted: string }>
  /**
   * Keyed hash: deterministic, and not brute-forceable without the key even for guessable texts.
   */
  hmac: (text: string) => Promise<string>
  /**
   * The hash under each accepted key, the current one first, to find hashes made with earlier keys.
   */
  hmacs: (text: string) => Promise<string[]>
}

export type Secret = Uint8Array<ArrayBuffer>
/** A CryptoKey, whose name only the types of browsers declare. */
export type SecretKey = Parameters<typeof crypto.subtle.sign>[1]

const nonceBytes = 12
const encoder = new TextEncoder()

/**
 * AES-256-GCM and HMAC-SHA-256, with separate keys derived from `secret` (HKDF, RFC 5869).
 * `previous`: the key before it, which is accepted but encrypts nothing. `hashKeys`: keys of keyed
 * hashes derived from still earlier secrets; a hash cannot be computed anew without its text.
 */
export function createEncryption(
  secret: Secret,
  { previous, hashKeys = [] }: { previous?: Secret | undefined; hashKeys?: readonly Secret[] } = {},
): Encryption {
  const currentKey = deriveEncryptionKey(secret)
  const previousKey = previous && deriveEncryptionKey(previous)
  const hashingKeys = Promise.all([
    ...[secret, ...(previous ? [previous] : [])].map(async (each) =>
      importHmacKey(await deriveHashKey(each)),
    ),
    ...hashKeys.map(importHmacKey),
  ])
  const encrypt = async (text: string, context: string): Promise<string> => {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
    const encrypted = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: encoder.encode(context) },
      await currentKey,
      encoder.encode(text),
    )
    return toBase64url(new Uint8Array([...iv, ...new Uint8Array(encrypted)]))
  }
  const hmacWith = async (key: SecretKey, text: string): Promise<string> =>
    toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))))
  return {
    encrypt,
    async decrypt(encrypted, context) {
      const text = await decryptWith(await currentKey, encrypted, context)
      return text === undefined && previousKey
        ? decryptWith(await previousKey, encrypted, context)
        : text
    },
    async reencrypt(encrypted, context) {
      if ((await decryptWith(await currentKey, encrypted, context)) !== undefined) return 'current'
      const text = previousKey && (await decryptWith(await previousKey, encrypted, context))
      return text === undefined ? 'unreadable' : { reencrypted: await encrypt(text, context) }
    },
    hmac: async (text) => hmacWith((await hashingKeys)[0]!, text),
    hmacs: async (text) => Promise.all((await hashingKeys).map((key) => hmacWith(key, text))),
  }
}

async function decryptWith(
  key: SecretKey,
  encrypted: string,
  context: string,
): Promise<string | undefined> {
  const bytes = fromBase64url(encrypted)
  if (!bytes || bytes.length <= nonceBytes) return undefined
  const algorithm = {
    name: 'AES-GCM',
    iv: bytes.subarray(0, nonceBytes),
    additionalData: encoder.encode(context),
  }
  try {
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(algorithm, key, bytes.subarray(nonceBytes)),
    )
  } catch {
    return undefined
  }
}

/** Derives the key of the keyed hashes. It reveals neither the secret nor the encryption key. */
export const deriveHashKey = (secret: Secret): Promise<Secret> => derive(secret, 'mark', 32)

/** Names a secret in logs and in the database without revealing it. */
export const deriveKeyId = async (secret: Secret): Promise<string> =>
  toBase64url(await derive(secret, 'id', 6))

const deriveEncryptionKey = async (secret: Secret): Promise<SecretKey> =>
  crypto.subtle.importKey('raw', await derive(secret, 'seal', 32), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

const importHmacKey = (bytes: Secret): Promise<SecretKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

async function derive(secret: Secret, info: string, bytes: number): Promise<Secret> {
  const master = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(info),
  }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, master, bytes * 8))
}

export const toBase64url = (bytes: Uint8Array<ArrayBuffer>): string =>
  encodeBase64Url(bytes.buffer).replaceAll('=', '')

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    return decodeBase64Url(text)
  } catch {
    return undefined
  }
}
