/** Idempotent execution: a call with side effects takes effect once, however often it is sent. */
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { pipeline } from '#server/platform/db/transaction.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  reserveKey,
  isKeyTaken,
  saveResponse,
  findResponse,
  validateKey,
  type IdempotentRequest,
} from '#server/http/idempotency/idempotency-store.ts'
import { ApiError } from '#server/http/errors.ts'

export type Steps = {
  /** Throws ApiError to refuse. */
  work: (tx: Db) => Promise<EncodedResponse>
  /** Response of a successful run, if known beforehand; saves the second write. */
  expected: EncodedResponse | undefined
  refused: (refusal: ApiError) => EncodedResponse
  /** Whether to store this error response. If not, a retry with the same key runs again. */
  keepsRefusal: () => boolean
}

/**
 * Runs the work and stores the response in one transaction. A repeated key gets the first response,
 * errors included, and waits for one in progress. Throws ApiError `duplicate` for another request
 * under the same key and for a replayed signature. An ApiError rolls the work back and is stored,
 * unless too many are; an unexpected error leaves neither effects nor response.
 */
export async function runOnce(
  db: Db,
  request: IdempotentRequest,
  steps: Steps,
): Promise<EncodedResponse> {
  validateKey(request)
  try {
    return await attempt(db, request, steps)
  } catch (reason) {
    if (isKeyTaken(reason)) return repeated(db, request, steps)
    if (!(reason instanceof ApiError)) throw reason
    const refusal = steps.refused(reason)
    return steps.keepsRefusal() ? remember(db, request, steps, refusal) : refusal
  }
}

/**
 * The reservation is pipelined with the first statement of the work, which PostgreSQL executes only
 * after the reservation has succeeded.
 */
function attempt(
  db: Db,
  request: IdempotentRequest,
  { work, expected }: Steps,
): Promise<EncodedResponse> {
  return transaction(db, async (tx) => {
    await pipeline(tx, () => reserveKey(tx, request, expected))
    const written = await work(tx)
    if (!expected) await pipeline(tx, () => saveResponse(tx, request, written))
    return written
  })
}

/** If a concurrent attempt stored a response during the rollback, that response wins. */
async function remember(
  db: Db,
  request: IdempotentRequest,
  steps: Steps,
  refusal: EncodedResponse,
): Promise<EncodedResponse> {
  try {
    return await attempt(db, request, { ...steps, work: async () => refusal, expected: refusal })
  } catch (reason) {
    if (isKeyTaken(reason)) return repeated(db, request, steps)
    throw reason
  }
}

/** Returns the stored response. Throws ApiError `duplicate` if there is none. */
async function repeated(
  db: Db,
  request: IdempotentRequest,
  steps: Steps,
): Promise<EncodedResponse> {
  const stored = await findResponse(db, request)
  if (stored === 'forgotten') return runOnce(db, request, steps)
  if (!stored?.answer) throw new ApiError('duplicate')
  return stored.answer
}
