/** Delays between reconnections of the notice stream. */
import { times } from '#contract/limits.ts'

/** Milliseconds. */
const maxDelay = 30_000

/**
 * Delay in milliseconds. The first is fixed by the specification (spec 9.2), the following double
 * with ±50 % jitter so that clients do not reconnect in step.
 */
export function backoffDelay(failures: number): number {
  if (failures === 0) return times.noticeReconnectDelay
  const middle = Math.min(maxDelay, times.noticeReconnectDelay * 2 ** failures)
  return middle * (0.5 + Math.random())
}
