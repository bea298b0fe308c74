/** The configured engines, each with retries, timeouts and a circuit breaker. */
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import {
  type Translator,
  type Translators,
  ChannelFailure,
  type TranslationResult,
  type LanguagePair,
  type TranslationHints,
  detectCode,
} from '#server/features/translation/translator.ts'
import { splitBatches } from '#server/features/translation/split-batches.ts'
import { engines, type Engine } from '#contract/translation-engines.ts'
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import type { VendorAdapter } from '#server/features/translation/vendors/vendor-request.ts'
import { createDeepLAdapter } from '#server/features/translation/vendors/deepl.ts'
import { createGoogleAdapter } from '#server/features/translation/vendors/google.ts'
import { createLibreTranslateAdapter } from '#server/features/translation/vendors/libretranslate.ts'
import { createMicrosoftAdapter } from '#server/features/translation/vendors/microsoft.ts'
import { createOpenAiAdapter } from '#server/features/translation/vendors/openai.ts'
import { createTencentAdapter } from '#server/features/translation/vendors/tencent.ts'
import { createYoudaoAdapter } from '#server/features/translation/vendors/youdao.ts'

/** The client's timeout is 60 s (spec 9.1), a reservation's lease 90 s. */
export const defaultLimits: TranslatorLimits = {
  requestTimeout: 12_000,
  totalTimeout: 20_000,
  retries: 2,
  retryDelay: 250,
  maxFailures: 5,
  failureWindow: 30_000,
  openDuration: 15_000,
  parallelBatches: 4,
  maxBatches: 400,
}

/** Longer timeouts, for models that generate token by token and for servers without a GPU. */
const slowLimits: TranslatorLimits = {
  ...defaultLimits,
  requestTimeout: 40_000,
  totalTimeout: 45_000,
}
const slowEngines: readonly Engine[] = ['openai', 'libretranslate', 'selfhosted']

/** The configured translation engines; in demo mode the phrase book replaces the others. */
export function createTranslators(
  { vendors, production }: { vendors: VendorKeys; production: boolean },
  limits?: TranslatorLimits,
): Translators {
  const adapters: Record<Engine, VendorAdapter | undefined> = {
    google: vendors.google && createGoogleAdapter(vendors.google),
    microsoft: vendors.microsoft && createMicrosoftAdapter(vendors.microsoft),
    deepl: vendors.deepl && createDeepLAdapter(vendors.deepl),
    tencent: vendors.tencent && createTencentAdapter(vendors.tencent),
    youdao: vendors.youdao && createYoudaoAdapter(vendors.youdao),
    openai: vendors.openai && createOpenAiAdapter(vendors.openai),
    libretranslate: vendors.libretranslate && createLibreTranslateAdapter(vendors.libretranslate),
    selfhosted: vendors.selfhosted && createOpenAiAdapter(vendors.selfhosted),
  }
  return new Map(
    engines.flatMap((engine): [Engine, Translator][] => {
      const adapter = adapters[engine]
      if (adapter) {
        const usualLimits = slowEngines.includes(engine) ? slowLimits : defaultLimits
        return [[engine, createResilientTranslator(adapter, limits ?? usualLimits)]]
      }
      return production ? [] : [[engine, demoTranslators.get(engine)!]]
    }),
  )
}

/** Timeouts, retries and circuit breaker of an engine. */
export type TranslatorLimits = BreakerLimits & {
  /** Milliseconds: per request, and for all attempts together. */
  requestTimeout: number
  totalTimeout: number
  /** Number of retries, and milliseconds before the first; doubled for each further one. */
  retries: number
  retryDelay: number
  /** Requests at once for the texts of one call, and in all. */
  parallelBatches: number
  maxBatches: number
}

type Batch = { texts: readonly string[]; hints: TranslationHints }

/**
 * Retries only requests that were certainly not processed: a vendor that may have translated has
 * charged for it.
 */
