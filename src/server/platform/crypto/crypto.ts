/** Hashes, random values and the server's secret key, by Node's crypto. */
import { hash as digest, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#server/platform/config/settings.ts'

/** Cryptography of the server, by Node below, or by another runtime. */
export type Crypto = {
  /** Lower-case hex. */
  md5: (text: string) => string
  /** Lower-case hex. */
  sha256: (text: string) => string
  /** Cryptographically random bytes as base64url. */
  random: (bytes: number) => string
  /** Constant-time comparison. */
  isSame: (a: string, b: string) => boolean
  /** Salted, deliberately slow hash. */
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (hash: string, password: string) => Promise<boolean>
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 23 ms. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Implements `Crypto` with Node and argon2id. */
export const nodeCrypto: Crypto = {
  md5: (text) => digest('md5', text),
  sha256: (text) => digest('sha256', text),
  random: (bytes) => randomBytes(bytes).toString('base64url'),
  isSame: (a, b) => hasSameBytes(Buffer.from(a), Buffer.from(b)),
  hashPassword: (password) => hash(password, hashCost),
  verifyPassword: (hashed, password) => verify(hashed, password),
}

/** Checks the byte length first, since `timingSafeEqual` throws if it differs. */
const hasSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

/** Length of a secret key. */
export const secretKeyBytes = 32

/** Undefined unless the text is base64 of exactly 32 bytes. */
export function parseSecretKey(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = Uint8Array.from(Buffer.from(text.trim(), 'base64'))
  return bytes.length === secretKeyBytes ? bytes : undefined
}

/** The file of the generated key, which servers without SECRET_KEY use. */
export const toSecretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/**
 * The key from the settings or, outside production, from a generated file in DATA_DIR, which only
 * the server's user can read. Concurrent first starts end up with the same key.
 */
export function readSecretKey({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Uint8Array<ArrayBuffer> {
  if (secretKey) return secretKey
  const file = toSecretKeyFile(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) createSecretKey(file)
  } catch (error) {
    if (!existsSync(file))
      throw new Error(
        `DATA_DIR is “${dataDir}”, and the secret key can’t be kept there (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a folder of this user, or set SECRET_KEY.`,
        { cause: error },
      )
  }
  const key = parseSecretKey(readFileSync(file, 'utf8'))
  if (!key)
    throw new Error(
      `${file} holds no key. Put back the one it held, or remove it: then users of two-factor authentication have to set it up anew.`,
    )
  return key
}

/** Throws if the file exists. A file under that name is whole: another start may read it at once. */
function createSecretKey(file: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(secretKeyBytes).toString('base64')}\n`, { mode: 0o600 })
    linkSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
