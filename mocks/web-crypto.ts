/** Cryptography without Node: hashes by @noble/hashes, passwords by the browser's PBKDF2. */
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { encodeBase64Url } from 'hono/utils/encode'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

/** Few iterations: the demo's data stays in its browser and contains no real passwords. */
const rounds = 1_000

export const webCrypto: Crypto = {
  md5: (text) => bytesToHex(md5(bytesOf(text))),
  sha256: (text) => bytesToHex(sha256(bytesOf(text))),
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
  const key = await crypto.subtle.importKey('raw', bytesOf(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  return base64url(
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: rounds },
      key,
      256,
    ),
  )
}

const base64url = (bytes: ArrayBuffer): string => encodeBase64Url(bytes).replaceAll('=', '')

const bytesOf = (text: string) => new TextEncoder().encode(text)
