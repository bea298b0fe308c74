/** Adds a document that was read, with its file and how it is to be translated. */
import { eq, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DocumentState } from '#contract/documents.ts'
import { addRows, lockUser, storedOf } from '#server/features/collections/index.ts'
import type { ReadUpload } from '#server/features/documents/read-document.ts'
import { storeFile } from '#server/features/documents/stored-files.ts'
import { documentJobs } from '#server/features/documents/table.ts'
import { releaseReservation } from '#server/features/ledger/index.ts'
import {
  reserveForMembership,
  type CallChannel,
  type TranslationCall,
} from '#server/features/translation/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

const limits = businessLimits.documents

type NewDocument = Pick<ReadUpload, 'name' | 'format' | 'bytes' | 'chars' | 'price'> & {
  /** Set if it is started at once. */
  start?: { source: string; target: string } & Pick<
    typeof documentJobs.$inferInsert,
    'glossaryId' | 'hints'
  >
  secretHash?: string
}

/**
 * Requires a transaction. Returns the id. Throws ApiError `notAllowed` above the limits of the user
 * and of the account group.
 */
export async function addDocument(
  tx: Db,
  { me, ip, clock }: Pick<TranslationCall, 'me' | 'ip' | 'clock'>,
  { name, format, bytes, chars, price, start, secretHash }: NewDocument,
): Promise<string> {
  const { ownerId, userId, clientType } = me
  const now = clock()
  const scope = { ownerId, id: userId }
  const state: DocumentState = start ? 'queued' : 'ready'
  await lockUser(tx, scope)
  await requireRoom(tx, ownerId, bytes.length)
  const [id] = await addRows(
    tx,
    storedOf('documents'),
    scope,
    [{ name, state, sourceLangCode: start?.source, targetLangCode: start?.target }],
    now,
  )
  const key = { ownerId, documentId: id! }
  await tx.insert(documentJobs).values({
    ...key,
    clientType,
    ip,
    keyId: 'keyId' in me ? me.keyId : null,
    secretHash,
    format,
    size: bytes.length,
    chars,
    price,
    ...(start && { glossaryId: start.glossaryId, hints: start.hints, queuedAt: now }),
  })
  await storeFile(tx, key, 'source', bytes)
  return id!
}

async function requireRoom(tx: Db, ownerId: string, bytes: number): Promise<void> {
  const [stored] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${documentJobs.size}), 0)::float8` })
    .from(documentJobs)
    .where(eq(documentJobs.ownerId, ownerId))
  if (stored!.bytes + bytes > limits.bytesPerGroup)
    throw new ApiError('notAllowed', {
      reason: reasonWith('documentsFull', { limit: limits.bytesPerGroup / 1024 ** 3 }),
    })
}

/**
 * Whether the account can pay now; nothing stays reserved until the work begins. Throws ApiError as
 * `reserveForMembership` does.
 */
export async function requireQuota(
  call: TranslationCall,
  { membership }: Pick<CallChannel, 'membership'>,
  price: number,
): Promise<void> {
  await releaseReservation(call.db, await reserveForMembership(call, membership, price))
}
