/** Implements `Crypto` with Node and argon2id. */
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 23 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const nodeCrypto: Crypto = {
  md5: (text) => digest('md5', text),
  sha256: (text) => digest('sha256', text),
  random: (bytes) => randomBytes(bytes).toString('base64url'),
  same: (a, b) => sameBytes(Buffer.from(a), Buffer.from(b)),
  hashPassword: (password) => hash(password, cost),
  verifyPassword: (hashed, password) => verify(hashed, password),
}

/** Checks the byte length first, since `timingSafeEqual` throws if it differs. */
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
