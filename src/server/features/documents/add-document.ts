/** Adds a document with its file and how it is to be translated. */
import { eq, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DocumentState } from '#contract/documents.ts'
import { countAdded, insertRows, lockUser, storedOf } from '#server/features/collections/index.ts'
import type { ReadUpload } from '#server/features/documents/read-document.ts'
import { storeFile } from '#server/features/documents/stored-files.ts'
import { documentJobs, documentParts } from '#server/features/documents/table.ts'
import { releaseReservation } from '#server/features/ledger/index.ts'
import {
  reserveForMembership,
  type CallChannel,
  type TranslationCall,
} from '#server/features/translation/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

const limits = businessLimits.documents

export type NewDocument = Pick<ReadUpload, 'name' | 'format' | 'bytes' | 'chars' | 'price'> & {
  /** Set if it is started at once. */
  start?: { source: string; target: string } & Pick<
    typeof documentJobs.$inferInsert,
    'glossaryId' | 'hints'
  >
  uploadHash?: string
  /** Returns the hash of the key by which a program finds the document. */
  toSecretHash?: (documentId: string) => Promise<string>
}

/**
 * Requires a transaction. The user is locked only when the file is stored. Returns the id. Throws
 * ApiError `notAllowed` above the limits of the user and of the account group; sub-accounts that
 * upload at once may exceed the latter by these files.
 */
export async function addDocument(
  tx: Db,
  { me, ip, clock }: Pick<TranslationCall, 'me' | 'ip' | 'clock'>,
  { name, format, bytes, chars, price, start, uploadHash, toSecretHash }: NewDocument,
): Promise<string> {
  const { ownerId, userId, clientType } = me
  const now = clock()
  const stored = storedOf('documents')
  const scope = { ownerId, id: userId }
  const state: DocumentState = start ? 'queued' : 'ready'
  // Refuses most before the file is stored; the one below, with the lock, is exact.
  await requireRoom(tx, ownerId, bytes.length)
  const row = { name, state, sourceLangCode: start?.source, targetLangCode: start?.target }
  const [id] = await insertRows(tx, stored, scope, [row], now)
  const key = { ownerId, documentId: id! }
  await tx.insert(documentJobs).values({
    ...key,
    clientType,
    ip,
    keyId: 'keyId' in me ? me.keyId : null,
    secretHash: await toSecretHash?.(id!),
    uploadHash,
    format,
    size: bytes.length,
    chars,
    price,
    ...(start && { glossaryId: start.glossaryId, hints: start.hints, queuedAt: now }),
  })
  await storeFile(tx, key, 'source', bytes)
  await lockUser(tx, scope)
  await requireRoom(tx, ownerId)
  await countAdded(tx, stored, scope, 1)
  return id!
}

/** `bytes`: of a file that is not stored yet. */
async function requireRoom(tx: Db, ownerId: string, bytes = 0): Promise<void> {
  const [stored] = await tx
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${documentParts.bytes})), 0)::float8` })
    .from(documentParts)
    .where(eq(documentParts.ownerId, ownerId))
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
  const reservation = await reserveForMembership(call, membership, price)
  await releaseReservation(call.db, reservation, call.clock())
}
