/** Translates the texts of a document in batches, each of which is stored when it is translated. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import {
  changeLeasedDocument,
  type DocumentWork,
} from '#server/features/documents/lease-document.ts'
import { storeTexts, type TranslatedTexts } from '#server/features/documents/stored-files.ts'
import { documentJobs } from '#server/features/documents/table.ts'
import {
  sumOf,
  translateUncharged,
  type CallChannel,
  type TextsRequest,
  type TranslationCall,
} from '#server/features/translation/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction } from '#server/platform/db/db.ts'

/** Of one batch; `atOnce`: batches of one document. */
const batchLimits = { texts: 50, characters: 4_000, atOnce: 4 }

export type TranslatedDocument = {
  texts: string[]
  /** The language of most of the text. */
  detected: string
  fallbackChannelId: string | undefined
}

/**
 * `weights`: characters to charge of each text. `stored`: what an earlier attempt translated. Throws
 * ApiError if the document can't be translated, and the reason of the work's signal.
 */
export async function translateBatches(
  call: TranslationCall,
  channel: CallChannel,
  request: TextsRequest,
  { weights, stored }: { weights: readonly number[]; stored: readonly TranslatedTexts[] },
  { lease, signal, onProgress }: DocumentWork,
): Promise<TranslatedDocument> {
  const parts = [...stored]
  const done = new Set(stored.flatMap(({ at, texts }) => texts.map((_, index) => at + index)))
  const batches = toBatches(weights, done)
  const total = Math.max(1, sumOf(weights))
  let doneChars = sumOf(weights.filter((_, at) => done.has(at)))
  const failure = new AbortController()
  const ended = AbortSignal.any([signal, failure.signal])
  const translateNext = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      ended.throwIfAborted()
      const [at, end] = batch
      const texts = request.texts.slice(at, end)
      const found = await translateWithRetries(call, channel, { ...request, texts }, ended)
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
      // The last per cent is the writing of the file. Batches at once may be stored in another order.
      const progress = Math.min(99, Math.floor((doneChars * 100) / total))
      await transaction(call.db, async (tx) => {
        await changeLeasedDocument(tx, lease, {
          progress: sql`greatest(${documentJobs.progress}, ${progress})`,
          problem: null,
        })
        await storeTexts(tx, lease, translated)
      })
      parts.push(translated)
      onProgress()
    }
  }
  // After a failure, the others store their batch, which is paid to the vendor, and end.
  await Promise.all(
    Array.from({ length: batchLimits.atOnce }, () =>
      translateNext().catch((reason: unknown) => failure.abort(reason)),
    ),
  )
  failure.signal.throwIfAborted()
  return join(parts, request.source)
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

function join(parts: readonly TranslatedTexts[], source: string): TranslatedDocument {
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

/** Milliseconds before another attempt while the channel is busy; then the document waits for longer. */
const retryDelays = [1_000, 4_000]

async function translateWithRetries(
  call: TranslationCall,
  channel: CallChannel,
  request: TextsRequest,
  signal: AbortSignal,
): ReturnType<typeof translateUncharged> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await translateUncharged(call, channel, request)
    } catch (reason) {
      const delay = retryDelays[attempt]
      const canPass = reason instanceof ApiError && reason.code === 'channelBusy'
      if (!canPass || delay === undefined) throw reason
      await wait(delay, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}
