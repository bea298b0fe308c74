/** Cryptography of test servers: Node's, with password hashes at the lowest cost. */
import { hash } from '@node-rs/argon2'
import { nodeCrypto, type Crypto } from '#server/platform/crypto/crypto.ts'

/**
 * Lowest cost of Argon2: microseconds instead of 25 ms. A hash records its cost, so verifying is as
 * cheap.
 */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const testCrypto: Crypto = {
  ...nodeCrypto,
  hashPassword: (password) => hash(password, cost),
}
