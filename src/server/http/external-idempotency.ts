/** Idempotency for calls to external services, which no single transaction can span. */
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { YieldTurn } from '#server/http/limits/concurrency-limits.ts'
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { pipeline, transaction, type Transaction } from '#server/platform/db/db.ts'
import { seenSignatures, idempotency } from '#server/http/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import {
  reserveKey,
  isKeyInUse,
  findResponse,
  toStoredResponse,
  validateKey,
  isUnderKey,
  type IdempotentRequest,
} from '#server/http/idempotency.ts'
import { ApiError } from '#server/http/errors.ts'

/** Lets the work store the response in one of its own transactions. */
export type ResponseStore = {
  /** Opens the first transaction of the work; with `reservesKeyInWork` it also reserves the key. */
  beginTransaction: Transaction
  /** Stores the response in a transaction of the work. */
  store: (tx: Db, response: EncodedResponse) => Promise<void>
}

type ExternalSteps = {
  /**
   * Throws ApiError to refuse. May run again with the same `key` and must then resume what the
   * first run began.
   */
  work: (key: string, responseStore: ResponseStore) => Promise<EncodedResponse>
  encodeRefusal: (refusal: ApiError) => EncodedResponse
  /** Whether to store this error response. */
  canStoreRefusal: (refusal: EncodedResponse) => boolean
  /**
   * The work has no side effects before `beginTransaction`; the key is then reserved in that transaction
   * instead of a separate one.
   */
  reservesKeyInWork: boolean
  yieldTurn: YieldTurn
}

/**
 * Milliseconds: longest wait for a concurrent attempt, polling interval, and age at which an
 * unanswered attempt counts as dead.
 */
const concurrentAttempt = { maxWait: 5_000, pollInterval: 100, deadAfter: 120_000 }

/**
 * Reserves the key, does the work and stores the response. A repeated key gets the stored response;
 * it waits briefly for a concurrent attempt, then throws ApiError `underWay`. If the first attempt
 * died, the next one takes over. Throws ApiError `duplicate` for another request under the same key
 * and for the same call with the same signature. An unexpected error stores nothing.
 */
export async function runExternalOnce(
  db: Db,
  request: IdempotentRequest,
  steps: ExternalSteps,
): Promise<EncodedResponse> {
  validateKey(request)
  // The conflicting row may be deleted before it is read, so retry once.
  for (const isLastTry of [false, true]) {
    const response =
      steps.reservesKeyInWork || (await tryToReserveKey(db, request))
        ? await runWork(db, request, steps, steps.reservesKeyInWork)
        : undefined
    if (response) return response
    const otherResponse = await waitForOtherAttempt(db, request, steps)
    if (otherResponse) return otherResponse
    if (isLastTry || request.key === undefined) break
  }
  throw new ApiError('duplicate')
}

async function tryToReserveKey(
  db: Db,
  request: IdempotentRequest,
  response?: EncodedResponse,
): Promise<boolean> {
  const toStore = response && (await toStoredResponse(request, response))
  try {
    await transaction(db, (tx) => reserveKey(tx, request, toStore))
    return true
  } catch (reason) {
    if (isKeyInUse(reason)) return false
    throw reason
  }
}

/** Undefined if the key had to be reserved and a concurrent attempt reserved it first. */
async function runWork(
  db: Db,
  request: IdempotentRequest,
  { work, encodeRefusal, canStoreRefusal }: ExternalSteps,
  mustReserveKey: boolean,
): Promise<EncodedResponse | undefined> {
  let response: EncodedResponse
  let isKeyUnreserved = mustReserveKey
  let isStored = false
  const responseStore: ResponseStore = {
    async beginTransaction(firstWork) {
      const result = await transaction(db, async (tx) => {
        if (isKeyUnreserved) await pipeline(tx, () => reserveKey(tx, request, undefined))
        return firstWork(tx)
      })
      isKeyUnreserved = false
      return result
    },
    async store(tx, workResponse) {
      const toStore = await toStoredResponse(request, workResponse)
      await pipeline(tx, () => storeInTransaction(tx, request, toStore))
      isStored = true
    },
  }
  try {
    response = await work(request.key ?? crypto.randomUUID(), responseStore)
    if (isStored) return response
  } catch (reason) {
    if (isKeyUnreserved && isKeyInUse(reason)) return undefined
    const stored = isAlreadyAnswered(reason) ? await findResponse(db, request) : undefined
    if (typeof stored === 'object' && stored.answer) return stored.answer
    if (!(reason instanceof ApiError)) {
      if (!isKeyUnreserved) await releaseKey(db, request)
      throw reason
    }
    response = encodeRefusal(reason)
    if (!canStoreRefusal(response)) {
      if (!isKeyUnreserved) await releaseKey(db, request)
      return response
    }
  }
  if (!isKeyUnreserved) return storeUnlessAnswered(db, request, response)
  return (await tryToReserveKey(db, request, response)) ? response : undefined
}

