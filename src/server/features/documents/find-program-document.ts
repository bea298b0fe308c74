/** Finds a document that a program uploaded, by its id and the key that the upload returned. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { DocumentState } from '#contract/documents.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { expiryOf } from '#server/features/documents/delete-expired.ts'
import { isJob } from '#server/features/documents/lease-document.ts'
import {
  documentJobs,
  documents,
  isWorkOnDocument,
  type StoredProblem,
} from '#server/features/documents/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

const columns = columnsOf(documents)

type ProgramDocument = {
  documentId: string
  name: string
  target: string
  state: DocumentState
  progress: number
  price: number
  queuedAt: Date | null
  problem: StoredProblem | null
  /** While it waits with a problem: when the next attempt begins. */
  leasedUntil: Date | null
}

/** Marks it as claimed. Throws ApiError `notFound`, also for another's document and for a wrong key. */
export async function findProgramDocument(
  db: Db,
  { ownerId, userId }: UserKey,
  { documentId, secretHash }: { documentId: string; secretHash: string },
  now: Date,
): Promise<ProgramDocument> {
  const [found] = await db
    .select({
      documentId: documentJobs.documentId,
      name: sql<string>`${columns['name']!}`,
      target: sql<string>`${columns['targetLangCode']!}`,
      state: sql<DocumentState>`${columns['state']!}`,
      progress: documentJobs.progress,
      price: documentJobs.price,
      queuedAt: documentJobs.queuedAt,
      problem: documentJobs.problem,
      claimedAt: documentJobs.claimedAt,
      leasedUntil: documentJobs.leasedUntil,
    })
    .from(documentJobs)
    .innerJoin(documents, isWorkOnDocument)
    .where(
      and(
        eq(documentJobs.ownerId, ownerId),
        eq(documentJobs.documentId, documentId),
        eq(documentJobs.secretHash, secretHash),
        userId === ownerId ? undefined : eq(columns['userId']!, userId),
        gt(documents.createdAt, expiryOf(now)),
      ),
    )
  if (!found) throw new ApiError('notFound', { status: 404 })
  if (found.claimedAt === null)
    await db
      .update(documentJobs)
      .set({ claimedAt: now })
      .where(and(isJob({ ownerId, documentId: found.documentId }), isNull(documentJobs.claimedAt)))
  return found
}
