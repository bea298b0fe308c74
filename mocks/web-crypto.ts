/** Cryptography without Node: hashes by crypto-js, passwords by the browser's PBKDF2. */
import md5 from 'crypto-js/md5.js'
import sha256 from 'crypto-js/sha256.js'
import { encodeBase64Url } from 'hono/utils/encode'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

/** Few iterations: the demo's data stays in its browser and contains no real passwords. */
const rounds = 1_000

export const webCrypto: Crypto = {
  md5: (text) => md5(text).toString(),
  sha256: (text) => sha256(text).toString(),
  random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes)).buffer),
  same: (a, b) => a === b,
  async hashPassword(password) {
    const salt = webCrypto.random(16)
    return `${salt}.${await derive(password, salt)}`
  },
  async verifyPassword(hash, password) {
    const [salt, key] = hash.split('.')
    return key === (await derive(password, salt ?? ''))
  },
}

async function derive(password: string, salt: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits'])
  return base64url(
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: rounds },
      key,
      256,
    ),
  )
}

const base64url = (bytes: ArrayBuffer): string => encodeBase64Url(bytes).replaceAll('=', '')
