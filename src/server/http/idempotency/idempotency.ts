/** A call that would do more if it were done again happens once, however often it is sent. */
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { along } from '#server/platform/db/own-connection.ts'
import { transact } from '#server/platform/db/transact.ts'
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
  /**
   * What the work answers when it is done, where that is known beforehand: then it is not written
   * down a second time.
   */
  expected: EncodedResponse | undefined
  refused: (refusal: ApiError) => EncodedResponse
  /**
   * Whether this refusal is remembered. One that is not has changed nothing, and the same key is
   * judged anew.
   */
  keepsRefusal: () => boolean
}

/**
 * Does the work in one transaction with the memory of it. The same key again repeats the first
 * answer, refusals included, and waits for it while it is being made; another request under that
 * key, and a signature seen before, are refused as `duplicate`. What the work refuses is undone and
 * its refusal remembered, unless there are too many; a bug leaves neither effects nor memory.
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
 * The claim travels with the first statement of the work, which PostgreSQL does not look at before
 * the claim has succeeded.
 */
function attempt(
  db: Db,
  request: IdempotentRequest,
  { work, expected }: Steps,
): Promise<EncodedResponse> {
  return transact(db, async (tx) => {
    await along(tx, () => reserveKey(tx, request, expected))
    const written = await work(tx)
    if (!expected) await along(tx, () => saveResponse(tx, request, written))
    return written
  })
}

/**
 * A try that overtook this one while its effects were undone is the one that counts: its answer is
 * told instead.
 */
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

/** The answer that the key had before. Throws ApiError `duplicate` when there is none to repeat. */
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
