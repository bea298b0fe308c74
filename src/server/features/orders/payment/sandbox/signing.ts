/** HMAC-SHA256 signatures of sandbox notifications, with a key shared through the database. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { sandboxKeys } from '#server/schema.ts'
import type { Dependencies } from '#server/dependencies.ts'

export const signatureHeader = 'sandbox-signature'

const name = 'notifications'

/** Signs a text; lower-case hex. The key is created on first use. */
export function signer({
  db,
  crypto,
}: Pick<Dependencies, 'db' | 'crypto'>): (text: string) => Promise<string> {
  let key: Promise<CryptoKey> | undefined
  return async (text) => {
    key ??= keyIn(db, crypto).then(imported)
    const bytes = await subtle.sign('HMAC', await key, encoded(text))
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}

async function keyIn(db: Db, crypto: Dependencies['crypto']): Promise<string> {
  await db
    .insert(sandboxKeys)
    .values({ name, key: crypto.random(32) })
    .onConflictDoNothing()
  const [row] = await db.select().from(sandboxKeys).where(eq(sandboxKeys.name, name))
  return row!.key
}

/** Web Crypto, available in Node and in browsers. */
const { subtle } = globalThis.crypto
const encoded = (text: string) => new TextEncoder().encode(text)
const imported = (key: string) =>
  subtle.importKey('raw', encoded(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
