/** Calls an endpoint with an idempotency key that is reused on retry after a lost response. */
import { call, type CallOptions } from '#client/api/call.ts'
import { randomId } from '#client/random-id.ts'
import { currentSession } from '#client/session/session.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { WireError } from '#contract/failure.ts'

/**
 * Idempotency keys of requests with an unknown outcome, by user, path and input. Lost on reload;
 * use `mutateOnce` for keys that must survive it.
 */
const open = new Map<string, string>()

/** Throws like `call`. */
export async function idempotentCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Omit<CallOptions, 'idempotencyKey'> = {},
): Promise<OutputOf<E>> {
  if (!endpoint.once) return call(endpoint, input, options)
  const request = JSON.stringify([currentSession()?.userId, endpoint.path, input])
  const idempotencyKey = open.get(request) ?? randomId()
  open.set(request, idempotencyKey)
  try {
    const answer = await call(endpoint, input, { ...options, idempotencyKey })
    open.delete(request)
    return answer
  } catch (error) {
    if (!isOutcomeUnknown(error)) open.delete(request)
    throw error
  }
}

/**
 * True if the request may have been executed. A refusal, an expired session or a 429 means that it
 * was not.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof WireError) || ['unreachable', 'broken', 'garbled'].includes(error.failure.kind)
