/** Converts failed calls to Refine's HttpError, with a status and field errors. */
import type { HttpError } from '@refinedev/core'
import { WireError, type WireFailure } from '#contract/failure.ts'

export type CallError = WireError & HttpError

/**
 * Throws the error again, extended to an HttpError if it is a WireError: screens read `errors`, the
 * auth provider reads `failure`.
 */
export function throwAsHttpError(error: unknown): never {
  if (!(error instanceof WireError)) throw error
  const { failure } = error
  throw Object.assign(error, {
    statusCode: statusOf(failure),
    ...('fields' in failure && failure.fields ? { errors: failure.fields } : {}),
  })
}

export const failureOf = (error: unknown): WireFailure | undefined =>
  error instanceof WireError ? error.failure : undefined

/** HTTP status of a failure: 200 for refusals, 0 for requests without a response. */
function statusOf(failure: WireFailure): number {
  if ('status' in failure) return failure.status
  return failure.kind === 'busy' ? 429 : failure.kind === 'unreachable' ? 0 : 200
}