function createResilientTranslator(adapter: VendorAdapter, limits: TranslatorLimits): Translator {
  const { languages, abilities } = adapter
  const breaker = createCircuitBreaker(limits)
  const isDetected = ({ source }: LanguagePair) => source === detectCode
  const tryOnce = async (
    pair: LanguagePair,
    { texts, hints }: Batch,
    deadline: number,
  ): Promise<TranslationResult[]> => {
    const left = Math.max(1, Math.floor(deadline - Date.now()))
    const signal = AbortSignal.timeout(Math.min(limits.requestTimeout, left))
    const vendorRequest = {
      from: isDetected(pair) ? undefined : languages.sourceCode(pair.source),
      to: languages.targetCode(pair.target),
      texts,
      hints,
      signal,
    }
    const results = await breaker.run(() =>
      rejectOnAbort(
        adapter.translate(vendorRequest).then((found) => refuseImplausible(texts, found)),
        signal,
        { isCallersLimit: left < limits.requestTimeout },
      ),
    )
    return results.map(({ translated, detected }) => ({
      translated,
      detected: isDetected(pair) ? languages.productCode(detected) : undefined,
    }))
  }
  const translateBatch = async (
    pair: LanguagePair,
    batch: Batch,
    deadline: number,
  ): Promise<TranslationResult[]> => {
    for (let retries = 0; ; retries++) {
      try {
        return await tryOnce(pair, batch, deadline)
      } catch (reason) {
        const pause = limits.retryDelay * 2 ** retries * (0.75 + Math.random() / 2)
        const canRetry =
          reason instanceof ChannelFailure &&
          reason.isUnprocessed &&
          reason.errorKind === 'busy' &&
          retries < limits.retries &&
          !breaker.isOpen()
        if (!canRetry || Date.now() + pause >= deadline) throw reason
        await new Promise((resolve) => void setTimeout(resolve, pause))
      }
    }
  }
  return {
    demo: false,
    languages,
    abilities,
    async translate({ texts, hints = {}, ...pair }, timeout = limits.totalTimeout) {
      const deadline = Date.now() + Math.min(timeout, limits.totalTimeout)
      const isSingle = adapter.batch === undefined || (adapter.detectsByBatch && isDetected(pair))
      const { batches, join } = splitBatches(texts, isSingle ? undefined : adapter.batch)
      if (batches.length > limits.maxBatches)
        throw new ChannelFailure('text', 'more requests than a call may make')
      return join(
        await mapInParallel(batches, limits.parallelBatches, (batch) =>
          translateBatch(pair, { texts: batch, hints }, deadline),
        ),
      )
    },
  }
}

/** At most `parallel` at once. After the first error no further work begins; throws that error. */
async function mapInParallel<T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const runNext = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!).catch((reason: unknown) => {
        next = items.length
        throw reason
      })
    }
  }
  await Promise.all(Array.from({ length: parallel }, runNext))
  return results
}

/** Rejects when the signal aborts, even if `work` ignores it. */
function rejectOnAbort<T>(
  work: Promise<T>,
  signal: AbortSignal,
  options: { isCallersLimit: boolean },
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new ChannelFailure('busy', 'no answer in time', options)),
      { once: true },
    )
    work.then(resolve, reject)
  })
}

/** Rejects missing, empty and excessively long translations, which must not be charged. */
function refuseImplausible(
  texts: readonly string[],
  results: TranslationResult[],
): TranslationResult[] {
  if (results.length !== texts.length)
    throw new ChannelFailure('garbled', 'another number of translations than of texts')
  for (const [at, { translated }] of results.entries()) {
    if (translated.trim() === '') throw new ChannelFailure('text', 'an empty translation')
    if (translated.length > 20 * texts[at]!.length + 2_000)
      throw new ChannelFailure('text', 'a translation far longer than its text')
  }
  return results
}

/** Limits of the circuit breaker, which suspends an engine after repeated failures. */
type BreakerLimits = {
  /**
   * The breaker opens after `maxFailures` consecutive failures within `failureWindow` milliseconds.
   */
  maxFailures: number
  failureWindow: number
  /** Milliseconds that it stays open; then a single request probes the channel (half-open). */
  openDuration: number
}

type CircuitBreaker = {
  /**
   * Throws ChannelFailure `busy` at once while open; otherwise passes the request's error on. Each
   * process has its own breaker.
   */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether each request is refused for now, so that a retry would be in vain. */
  isOpen: () => boolean
}

function createCircuitBreaker({
  maxFailures,
  failureWindow,
  openDuration,
}: BreakerLimits): CircuitBreaker {
  let failureTimes: number[] = []
  let openUntil = 0
  let isProbing = false
  const isOpen = () => Date.now() < openUntil
  return {
    isOpen,
    async run(work) {
      const wasOpened = openUntil > 0
      if (wasOpened && (isOpen() || isProbing))
        throw new ChannelFailure('busy', 'left alone after repeated failures', {
          isUnprocessed: true,
        })
      isProbing = wasOpened
      try {
        const result = await work()
        failureTimes = []
        openUntil = 0
        return result
      } catch (reason) {
        if (isFault(reason)) {
          const at = Date.now()
          failureTimes = [...failureTimes.filter((earlier) => at - earlier < failureWindow), at]
          if (wasOpened || failureTimes.length >= maxFailures) openUntil = at + openDuration
        }
        throw reason
      } finally {
        if (wasOpened) isProbing = false
      }
    },
  }
}

/**
 * Unsupported language pairs, rejected texts and the end of a call's own time are not faults of the
 * engine; otherwise one user's text would open the breaker for all users.
 */
const isFault = (reason: unknown) =>
  !(reason instanceof ChannelFailure) ||
  !(reason.isCallersLimit || ['pair', 'text'].includes(reason.errorKind))
