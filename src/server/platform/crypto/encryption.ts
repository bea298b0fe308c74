/** Encryption of stored secrets by a key outside the database, so that a dump reveals none. */
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'

export type Encryption = {
  /** `about` (owner and purpose) is authenticated data; decryption with another value fails. */
  encrypt: (text: string, about: string) => Promise<string>
  /** Undefined if the text was not encrypted with this key and `about`. */
  open: (sealed: string, about: string) => Promise<string | undefined>
  /**
   * Keyed hash: deterministic, and not brute-forceable without the key even for guessable texts.
   */
  hmac: (text: string) => Promise<string>
}

const nonceBytes = 12
const encoder = new TextEncoder()

/** AES-256-GCM and HMAC-SHA-256, with separate keys derived from `secret` (HKDF, RFC 5869). */
export function createEncryption(secret: Uint8Array<ArrayBuffer>): Encryption {
  const keys = derive(secret)
  return {
    async encrypt(text, about) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: encoder.encode(about) },
        (await keys).seal,
        encoder.encode(text),
      )
      return toBase64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
    },
    async open(sealed, about) {
      const bytes = fromBase64url(sealed)
      if (!bytes || bytes.length <= nonceBytes) return undefined
      const how = {
        name: 'AES-GCM',
        iv: bytes.subarray(0, nonceBytes),
        additionalData: encoder.encode(about),
      }
      try {
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(how, (await keys).seal, bytes.subarray(nonceBytes)),
        )
      } catch {
        return undefined
      }
    },
    async hmac(text) {
      return toBase64url(
        new Uint8Array(await crypto.subtle.sign('HMAC', (await keys).mark, encoder.encode(text))),
      )
    },
  }
}

async function derive(secret: Uint8Array<ArrayBuffer>) {
  const master = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const from = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(info),
  })
  return {
    seal: await crypto.subtle.deriveKey(
      from('seal'),
      master,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    ),
    mark: await crypto.subtle.deriveKey(
      from('mark'),
      master,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    ),
  }
}

const toBase64url = (bytes: Uint8Array<ArrayBuffer>): string =>
  encodeBase64Url(bytes.buffer).replaceAll('=', '')

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    return decodeBase64Url(text)
  } catch {
    return undefined
  }
}
