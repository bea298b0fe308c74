/** Reports refused calls to the page, which shows each reason as a message (spec 8.1). */
import { WireError } from '#contract/failure.ts'

const listeners = new Set<(error: WireError) => void>()

/** Calls back for every refusal until the returned function is called. */
export function onRefusal(listener: (error: WireError) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A demand for the second step of a sign-in is no refusal: the sign-in goes on. */
export function reportRefusal(error: unknown): void {
  if (isRefusal(error) && !error.failure.challenge) listeners.forEach((listener) => listener(error))
}

/**
 * Whether a failure has its message already: where it also stands in its place, that place is not a
 * live region, or screen readers would read it twice.
 */
export const isRefusal = (error: unknown): error is WireError & { failure: { kind: 'refused' } } =>
  error instanceof WireError && error.failure.kind === 'refused'

/** The role of a place that shows a failure. */
export const failureRole = (error: unknown): 'alert' | undefined =>
  isRefusal(error) ? undefined : 'alert'
