/**
 * Sends what is to be done once: tried again after an answer that got lost, the same request goes
 * under the same key.
 */
import { call, type CallOptions } from '#client/api/call.ts'
import { randomId } from '#client/random-id.ts'
import { currentSession } from '#client/session/session.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { WireError } from '#contract/failure.ts'

/**
 * Keys of requests whose fate is not known, by who asked for what. Forgotten when the page is
 * loaded anew; what outlives it is a wish, see `fulfil`.
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
 * No answer, or one that tells nothing: it may have been done. A refusal, an ended session or too
 * many requests means that it was not.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof WireError) || ['unreachable', 'broken', 'garbled'].includes(error.failure.kind)
