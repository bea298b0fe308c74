/** Translates one leased document in batches; it is charged when its translation is stored. */
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { DocumentState } from '#contract/documents.ts'
import { readKeyUser } from '#server/features/api-keys/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { changeLeased, LeaseLost, type Lease } from '#server/features/documents/lease-document.ts'
import {
  countChars,
  documentMarkup,
  readTexts,
  withRefusals,
} from '#server/features/documents/read-document.ts'
import {
  deleteParts,
  readFile,
  readTexts as readTranslated,
  storeFile,
  storeTexts,
  type TranslatedTexts,
} from '#server/features/documents/stored-files.ts'
import { documentJobs, documents } from '#server/features/documents/table.ts'
import { findTermMatcher } from '#server/features/glossaries/index.ts'
import { releaseReservation, type Reservation } from '#server/features/ledger/index.ts'
import {
  chargeCall,
  findCallChannel,
  priceOf,
  releaseOnError,
  reserveForMembership,
  translateUncharged,
  type CallChannel,
  type Payer,
  type TextsRequest,
  type TranslationCall,
} from '#server/features/translation/index.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Thrown to leave the document to a later attempt; nothing is charged. */
export class WorkPostponed extends Error {}

/** `isEnded`: whether the process stops or has lost the lease. `onProgress`: after each batch. */
type Work = { lease: Lease; isEnded: () => boolean; onProgress: () => void }

const columns = columnsOf(documents)

/**
 * Goes on after the batches that are stored. Throws ApiError if the document can't be translated,
 * LeaseLost, and WorkPostponed.
 */
export async function translateDocument(deps: Dependencies, work: Work): Promise<void> {
  const { lease } = work
  const { job, source, target } = await findJob(deps.db, lease)
  const { me, channelId: channelOfKey } = await findPayer(deps, lease.ownerId, job)
  const call: TranslationCall = {
    ...deps,
    me,
    ip: job.ip,
    yieldTurn: (waitFor) => waitFor(),
  }
  if (job.reservation) await releaseReservation(deps.db, job.reservation)
  const bytes = await readFile(deps.db, lease, 'source')
  const texts = await readTexts(deps, job.format, bytes)
  const channel = await findCallChannel(call, channelOfKey)
  if (!channel.translator.languages.supports(source, target)) throw new ApiError('languagePair')
  const { ownerId } = lease
  const { glossaryId, hints } = job
  const request = {
    source,
    target,
    hints,
    markup: documentMarkup,
    findTerms:
      glossaryId === null
        ? undefined
        : await findTermMatcher(deps.db, { ownerId, glossaryId, source, target }),
  }
  const weights = await countChars(texts, channel.translator, request.findTerms)
  const chars = sumOf(weights)
  const price = priceOf(channel, chars)
  const reservation = await reserveForMembership(call, channel.membership, price, (reserve) =>
    transaction(deps.db, async (tx) => {
      const reserved = await reserve(tx)
      await changeLeased(tx, lease, { reservation: reserved as Reservation })
      return reserved
    }),
  )
  await releaseOnError(call, reservation, async () => {
    await setState(deps.db, lease, { state: 'translating' })
    work.onProgress()
    const translated = await translateBatches(call, channel, { ...request, texts }, weights, work)
    const result = await withRefusals(() =>
      deps.documents!.write(job.format, bytes, translated.texts, target),
    )
    const { detected, fallbackChannelId } = translated
    const finish = async (tx: Db, charged: number) => {
      if (chars === 0) await releaseReservation(tx, reservation)
      await changeLeased(tx, lease, {
        chars,
        price: charged,
        progress: 100,
        queuedAt: null,
        leaseId: null,
        leasedUntil: null,
        reservation: null,
        problem: null,
      })
      await setState(tx, lease, { state: 'done', sourceLangCode: detected })
      await storeFile(tx, lease, 'result', result)
      await deleteParts(tx, lease, ['source', 'texts'])
    }
    // Glossary terms alone are free.
    if (chars === 0) return transaction(deps.db, (tx) => finish(tx, 0))
    const { id: channelId, membership } = channel
    await chargeCall(call, { source: detected, target }, detected, {
      reservation,
      membership,
      items: [{ chars: price, channelId, source: detected, fallbackChannelId }],
      inSameTransaction: (tx, { items }) => finish(tx, items[0]!.chars),
    })
  })
}

type JobOfUser = typeof documentJobs.$inferSelect & { userId: string }

/** Throws LeaseLost. */
async function findJob(db: Db, lease: Lease) {
  const [found] = await db
    .select({
      job: documentJobs,
      userId: sql<string>`${columns['userId']!}::text`,
      source: sql<string>`${columns['sourceLangCode']!}`,
      target: sql<string>`${columns['targetLangCode']!}`,
    })
    .from(documentJobs)
    .innerJoin(
      documents,
      and(eq(documents.ownerId, documentJobs.ownerId), eq(documents.id, documentJobs.documentId)),
    )
    .where(
      and(
        eq(documentJobs.ownerId, lease.ownerId),
        eq(documentJobs.documentId, lease.documentId),
        eq(documentJobs.leaseId, lease.leaseId),
      ),
    )
  if (!found) throw new LeaseLost()
  const { userId, source, target } = found
  return { job: { ...found.job, userId }, source, target }
}

