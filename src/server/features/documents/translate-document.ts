/** Translates a document: reads its file, reserves its price, translates, writes and charges. */
import { and, eq, sql } from 'drizzle-orm'
import { columnsOf } from '#server/features/collections/table.ts'
import { findPayer } from '#server/features/documents/document-payer.ts'
import {
  changeLeased,
  changeLeasedDocument,
  isJob,
  LeaseLost,
  type DocumentWork,
  type Lease,
} from '#server/features/documents/lease-document.ts'
import {
  documentMarkup,
  measureTexts,
  readTexts,
  withRefusals,
} from '#server/features/documents/read-document.ts'
import {
  deleteParts,
  readFile,
  readStoredTexts,
  storeFile,
  type TranslatedTexts,
} from '#server/features/documents/stored-files.ts'
import { documentJobs, documents, isWorkOnDocument } from '#server/features/documents/table.ts'
import {
  translateBatches,
  type TranslatedDocument,
} from '#server/features/documents/translate-batches.ts'
import { findTermMatcher } from '#server/features/glossaries/index.ts'
import { releaseReservation, type Reservation } from '#server/features/ledger/index.ts'
import {
  chargeCall,
  findCallChannel,
  priceOf,
  releaseOnError,
  reserveForMembership,
  sumOf,
  type CallChannel,
  type TextsRequest,
  type TranslationCall,
} from '#server/features/translation/index.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { errorFields } from '#server/platform/log.ts'
import { formatBilingual } from '#server/platform/messages.ts'

const columns = columnsOf(documents)

/**
 * Goes on after the batches that are stored. Throws ApiError if the document can't be translated,
 * LeaseLost, and the reason of the work's signal.
 */
export async function translateDocument(deps: Dependencies, work: DocumentWork): Promise<void> {
  const { lease } = work
  const job = await findJob(deps.db, lease)
  const { me, channelId } = await findPayer(deps, lease.ownerId, job)
  const call: TranslationCall = { ...deps, me, ip: job.ip, yieldTurn: (waitFor) => waitFor() }
  if (job.reservation) await releaseReservation(deps.db, job.reservation, deps.clock())
  const channel = await findCallChannel(call, channelId)
  const prepared = await prepareDocument(deps, job, channel, work)
  const reservation = await reserve(call, job, prepared, lease)
  await releaseOnError(call, reservation, async () => {
    work.onProgress()
    const translated = await translateBatches(call, channel, prepared.request, prepared, work)
    await storeResult(deps, job, translated, work)
    await charge(deps, call, { job, reservation, prepared, translated }, lease)
  })
  await deleteParts(deps.db, lease, ['source', 'texts']).catch((reason: unknown) =>
    deps.log.warn('the source of a translated document stays until it expires', {
      document: lease.documentId,
      ...errorFields(reason),
    }),
  )
}

type JobOfUser = typeof documentJobs.$inferSelect & {
  userId: string
  name: string
  source: string
  target: string
}

/** Throws LeaseLost. */
async function findJob(db: Db, lease: Lease): Promise<JobOfUser> {
  const [found] = await db
    .select({
      job: documentJobs,
      userId: sql<string>`${columns['userId']!}::text`,
      name: sql<string>`${columns['name']!}`,
      source: sql<string>`${columns['sourceLangCode']!}`,
      target: sql<string>`${columns['targetLangCode']!}`,
    })
    .from(documentJobs)
    .innerJoin(documents, isWorkOnDocument)
    .where(and(isJob(lease), eq(documentJobs.leaseId, lease.leaseId)))
  if (!found) throw new LeaseLost()
  const { job, ...rest } = found
  return { ...job, ...rest }
}

/** `price`: characters to reserve of the account; `hash`: of the texts and how they are translated. */
type PreparedDocument = {
  channel: CallChannel
  request: TextsRequest
  weights: readonly number[]
  hash: string
  stored: readonly TranslatedTexts[]
  chars: number
  price: number
}

/**
 * Reads the texts, and what an earlier attempt translated of them in the same way. The first time,
 * also writes the file with its own texts: a document that can't be written costs nothing.
 */
