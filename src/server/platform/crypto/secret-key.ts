/** Encryption key: from the settings, or outside production from a generated file in DATA_DIR. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#server/platform/config/settings.ts'

export const secretKeyBytes = 32

/** Undefined unless the text is base64 of exactly 32 bytes. */
export function secretKeyIn(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = Uint8Array.from(Buffer.from(text.trim(), 'base64'))
  return bytes.length === secretKeyBytes ? bytes : undefined
}

/**
 * The file is readable only by the server's user. Concurrent first starts end up with the same key.
 */
export function secretKeyOf({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Uint8Array<ArrayBuffer> {
  if (secretKey) return secretKey
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, `${randomBytes(secretKeyBytes).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = secretKeyIn(readFileSync(file, 'utf8'))
  if (!key)
    throw new Error(
      `${file} holds no key. Put back the one it held, or remove it: then whoever uses a second step to sign in has to set it up anew.`,
    )
  return key
}
