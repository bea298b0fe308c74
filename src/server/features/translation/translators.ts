/** The configured engines, each with retries, timeouts and a circuit breaker. */
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import {
  type Translator,
  type Translators,
  ChannelFailure,
  type TranslationResult,
  type TranslationRequest,
  detectCode,
} from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#server/platform/config/vendor-settings.ts'
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import type { VendorAdapter } from '#server/features/translation/vendors/vendor-request.ts'
import { createDeepLAdapter } from '#server/features/translation/vendors/deepl.ts'
import { createGoogleAdapter } from '#server/features/translation/vendors/google.ts'
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
}

/** Longer timeouts, because a model generates its answer token by token. */
const modelLimits: TranslatorLimits = {
  ...defaultLimits,
  requestTimeout: 40_000,
  totalTimeout: 45_000,
}

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
  }
  return new Map(
    engines.flatMap((engine): [Engine, Translator][] => {
      const adapter = adapters[engine]
      if (adapter)
        return [
          [
            engine,
            createResilientTranslator(
              adapter,
              limits ?? (engine === 'openai' ? modelLimits : defaultLimits),
            ),
          ],
        ]
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
}

/**
 * Retries only requests that were certainly not processed: a vendor that may have translated has
 * charged for it.
 */
function createResilientTranslator(
  adapter: VendorAdapter,
  limits: TranslatorLimits,
  now = Date.now,
): Translator {
  const { languages } = adapter
  const { run } = createCircuitBreaker(limits, now)
  const tryOnce = async (
    request: TranslationRequest,
    deadline: number,
  ): Promise<TranslationResult> => {
    const from = request.source === detectCode ? undefined : languages.sourceCode(request.source)
    const milliseconds = Math.max(1, Math.min(limits.requestTimeout, deadline - now()))
    const signal = AbortSignal.timeout(milliseconds)
    const vendorRequest = {
      from,
      to: languages.targetCode(request.target),
      text: request.text,
      signal,
    }
    const { translated, detected } = await run(() =>
      rejectOnAbort(
        adapter.translate(vendorRequest).then((result) => refuseImplausible(request.text, result)),
        signal,
      ),
    )
    return {
      translated,
      detected: request.source === detectCode ? languages.productCode(detected) : undefined,
    }
  }
  return {
    demo: false,
    languages,
    async translate(request) {
      const deadline = now() + limits.totalTimeout
      for (let retries = 0; ; retries++) {
        try {
          return await tryOnce(request, deadline)
        } catch (reason) {
          const pause = limits.retryDelay * 2 ** retries * (0.75 + Math.random() / 2)
          const canRetry =
            reason instanceof ChannelFailure &&
            reason.isUnprocessed &&
            reason.errorKind === 'busy' &&
            retries < limits.retries
          if (!canRetry || now() + pause >= deadline) throw reason
          await new Promise((resolve) => void setTimeout(resolve, pause))
        }
      }
    },
  }
}

/** Rejects when the signal aborts, even if `work` ignores it. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new ChannelFailure('busy', 'no answer in time')),
      { once: true },
    )
    work.then(resolve, reject)
  })
}

/** Rejects empty and excessively long translations, which must not be charged. */
function refuseImplausible(text: string, result: TranslationResult): TranslationResult {
  const { translated } = result
  if (translated.trim() === '' && text.trim() !== '')
    throw new ChannelFailure('text', 'an empty translation')
  if (translated.length > 20 * text.length + 2_000)
    throw new ChannelFailure('text', 'a translation far longer than its text')
  return result
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
}

function createCircuitBreaker(
  { maxFailures, failureWindow, openDuration }: BreakerLimits,
  now: () => number,
): CircuitBreaker {
  let failureTimes: number[] = []
  let openUntil = 0
  let isProbing = false
  return {
    async run(work) {
      const isOpen = openUntil > 0
      if (isOpen && (now() < openUntil || isProbing))
        throw new ChannelFailure('busy', 'left alone after repeated failures', {
          isUnprocessed: true,
        })
      isProbing = isOpen
      try {
        const result = await work()
        failureTimes = []
        openUntil = 0
        return result
      } catch (reason) {
        if (isFault(reason)) {
          const at = now()
          failureTimes = [...failureTimes.filter((earlier) => at - earlier < failureWindow), at]
          if (isOpen || failureTimes.length >= maxFailures) openUntil = at + openDuration
        }
        throw reason
      } finally {
        if (isOpen) isProbing = false
      }
    },
  }
}

/**
 * Unsupported language pairs and rejected texts are not faults of the engine; otherwise one user's
 * text would open the breaker for all users.
 */
const isFault = (reason: unknown) =>
  !(reason instanceof ChannelFailure) || !['pair', 'text'].includes(reason.errorKind)