/** Undefined if no response is stored under the key after all. */
async function waitForOtherAttempt(
  db: Db,
  request: IdempotentRequest,
  steps: ExternalSteps,
): Promise<EncodedResponse | undefined> {
  const deadline = performance.now() + concurrentAttempt.maxWait
  for (;;) {
    const stored = await findResponse(db, request)
    if (!stored || stored === 'expired') return undefined
    if (stored.answer) return stored.answer
    if (await tryToTakeOver(db, request)) return runWork(db, request, steps, false)
    if (performance.now() >= deadline)
      throw new ApiError('underWay', { seconds: concurrentAttempt.maxWait / 1_000 })
    await steps.yieldTurn(
      () => new Promise((resolve) => setTimeout(resolve, concurrentAttempt.pollInterval)),
    )
  }
}

const isUnanswered = (me: IdempotentRequest['me'], key: string) =>
  and(isUnderKey(me, key), isNull(idempotency.answer))

/** Takes over from a dead attempt. Throws ApiError `duplicate` for a replay. */
async function tryToTakeOver(db: Db, request: IdempotentRequest): Promise<boolean> {
  const { me, key, signedHash, now } = request
  if (key === undefined) return false
  const isDead = lte(idempotency.at, new Date(now.getTime() - concurrentAttempt.deadAfter))
  try {
    return await transaction(db, async (tx) => {
      const updated = await tx
        .update(idempotency)
        .set({ at: now })
        .where(and(isUnanswered(me, key), isDead))
        .returning({ key: idempotency.key })
      if (updated.length === 0) return false
      await tx
        .insert(seenSignatures)
        .values({ ownerId: me.ownerId, userId: me.userId, signedHash, at: now })
      return true
    })
  } catch (reason) {
    if (isKeyInUse(reason)) throw new ApiError('duplicate')
    throw reason
  }
}

/** Divides by zero if a response is already stored, which rolls the transaction back. */
const storeStatement = prepareStatement<object>(
  'outside_keep',
  sql`with kept as (update ${idempotency} set status = ${sql.placeholder('status')}::int, answer = ${sql.placeholder('answer')}::text
      where owner_id = ${sql.placeholder('ownerId')}::bigint and user_id = ${sql.placeholder('userId')}::bigint and key = ${sql.placeholder('key')}::text
        and answer is null returning 1)
    select 1 / count(*) as kept from kept`,
)

async function storeInTransaction(
  tx: Db,
  { me: { ownerId, userId }, key }: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<void> {
  if (key !== undefined) await storeStatement(tx, { ownerId, userId, key, status, answer: body })
}

/** PostgreSQL's error code, by which `storeStatement` fails. */
const divisionByZero = '22012'

function isAlreadyAnswered(reason: unknown): boolean {
  const cause = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  return (cause as { code?: string }).code === divisionByZero
}

/** If an attempt considered dead has stored its response meanwhile, that response wins. */
async function storeUnlessAnswered(
  db: Db,
  request: IdempotentRequest,
  { status, body, ...rest }: EncodedResponse,
): Promise<EncodedResponse> {
  const { me, key } = request
  if (key === undefined) return { status, body, ...rest }
  const { body: answer } = await toStoredResponse(request, { status, body })
  const stored = await db
    .update(idempotency)
    .set({ status, answer })
    .where(isUnanswered(me, key))
    .returning({ key: idempotency.key })
  const first = stored.length === 0 ? await findResponse(db, request) : undefined
  return (typeof first === 'object' ? first.answer : undefined) ?? { status, body, ...rest }
}

/** Deletes the key only if this attempt reserved it. */
async function releaseKey(db: Db, { me, key, now }: IdempotentRequest): Promise<void> {
  if (key !== undefined)
    await db.delete(idempotency).where(and(isUnanswered(me, key), eq(idempotency.at, now)))
}