/** The key as it is now: one that is revoked meanwhile is refused, and new caps hold. */
async function findPayer(
  deps: Dependencies,
  ownerId: string,
  { userId, keyId, clientType }: JobOfUser,
): Promise<{ me: Payer; channelId: string | null }> {
  if (keyId === null) return { me: { ownerId, userId, clientType }, channelId: null }
  const me = await readKeyUser(deps, { ownerId, keyId })
  return { me, channelId: me.channelId }
}

export async function setState(
  db: Db,
  { ownerId, documentId }: Lease,
  set: { state: DocumentState; sourceLangCode?: string },
): Promise<void> {
  await db
    .update(documents)
    .set({ ...set, version: sql`${documents.version} + 1` })
    .where(and(eq(documents.ownerId, ownerId), eq(documents.id, documentId)))
}

/** Of one batch; `batchesAtOnce`: of one document. */
const batchLimits = { texts: 50, characters: 4_000, batchesAtOnce: 4 }

type Translated = {
  texts: string[]
  /** The language of most of the text. */
  detected: string
  fallbackChannelId: string | undefined
}

async function translateBatches(
  call: TranslationCall,
  channel: CallChannel,
  request: TextsRequest,
  weights: readonly number[],
  { lease, isEnded, onProgress }: Work,
): Promise<Translated> {
  const stored = await readTranslated(call.db, lease)
  const done = new Set(stored.flatMap(({ at, texts }) => texts.map((_, index) => at + index)))
  const batches = toBatches(weights, done)
  const total = Math.max(1, sumOf(weights))
  let doneChars = sumOf(weights.filter((_, at) => done.has(at)))
  const translateNext = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      if (isEnded()) throw new WorkPostponed()
      const [at, end] = batch
      const texts = request.texts.slice(at, end)
      const found = await translateWithRetries(call, channel, { ...request, texts }, isEnded)
      const sources: Record<string, number> = {}
      for (const [index, { source }] of found.texts.entries())
        sources[source] = (sources[source] ?? 0) + weights[at + index]!
      const translated: TranslatedTexts = {
        at,
        texts: found.texts.map((text) => text.translated),
        sources,
        fallbackChannelId: found.fallbackChannelId,
      }
      doneChars += sumOf(weights.slice(at, end))
      // The last per cent is the writing of the file.
      const progress = Math.min(99, Math.floor((doneChars * 100) / total))
      await transaction(call.db, async (tx) => {
        await changeLeased(tx, lease, { progress })
        await storeTexts(tx, lease, translated)
      })
      stored.push(translated)
      onProgress()
    }
  }
  await Promise.all(
    Array.from({ length: batchLimits.batchesAtOnce }, () =>
      translateNext().catch((reason: unknown) => {
        // The others end after their batch.
        batches.length = 0
        throw reason
      }),
    ),
  )
  return join(stored, request.source)
}

/** First and last text (exclusive) of each batch of those that are not done. */
function toBatches(weights: readonly number[], done: ReadonlySet<number>): [number, number][] {
  const batches: [number, number][] = []
  let characters = 0
  for (const [at, weight] of weights.entries()) {
    if (done.has(at)) continue
    const last = batches.at(-1)
    const isNext = last && last[1] === at && at - last[0] < batchLimits.texts
    if (isNext && characters + weight <= batchLimits.characters) {
      last[1] = at + 1
      characters += weight
    } else {
      batches.push([at, at + 1])
      characters = weight
    }
  }
  return batches
}

function join(parts: readonly TranslatedTexts[], source: string): Translated {
  const sources = new Map<string, number>()
  for (const part of parts)
    for (const [language, chars] of Object.entries(part.sources))
      sources.set(language, (sources.get(language) ?? 0) + chars)
  const [most] = [...sources].toSorted(([, a], [, b]) => b - a)
  return {
    texts: parts.toSorted((a, b) => a.at - b.at).flatMap(({ texts }) => texts),
    detected: most?.[0] ?? source,
    fallbackChannelId: parts.find((part) => part.fallbackChannelId)?.fallbackChannelId,
  }
}

/** Milliseconds before another attempt after a failure of the channel that may pass. */
const retryDelays = [1_000, 4_000, 15_000]

async function translateWithRetries(
  call: TranslationCall,
  channel: CallChannel,
  request: TextsRequest,
  isEnded: () => boolean,
): ReturnType<typeof translateUncharged> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await translateUncharged(call, channel, request)
    } catch (reason) {
      const delay = retryDelays[attempt]
      const canPass = reason instanceof ApiError && reason.code === 'channelBusy'
      if (!canPass || delay === undefined) throw reason
      await wait(delay)
      if (isEnded()) throw new WorkPostponed()
    }
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
