/** A vendor with timeout, safe retries and circuit breaker. */
import { breaker, type BreakerLimits } from '#server/features/translation/circuit-breaker.ts'
import { auto } from '#server/features/translation/language-support.ts'
import {
  ChannelFailure,
  type TranslationResult,
  type TranslationRequest,
  type Translator,
} from '#server/features/translation/translator.ts'
import type { Adapter } from '#server/features/translation/vendors/adapter.ts'

export type Limits = BreakerLimits & {
  /** Timeouts in milliseconds: per request (`once`) and for all attempts (`whole`). */
  once: number
  whole: number
  /** Number of retries, and milliseconds before the first; doubled for each further one. */
  retries: number
  pause: number
}

/** The client's timeout is 60 s (9.1), a reservation's lease 90 s. */
export const usualLimits: Limits = {
  once: 12_000,
  whole: 20_000,
  retries: 2,
  pause: 250,
  failures: 5,
  within: 30_000,
  rest: 15_000,
}

/**
 * Retries only requests that were certainly not processed: a vendor that may have translated has
 * charged for it.
 */
export function resilient(adapter: Adapter, limits: Limits, now = Date.now): Translator {
  const { spoken } = adapter
  const { run } = breaker(limits, now)
  const tryOnce = async (asked: TranslationRequest, until: number): Promise<TranslationResult> => {
    const from = asked.source === auto ? undefined : spoken.sourceCode(asked.source)
    const milliseconds = Math.max(1, Math.min(limits.once, until - now()))
    const signal = AbortSignal.timeout(milliseconds)
    const question = { from, to: spoken.targetCode(asked.target), text: asked.text, signal }
    const { translated, detected } = await run(() =>
      inTime(
        adapter.ask(question).then((answered) => sensible(asked.text, answered)),
        signal,
      ),
    )
    return { translated, detected: asked.source === auto ? spoken.ours(detected) : undefined }
  }
  return {
    demo: false,
    spoken,
    async translate(asked) {
      const until = now() + limits.whole
      for (let tried = 0; ; tried++) {
        try {
          return await tryOnce(asked, until)
        } catch (reason) {
          const pause = limits.pause * 2 ** tried * (0.75 + Math.random() / 2)
          const again =
            reason instanceof ChannelFailure &&
            reason.unheard &&
            reason.trouble === 'busy' &&
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
