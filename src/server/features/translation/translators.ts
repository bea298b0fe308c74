/** The configured engines, each with retries, timeouts and a circuit breaker. */
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import {
  type Translator,
  type Translators,
  ChannelFailure,
  type TranslationResult,
  type TranslationRequest,
  auto,
} from '#server/features/translation/translator.ts'
import { engines, type Engine } from '#server/platform/config/vendor-settings.ts'
import type { VendorKeys } from '#server/platform/config/vendor-settings.ts'
import type { Adapter } from '#server/features/translation/vendors/vendor-request.ts'
import { deepl } from '#server/features/translation/vendors/deepl.ts'
import { google } from '#server/features/translation/vendors/google.ts'
import { microsoft } from '#server/features/translation/vendors/microsoft.ts'
import { openai } from '#server/features/translation/vendors/openai.ts'
import { tencent } from '#server/features/translation/vendors/tencent.ts'
import { youdao } from '#server/features/translation/vendors/youdao.ts'

/** The client's timeout is 60 s (spec 9.1), a reservation's lease 90 s. */
export const usualLimits: Limits = {
  once: 12_000,
  total: 20_000,
  retries: 2,
  pause: 250,
  failures: 5,
  within: 30_000,
  rest: 15_000,
}

/** Longer timeouts, because a model generates its answer token by token. */
const modelLimits: Limits = { ...usualLimits, once: 40_000, total: 45_000 }

/** The configured translation engines; in demo mode the phrase book replaces the others. */
export function translatorsOf(
  { vendors, production }: { vendors: VendorKeys; production: boolean },
  limits?: Limits,
): Translators {
  const adapters: Record<Engine, Adapter | undefined> = {
    google: vendors.google && google(vendors.google),
    microsoft: vendors.microsoft && microsoft(vendors.microsoft),
    deepl: vendors.deepl && deepl(vendors.deepl),
    tencent: vendors.tencent && tencent(vendors.tencent),
    youdao: vendors.youdao && youdao(vendors.youdao),
    openai: vendors.openai && openai(vendors.openai),
  }
  return new Map(
    engines.flatMap((engine): [Engine, Translator][] => {
      const adapter = adapters[engine]
      if (adapter)
        return [
          [engine, resilient(adapter, limits ?? (engine === 'openai' ? modelLimits : usualLimits))],
        ]
      return production ? [] : [[engine, demoTranslators.get(engine)!]]
    }),
  )
}

/** A vendor with timeout, safe retries and circuit breaker. */
export type Limits = BreakerLimits & {
  /** Timeouts in milliseconds: per request (`once`) and for all attempts (`total`). */
  once: number
  total: number
  /** Number of retries, and milliseconds before the first; doubled for each further one. */
  retries: number
  pause: number
}

/**
 * Retries only requests that were certainly not processed: a vendor that may have translated has
 * charged for it.
 */
function resilient(adapter: Adapter, limits: Limits, now = Date.now): Translator {
  const { languages } = adapter
  const { run } = breaker(limits, now)
  const tryOnce = async (
    request: TranslationRequest,
    until: number,
  ): Promise<TranslationResult> => {
    const from = request.source === auto ? undefined : languages.sourceCode(request.source)
    const milliseconds = Math.max(1, Math.min(limits.once, until - now()))
    const signal = AbortSignal.timeout(milliseconds)
    const question = { from, to: languages.targetCode(request.target), text: request.text, signal }
    const { translated, detected } = await run(() =>
      inTime(
        adapter.translate(question).then((answered) => sensible(request.text, answered)),
        signal,
      ),
    )
    return { translated, detected: request.source === auto ? languages.ours(detected) : undefined }
  }
  return {
    demo: false,
    languages,
    async translate(request) {
      const until = now() + limits.total
      for (let tried = 0; ; tried++) {
        try {
          return await tryOnce(request, until)
        } catch (reason) {
          const pause = limits.pause * 2 ** tried * (0.75 + Math.random() / 2)
          const again =
            reason instanceof ChannelFailure &&
            reason.isUnprocessed &&
            reason.errorKind === 'busy' &&
            tried < limits.retries
          if (!again || now() + pause >= until) throw reason
          await new Promise((resolve) => void setTimeout(resolve, pause))
        }
      }
    },
  }
}

/** Rejects when the signal aborts, even if `work` ignores it. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
function sensible(text: string, answered: TranslationResult): TranslationResult {
  const { translated } = answered
  if (translated.trim() === '' && text.trim() !== '')
    throw new ChannelFailure('text', 'an empty translation')
  if (translated.length > 20 * text.length + 2_000)
    throw new ChannelFailure('text', 'a translation far longer than its text')
  return answered
}

/** Circuit breaker: suspends a channel after repeated failures. */
type BreakerLimits = {
  /** Consecutive failures within this many milliseconds that open the breaker. */
  failures: number
  within: number
  /** Milliseconds that it stays open; then a single request probes the channel (half-open). */
  rest: number
}

type Breaker = {
  /**
   * Throws ChannelFailure `busy` at once while open; otherwise passes the error of `ask` on. The
   * state is per process: each process learns from its own failures.
   */
  run: <T>(ask: () => Promise<T>) => Promise<T>
}

function breaker({ failures, within, rest }: BreakerLimits, now: () => number): Breaker {
  let failed: number[] = []
  let openUntil = 0
  let probing = false
  return {
    async run(ask) {
      const open = openUntil > 0
      if (open && (now() < openUntil || probing))
        throw new ChannelFailure('busy', 'left alone after repeated failures', true)
      probing = open
      try {
        const answered = await ask()
        failed = []
        openUntil = 0
        return answered
      } catch (reason) {
        if (isFault(reason)) {
          const at = now()
          failed = [...failed.filter((earlier) => at - earlier < within), at]
          if (open || failed.length >= failures) openUntil = at + rest
        }
        throw reason
      } finally {
        if (open) probing = false
      }
    },
  }
}

/**
 * Unsupported language pairs and rejected texts are no faults of the channel; otherwise one user's
 * text would open the breaker for all users.
 */
const isFault = (reason: unknown) =>
  !(reason instanceof ChannelFailure) || !['pair', 'text'].includes(reason.errorKind)