async function prepareDocument(
  deps: Dependencies,
  job: JobOfUser,
  channel: CallChannel,
  { lease, signal }: DocumentWork,
): Promise<PreparedDocument> {
  const { ownerId } = lease
  const { source, target, glossaryId, hints, format } = job
  if (!channel.translator.languages.supports(source, target)) throw new ApiError('languagePair')
  const findTerms =
    glossaryId === null
      ? undefined
      : await findTermMatcher(deps.db, { ownerId, glossaryId, source, target })
  const stored = await readStoredTexts(deps.db, lease)
  const bytes = await readFile(deps.db, lease, 'source')
  const trialLanguage = job.textsHash === null ? target : undefined
  const texts = await readTexts(deps, { format, bytes, ownerId, signal, trialLanguage })
  const measured = await measureTexts(texts, channel.translator, deps, findTerms)
  const { weights } = measured
  const hash = deps.crypto.sha256(
    JSON.stringify([channel.id, source, target, hints, measured.hash]),
  )
  const chars = sumOf(weights)
  return {
    channel,
    request: { source, target, hints, markup: documentMarkup, findTerms, texts },
    weights,
    hash,
    stored: hash === job.textsHash ? stored : [],
    chars,
    price: priceOf(channel, chars),
  }
}

/** Throws ApiError `notAllowed` if the price is higher than was told, and as `reserveForMembership`. */
async function reserve(
  call: TranslationCall,
  job: JobOfUser,
  { channel, chars, price, hash }: PreparedDocument,
  lease: Lease,
): Promise<Reservation> {
  const shownPrice = channel.membership.mode === 'char' ? price : 0
  // Those of programs are read here first, and have no price before.
  const isTold = job.keyId === null || job.chars > 0
  if (isTold && shownPrice > job.price) {
    // The higher price is known now, and another start agrees to it.
    await changeLeased(call.db, lease, { chars, price })
    throw new ApiError('notAllowed', {
      reason: reasonWith('documentCostsMore', { price, earlier: job.price }),
    })
  }
  if (!isTold) await changeLeased(call.db, lease, { chars, price: shownPrice })
  return reserveForMembership(call, channel.membership, price, (reserveChars) =>
    transaction(call.db, async (tx) => {
      const reserved = await reserveChars(tx)
      await changeLeasedDocument(
        tx,
        lease,
        { reservation: reserved, textsHash: hash },
        { state: 'translating' },
      )
      if (hash !== job.textsHash) await deleteParts(tx, lease, ['texts'])
      return reserved
    }),
  )
}

/** Before the charge, which locks the balance of the account. Nobody reads it until it is done. */
async function storeResult(
  deps: Dependencies,
  { format, target }: JobOfUser,
  { texts }: TranslatedDocument,
  { lease, signal }: DocumentWork,
): Promise<void> {
  const { ownerId } = lease
  const bytes = await readFile(deps.db, lease, 'source')
  const result = await withRefusals(() =>
    deps.documents!.write(
      { format, bytes, translations: texts, language: target },
      { ownerId, signal },
    ),
  )
  // The work is locked when the file is stored; without the lease, the transaction is rolled back.
  await transaction(deps.db, async (tx) => {
    await deleteParts(tx, lease, ['result'])
    await storeFile(tx, lease, 'result', result)
    await changeLeasedDocument(tx, lease, { progress: 99 })
  })
}

type Translation = {
  job: JobOfUser
  reservation: Reservation
  prepared: PreparedDocument
  translated: TranslatedDocument
}

/** Charges and marks it as done in one transaction. Throws ApiError if nobody pays any more. */
async function charge(
  deps: Dependencies,
  call: TranslationCall,
  { job, reservation, prepared, translated }: Translation,
  lease: Lease,
): Promise<void> {
  const { chars, price, channel } = prepared
  const { detected, fallbackChannelId } = translated
  const finish = async (tx: Db, charged: number) => {
    await findPayer({ ...deps, db: tx }, lease.ownerId, job)
    if (chars === 0) await releaseReservation(tx, reservation, deps.clock())
    await changeLeasedDocument(
      tx,
      lease,
      {
        chars,
        price: charged,
        progress: 100,
        queuedAt: null,
        leaseId: null,
        leasedUntil: null,
        reservation: null,
        problem: null,
      },
      { state: 'done', sourceLangCode: detected },
    )
    const { documentId } = lease
    const data = { documentId, fileName: job.name, state: 'done', chars: charged }
    const words = formatBilingual('documentDone', { name: job.name, chars: charged })
    const event = {
      event: 'documentDone',
      data,
      words,
      path: `/UserCenterDocuments#${documentId}`,
    } as const
    await recordEvent(tx, lease.ownerId, event, deps.clock())
  }
  // Glossary terms alone are free.
  if (chars === 0) return transaction(deps.db, (tx) => finish(tx, 0))
  const { id: channelId, membership } = channel
  await chargeCall(call, { source: detected, target: job.target }, detected, {
    reservation,
    membership,
    items: [{ chars: price, channelId, source: detected, fallbackChannelId }],
    inSameTransaction: (tx, { items }) => finish(tx, items[0]!.chars),
  })
}
