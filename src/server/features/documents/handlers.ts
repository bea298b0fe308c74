/** Handlers by which users upload, start and download documents. */
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { documents as collection } from '#contract/documents.ts'
import { documentFormats } from '#contract/document-formats.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { addDocument, requireQuota } from '#server/features/documents/add-document.ts'
import { expiryOf } from '#server/features/documents/delete-expired.ts'
import { readUpload } from '#server/features/documents/read-document.ts'
import { isJob } from '#server/features/documents/lease-document.ts'
import {
  deleteParts,
  readPieces,
  type DocumentKey,
} from '#server/features/documents/stored-files.ts'
import { documentJobs, documents, isWorkOnDocument } from '#server/features/documents/table.ts'
import { findTermMatcher } from '#server/features/glossaries/index.ts'
import { detectCode, findCallChannel, priceOf } from '#server/features/translation/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import {
  externalHandler,
  type Handler,
  type Handlers,
  type SignedCall,
} from '#server/http/handler.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof collection.calls

/** A file is read outside of a transaction, which may take a minute. */
const uploadDocument = externalHandler<Calls['upload']>(
  async ({ file }, call) => {
    const name = file instanceof File ? file.name : ''
    const { chars, price, ...upload } = await readUpload(call, file, name, null)
    return call.beginTransaction(async (tx) => {
      const id = await addDocument(tx, call, { ...upload, chars, price })
      const added = { id, charNum: chars, price }
      await call.storeResponse(tx, added)
      return added
    })
  },
  { reservesKeyInWork: true },
)

/**
 * Starts those of the user that wait for it and whose price was told; their price together has to be
 * there. Throws ApiError `notAllowed` if it is higher than was told; another start agrees to it.
 */
const startDocuments = externalHandler<Calls['start']>(
  async (input, call) => {
    const { db, me, clock } = call
    const { source, target } = input
    const waiting = await findWaiting(call, input.ids)
    const channel = await findCallChannel(call, null)
    if (!channel.translator.languages.supports(source, target)) throw new ApiError('languagePair')
    const glossaryId = input.glossaryId === undefined ? null : String(input.glossaryId)
    if (glossaryId !== null) {
      if (source === detectCode)
        throw new ApiError('invalid', { reason: reasonWith('glossarySource', {}) })
      await findTermMatcher(db, { ownerId: me.ownerId, glossaryId, source, target })
    }
    const isCharged = channel.membership.mode === 'char'
    const priced = waiting.map(({ documentId, chars, price: earlier }) => ({
      key: { ownerId: me.ownerId, documentId },
      price: isCharged ? priceOf(channel, chars) : 0,
      earlier,
    }))
    await refuseHigherPrices(call, priced)
    await requireQuota(
      call,
      channel,
      priced.reduce((sum, { price }) => sum + price, 0),
    )
    const { clientType } = me
    const start = { source, target, glossaryId, clientType, ip: call.ip, now: clock() }
    return call.beginTransaction(async (tx) => {
      let started = 0
      for (const { key, price } of priced) if (await queue(tx, key, { ...start, price })) started++
      await call.storeResponse(tx, { started })
      return { started }
    })
  },
  { reservesKeyInWork: true },
)

type Priced = { key: DocumentKey; price: number; earlier: number }

/** Stores the prices that rose, so that they are known from now on, and throws ApiError `notAllowed`. */
async function refuseHigherPrices(
  { db, me, events }: SignedCall,
  priced: readonly Priced[],
): Promise<void> {
  const dearer = priced.filter(({ price, earlier }) => price > earlier)
  if (dearer.length === 0) return
  await transaction(db, async (tx) => {
    for (const { key, price } of dearer)
      await tx
        .update(documentJobs)
        .set({ price })
        .where(and(isJob(key), isNull(documentJobs.queuedAt)))
  })
  events.publish({ ownerId: me.ownerId, about: ['document'] })
  throw new ApiError('notAllowed', {
    reason: reasonWith('documentCostsMore', {
      price: dearer.reduce((sum, { price }) => sum + price, 0),
      earlier: dearer.reduce((sum, { earlier }) => sum + earlier, 0),
    }),
  })
}

const columns = columnsOf(documents)

