/**
 * A vendor as a translator that can be relied on: in time, asked again only where that is safe, let
 * alone when it is ill.
 */
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
  /** Milliseconds for one question, and for all tries together. */
  once: number
  whole: number
  /**
   * Tries beyond the first, and milliseconds before the first of them; each next waits twice as
   * long.
   */
  retries: number
  pause: number
}

/** The client waits sixty seconds (9.1); a reservation lives ninety. */
export const usualLimits: Limits = {
  once: 12_000,
  whole: 20_000,
  retries: 2,
  pause: 250,
  failures: 5,
  within: 30_000,
  rest: 15_000,
}

/** Asks again only what was not heard: a vendor that may have translated has charged for it. */
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

/** Ends with the signal, even where what is waited for does not listen to it. */
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

/** Nothing, or far more than was asked for, is no translation; nobody is charged for it. */
function sensible(text: string, answered: TranslationResult): TranslationResult {
  const { translated } = answered
  if (translated.trim() === '' && text.trim() !== '')
    throw new ChannelFailure('text', 'an empty translation')
  if (translated.length > 20 * text.length + 2_000)
    throw new ChannelFailure('text', 'a translation far longer than its text')
  return answered
}
