/**
 * Failures of a call as Refine's HttpError: the same WireError, with a status and a sentence per
 * field on it.
 */
import type { HttpError } from '@refinedev/core'
import { WireError, type WireFailure } from '#contract/failure.ts'

export type CallError = WireError & HttpError

/**
 * Throws what was thrown, as an HttpError when it is a failed call: screens read `errors`, the auth
 * provider reads `failure`.
 */
export function asHttpError(error: unknown): never {
  if (!(error instanceof WireError)) throw error
  const { failure } = error
  throw Object.assign(error, {
    statusCode: statusOf(failure),
    ...('fields' in failure && failure.fields ? { errors: failure.fields } : {}),
  })
}

export const failureOf = (error: unknown): WireFailure | undefined =>
  error instanceof WireError ? error.failure : undefined

/** Refusals come with 200; what never arrived has no status. */
function statusOf(failure: WireFailure): number {
  if ('status' in failure) return failure.status
  return failure.kind === 'busy' ? 429 : failure.kind === 'unreachable' ? 0 : 200
}
