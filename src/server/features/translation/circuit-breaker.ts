/**
 * A circuit breaker: a channel that fails again and again is left alone for a while, so that nobody
 * waits for what won't come. Each process learns it for itself, which costs each a few failures;
 * nothing that has to be right depends on it.
 */
import { ChannelFailure } from '#server/features/translation/translator.ts'

export type BreakerLimits = {
  /** So many failures, one after another, within so many milliseconds open it. */
  failures: number
  within: number
  /** Milliseconds it stays open; then one question is let through to see. */
  rest: number
}

export type Breaker = {
  /** Throws ChannelFailure `busy` at once while it is open. What is asked fails as ever. */
  run: <T>(ask: () => Promise<T>) => Promise<T>
}

export function breaker({ failures, within, rest }: BreakerLimits, now: () => number): Breaker {
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
 * That a pair or a text does not go says nothing about the channel; otherwise one user with such a
 * text would shut it for everybody.
 */
const isFault = (reason: unknown) =>
  !(reason instanceof ChannelFailure) || !['pair', 'text'].includes(reason.trouble)
