/** Publishes refused API calls so that the page shows the reason as a toast (spec 8.1). */
import { WireError } from '#contract/failure.ts'

const listeners = new Set<(error: WireError) => void>()

/** Notifies of every refusal. Returns the unsubscribe function. */
export function onRefusal(listener: (error: WireError) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Skips two-factor challenges: the sign-in continues. */
export function reportRefusal(error: unknown): void {
  if (isRefusal(error) && !error.failure.challenge) listeners.forEach((listener) => listener(error))
}

/**
 * True if a toast announces the error. An inline copy must not be a live region, or screen readers
 * would read it twice.
 */
export const isRefusal = (error: unknown): error is WireError & { failure: { kind: 'refused' } } =>
  error instanceof WireError && error.failure.kind === 'refused'

/** ARIA role of an inline error message. */
export const failureRole = (error: unknown): 'alert' | undefined =>
  isRefusal(error) ? undefined : 'alert'
