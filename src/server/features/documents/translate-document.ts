/** Translates one leased document in batches; it is charged when its translation is stored. */
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { readKeyUser, requireScope } from '#server/features/api-keys/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import {
  changeLeased,
  changeLeasedDocument,
  isJob,
  LeaseLost,
  type Lease,
} from '#server/features/documents/lease-document.ts'
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
import { recordEvent } from '#server/features/webhooks/index.ts'
import { ApiError, reasonWith } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { errorFields } from '#server/platform/log.ts'

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
  const texts = await readTexts(deps, { format: job.format, bytes, ownerId: lease.ownerId })
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
  const shownPrice = channel.membership.mode === 'char' ? price : 0
  // Those of programs are read here first, and have no price before.
  const isTold = job.keyId === null || job.chars > 0
  if (isTold && shownPrice > job.price) {
    // The higher price is known now, and another start agrees to it.
    await changeLeased(deps.db, lease, { chars, price })
    throw new ApiError('notAllowed', {
      reason: reasonWith('documentCostsMore', { price, earlier: job.price }),
    })
  }
  const reservation = await reserveForMembership(call, channel.membership, price, (reserve) =>
    transaction(deps.db, async (tx) => {
      const reserved = await reserve(tx)
      const reservation = reserved as Reservation
      const read = { reservation, ...(!isTold && { chars, price: shownPrice }) }
      await changeLeasedDocument(tx, lease, read, { state: 'translating' })
      return reserved
    }),
  )
  await releaseOnError(call, reservation, async () => {
    work.onProgress()
    const translated = await translateBatches(call, channel, { ...request, texts }, weights, work)
    const result = await withRefusals(() =>
      deps.documents!.write(job.format, bytes, translated.texts, target, ownerId),
    )
    const { detected, fallbackChannelId } = translated
    // Before the charge, which locks the balance of the account. Nobody reads it until it is done.
    await transaction(deps.db, async (tx) => {
      await changeLeasedDocument(tx, lease, { progress: 99 })
      await deleteParts(tx, lease, ['result'])
      await storeFile(tx, lease, 'result', result)
    })
    const finish = async (tx: Db, charged: number) => {
      await findPayer({ ...deps, db: tx }, ownerId, job)
      if (chars === 0) await releaseReservation(tx, reservation)
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
      await recordEvent(tx, ownerId, { event: 'documentDone', data }, deps.clock())
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
  await deleteParts(deps.db, lease, ['source', 'texts']).catch((reason: unknown) =>
    deps.log.warn('the source of a translated document stays until it expires', {
      document: lease.documentId,
      ...errorFields(reason),
    }),
  )
}

type JobOfUser = typeof documentJobs.$inferSelect & { userId: string; name: string }

/** Throws LeaseLost. */
async function findJob(db: Db, lease: Lease) {
  const [found] = await db
    .select({
      job: documentJobs,
      userId: sql<string>`${columns['userId']!}::text`,
      name: sql<string>`${columns['name']!}`,
      source: sql<string>`${columns['sourceLangCode']!}`,
      target: sql<string>`${columns['targetLangCode']!}`,
    })
    .from(documentJobs)
    .innerJoin(
      documents,
      and(eq(documents.ownerId, documentJobs.ownerId), eq(documents.id, documentJobs.documentId)),
    )
    .where(and(isJob(lease), eq(documentJobs.leaseId, lease.leaseId)))
  if (!found) throw new LeaseLost()
  const { userId, name, source, target } = found
  return { job: { ...found.job, userId, name }, source, target }
}

/**
 * The user or the key as they are now; new caps of the key hold. Throws ApiError `accountDisabled`,
 * and `keyRefused` for a key that is revoked or may translate no documents any more.
 */
async function findPayer(
  deps: Dependencies,
  ownerId: string,
  { userId, keyId, clientType }: JobOfUser,
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
  let failure: { reason: unknown } | undefined
  const translateNext = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      if (isEnded()) throw new WorkPostponed()
      const [at, end] = batch
      const texts = request.texts.slice(at, end)
      const found = await translateWithRetries(
        call,
        channel,
        { ...request, texts },
        () => isEnded() || failure !== undefined,
      )
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
        await changeLeasedDocument(tx, lease, { progress })
        await storeTexts(tx, lease, translated)
      })
      stored.push(translated)
      onProgress()
    }
  }
  await Promise.all(
    Array.from({ length: batchLimits.batchesAtOnce }, () =>
      translateNext().catch((reason: unknown) => {
        // The others store their batch, which is paid to the vendor, and end.
        failure ??= { reason }
        batches.length = 0
      }),
    ),
  )
  if (failure) throw failure.reason
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