/** Throws ApiError `notFound` if none of the documents can be started. */
async function findWaiting({ db, me, clock }: SignedCall, ids: readonly (string | number)[]) {
  const found = await db
    .select({
      documentId: documentJobs.documentId,
      chars: documentJobs.chars,
      price: documentJobs.price,
    })
    .from(documentJobs)
    .innerJoin(documents, isWorkOnDocument)
    .where(
      and(
        eq(documentJobs.ownerId, me.ownerId),
        inArray(documentJobs.documentId, ids.map(String)),
        eq(columns['userId']!, me.userId),
        isWaiting(),
        gt(documentJobs.chars, 0),
        isKept(clock()),
      ),
    )
    .orderBy(documentJobs.documentId)
  if (found.length === 0) throw new ApiError('notFound')
  return found
}

/** Until the job deletes it, an expired document has rows. */
const isKept = (now: Date) => gt(documents.createdAt, expiryOf(now))
const isWaiting = () => inArray(columns['state']!, ['ready', 'failed'])

type Start = { source: string; target: string; now: Date } & Pick<
  typeof documentJobs.$inferSelect,
  'glossaryId' | 'price' | 'clientType' | 'ip'
>

/**
 * What the program asked for that uploaded it ends with its attempt: hints, key and channel. Returns
 * false for a document that waits no more.
 */
async function queue(
  tx: Db,
  key: DocumentKey,
  { source, target, now, ...job }: Start,
): Promise<boolean> {
  const queued = await tx
    .update(documents)
    .set({
      state: 'queued',
      sourceLangCode: source,
      targetLangCode: target,
      version: sql`${documents.version} + 1`,
    })
    .where(and(eq(documents.ownerId, key.ownerId), eq(documents.id, key.documentId), isWaiting()))
    .returning({ id: documents.id })
  if (queued.length === 0) return false
  await tx
    .update(documentJobs)
    .set({
      ...job,
      hints: {},
      keyId: null,
      queuedAt: now,
      attempts: 0,
      progress: 0,
      problem: null,
    })
    .where(isJob(key))
  // What an earlier attempt translated in the same way is used again; see `textsHash`.
  await deleteParts(tx, key, ['result'])
  return true
}

/**
 * `getDocument`: checks that the caller may read the document. Throws ApiError `notAllowed` before
 * it is done, and `notFound` after it has expired.
 */
const downloadDocument =
  (getDocument: Handler<Calls['get']>): Handler<Calls['download']> =>
  async ({ id }, call) => {
    const { state, name, targetLangCode } = await getDocument({ id }, call)
    if (state !== 'done')
      throw new ApiError('notAllowed', { reason: reasonWith('documentNotDone', {}) })
    const key = { ownerId: call.me.ownerId, documentId: String(id) }
    const isOfKey = and(eq(documents.ownerId, key.ownerId), eq(documents.id, key.documentId))
    if ((await call.db.$count(documents, and(isOfKey, isKept(call.clock())))) === 0)
      throw new ApiError('notFound')
    return readResult(call.db, key, { name, target: targetLangCode ?? '' })
  }

/** The translation, named after the document and its language. Throws ApiError `notFound`. */
export async function readResult(
  db: Db,
  key: DocumentKey,
  { name, target }: { name: string; target: string },
): Promise<File> {
  const [job] = await db
    .select({ format: documentJobs.format })
    .from(documentJobs)
    .where(isJob(key))
  const pieces: Blob[] = []
  // A file of blobs does not copy them.
  for await (const piece of readPieces(db, key, 'result')) pieces.push(new Blob([piece]))
  if (!job || pieces.length === 0) throw new ApiError('notFound')
  const { result } = documentFormats[job.format]
  const { mediaType } = documentFormats[result]
  const stem = name.replace(/\.[^.]*$/, '')
  const isSameFormat = result === job.format
  const extension = isSameFormat ? /\.[^.]*$/.exec(name)?.[0] : `.${result}`
  return new File(pieces, `${stem}_${target}${extension ?? ''}`, { type: mediaType })
}

export const documentHandlers = (
  generated: GeneratedHandlers['documents'],
): Handlers['documents'] => ({
  ...generated,
  upload: uploadDocument,
  start: startDocuments,
  download: downloadDocument(generated.get),
})
