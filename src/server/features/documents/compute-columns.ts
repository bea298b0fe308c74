/** Computed columns of documents: characters, price, progress, key, why one failed, who may start it. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { documents as collection } from '#contract/documents.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { apiKeys } from '#server/features/api-keys/table.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { documentJobs } from '#server/features/documents/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { formatError } from '#server/platform/messages.ts'

type Row = OutputOf<typeof collection.calls.get>
type Computed = Required<
  Pick<Row, 'charNum' | 'price' | 'progress' | 'canStart' | 'apiKeyId' | 'apiKeyTitle' | 'problem'>
>

export async function computeDocumentColumns(
  rows: readonly Omit<Row, keyof Computed>[],
  { db, me: { ownerId, userId: myId }, lang }: SignedCall,
): Promise<Computed[]> {
  const ids = rows.map(({ id }) => String(id))
  const jobs = await db
    .select({
      documentId: documentJobs.documentId,
      charNum: documentJobs.chars,
      price: documentJobs.price,
      progress: documentJobs.progress,
      apiKeyId: documentJobs.keyId,
      apiKeyTitle: sql<string | null>`${columnsOf(apiKeys)['name']!}`,
      problem: documentJobs.problem,
    })
    .from(documentJobs)
    .leftJoin(
      apiKeys,
      and(eq(apiKeys.ownerId, documentJobs.ownerId), eq(apiKeys.id, documentJobs.keyId)),
    )
    .where(and(eq(documentJobs.ownerId, ownerId), inArray(documentJobs.documentId, ids)))
  const byId = new Map(jobs.map(({ documentId, ...job }) => [documentId, job]))
  return rows.map(({ id, userId, state }) => {
    const { problem, ...job } = byId.get(String(id)) ?? noJob
    const isWaiting = state === 'ready' || state === 'failed'
    const canStart = isWaiting && String(userId) === myId && job.charNum > 0 ? 1 : 0
    return {
      ...job,
      canStart,
      problem: problem && formatError(lang, new ApiError(problem.code, problem)),
    }
  })
}

/** Of a document that is deleted meanwhile. */
const noJob = {
  charNum: 0,
  price: 0,
  progress: 0,
  apiKeyId: null,
  apiKeyTitle: null,
  problem: null,
}
