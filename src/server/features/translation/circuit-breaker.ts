/** Circuit breaker: suspends a channel after repeated failures. */
import { ChannelFailure } from '#server/features/translation/translator.ts'

export type BreakerLimits = {
  /** Consecutive failures within this many milliseconds that open the breaker. */
  failures: number
  within: number
  /** Milliseconds that it stays open; then a single request probes the channel (half-open). */
  rest: number
}

export type Breaker = {
  /**
   * Throws ChannelFailure `busy` at once while open; otherwise passes the error of `ask` on. The
   * state is per process: each process learns from its own failures.
   */
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
 * Unsupported language pairs and rejected texts are no faults of the channel; otherwise one user's
 * text would open the breaker for all users.
 */
const isFault = (reason: unknown) =>
  !(reason instanceof ChannelFailure) || !['pair', 'text'].includes(reason.trouble)
