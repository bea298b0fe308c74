/** API keys of programs. */
import { keyScopes, type KeyScope } from '#contract/api-keys.ts'
import { hintOf } from '#server/features/api-keys/index.ts'
import { createSecret } from '#server/features/api-keys/secret.ts'
import { apiKeySecrets } from '#server/features/api-keys/table.ts'
import { addRows, storedOf } from '#server/features/collections/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { UserKey } from '#server/platform/db/columns.ts'

type KeyOptions = {
  scopes?: KeyScope[]
  tranChannelId?: string
  dailyCharNum?: number
  monthlyCharNum?: number
  networks?: string[]
  lastDay?: string
}

/** Secret of a new key of the person, by default for everything and without caps. */
export async function addKey(
  db: Db,
  { ownerId, userId }: UserKey,
  { scopes = [...keyScopes], ...options }: KeyOptions = {},
): Promise<string> {
  const secret = createSecret(nodeCrypto)
  const now = new Date()
  await transaction(db, async (tx) => {
    const row = { name: 'Program', scopes, ...options }
    const [keyId] = await addRows(tx, storedOf('apiKeys'), { ownerId, id: userId }, [row], now)
    const hash = nodeCrypto.sha256(secret)
    await tx
      .insert(apiKeySecrets)
      .values({ ownerId, keyId: keyId!, hash, hint: hintOf(secret), createdAt: now })
  })
  return secret
}
