/** The demo's API key, which is public. */
import { keyScopes } from '#contract/api-keys.ts'
import { demoApiKey } from '#contract/programs/demo-key.ts'
import { hintOf } from '#server/features/api-keys/index.ts'
import { apiKeySecrets } from '#server/features/api-keys/table.ts'
import { addRows, storedOf } from '#server/features/collections/index.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

export const demoKeyName = 'Demo'

/** Requires a transaction. */
export async function insertDemoKey(
  tx: Db,
  { ownerId, userId }: UserKey,
  { sha256, now }: Pick<Crypto, 'sha256'> & { now: Date },
): Promise<void> {
  const row = { name: demoKeyName, scopes: [...keyScopes] }
  const [keyId] = await addRows(tx, storedOf('apiKeys'), { ownerId, id: userId }, [row], now)
  await tx.insert(apiKeySecrets).values({
    ownerId,
    keyId: keyId!,
    hash: sha256(demoApiKey),
    hint: hintOf(demoApiKey),
    createdAt: now,
  })
}
