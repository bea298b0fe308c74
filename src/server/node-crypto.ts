/** Cryptography by Node and argon2id. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Crypto } from '#server/crypto.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 23 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const nodeCrypto: Crypto = {
  md5: digest('md5'),
  sha256: digest('sha256'),
  random: (bytes) => randomBytes(bytes).toString('base64url'),
  same: (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b)),
  hashPassword: (password) => hash(password, cost),
  verifyPassword: (hashed, password) => verify(hashed, password),
}

function digest(algorithm: string) {
  return (text: string) => createHash(algorithm).update(text).digest('hex')
}
