/** How long to wait before a broken stream is opened again. */
import { times } from '#contract/limits.ts'

/** Milliseconds. */
const longest = 30_000

/**
 * The first wait is the one of the specification (9.2); each further one is twice as long on
 * average, within half of it either way, so that clients do not come back in step.
 */
export function backoffDelay(failures: number): number {
  if (failures === 0) return times.noticeReconnect
  const middle = Math.min(longest, times.noticeReconnect * 2 ** failures)
  return middle * (0.5 + Math.random())
}
