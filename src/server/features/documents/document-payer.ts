/** Who pays for a document whose translation a job charges, as they are at that time. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { readKeyUser, requireScope } from '#server/features/api-keys/index.ts'
import type { documentJobs } from '#server/features/documents/table.ts'
import type { Payer } from '#server/features/translation/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#server/platform/db/open.ts'

type PaidJob = Pick<typeof documentJobs.$inferSelect, 'keyId' | 'clientType'> & { userId: string }

/**
 * The user or the key, whose new caps hold; `channelId`: the channel of the key. Throws ApiError
 * `accountDisabled`, and `keyRefused` for a key that is revoked or may translate no documents now.
 */
export async function findPayer(
  deps: Dependencies,
  ownerId: string,
  { userId, keyId, clientType }: PaidJob,
): Promise<{ me: Payer; channelId: string | null }> {
  if (keyId === null) {
    await requireEnabled(deps.db, ownerId, userId)
    return { me: { ownerId, userId, clientType }, channelId: null }
  }
  const me = await readKeyUser(deps, { ownerId, keyId })
  requireScope(me, 'documents')
  return { me, channelId: me.channelId }
}

/** Requires the user and the main account to be enabled. Throws ApiError `accountDisabled`. */
async function requireEnabled(db: Db, ownerId: string, userId: string): Promise<void> {
  const people = [...new Set([ownerId, userId])]
  const enabled = await db.$count(
    users,
    and(
      eq(users.ownerId, ownerId),
      inArray(users.userId, people),
      eq(users.enabled, true),
      isNull(users.erasedAt),
    ),
  )
  if (enabled < people.length) throw new ApiError('accountDisabled')
}
