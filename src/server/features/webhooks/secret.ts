/** Secrets of webhooks, with which payloads are signed; they are stored encrypted. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#server/features/webhooks/table.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { EncryptedTexts } from '#server/platform/crypto/secret-keys.ts'

export type WebhookKey = { ownerId: string; webhookId: string }

/** 192 bits, of which base64 needs no padding. */
const secretBytes = 24

/** `whsec_` and base64, as the Standard Webhooks specification writes secrets. */
export const createWebhookSecret = ({ random }: Pick<Crypto, 'random'>): string =>
  `whsec_${random(secretBytes).replaceAll('-', '+').replaceAll('_', '/')}`

/** Binds a secret to its webhook: it cannot be decrypted as another's. */
export const secretContext = ({ webhookId }: Pick<WebhookKey, 'webhookId'>): string =>
  `webhook:${webhookId}`

export const isOfWebhook = ({ ownerId, webhookId }: WebhookKey) =>
  and(eq(webhookEndpoints.ownerId, ownerId), eq(webhookEndpoints.webhookId, webhookId))

const rowsPerPage = 500

/** All stored secrets, for re-encryption with another key. */
export const listEncryptedWebhookSecrets: EncryptedTexts = async function* (db) {
  const { ownerId, webhookId, sealedSecret, sealedFormerSecret } = webhookEndpoints
  for (let last: WebhookKey | undefined, isEnd = false; !isEnd;) {
    const page: (WebhookKey & { sealedSecret: string; sealedFormerSecret: string | null })[] =
      await db
        .select({ ownerId, webhookId, sealedSecret, sealedFormerSecret })
        .from(webhookEndpoints)
        .where(
          acrossOwners(
            'encryption anew of all secrets',
            last &&
              sql`(${ownerId}, ${webhookId}) > (${last.ownerId}::bigint, ${last.webhookId}::bigint)`,
          ),
        )
        .orderBy(asc(ownerId), asc(webhookId))
        .limit(rowsPerPage)
    for (const row of page)
      for (const column of ['sealedSecret', 'sealedFormerSecret'] as const) {
        const encrypted = row[column]
        if (encrypted === null) continue
        yield {
          encrypted,
          context: secretContext(row),
          replace: async (latest) => {
            await db
              .update(webhookEndpoints)
              .set({ [column]: latest })
              .where(and(isOfWebhook(row), eq(webhookEndpoints[column], encrypted)))
          },
        }
      }
    last = page.at(-1)
    isEnd = page.length < rowsPerPage
  }
}
