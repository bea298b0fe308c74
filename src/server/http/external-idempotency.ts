/** Idempotency for calls to external services, which no single transaction can span. */
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { pipeline, transaction, type Transaction } from '#server/platform/db/db.ts'
import { seenSignatures } from '#server/auth/table.ts'
import { idempotency } from '#server/http/table.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import {
  reserveKey,
  isKeyInUse,
  findResponse,
  storedForm,
  validateKey,
  underKey,
  type IdempotentRequest,
} from '#server/http/idempotency.ts'
import { ApiError } from '#server/http/errors.ts'

/** Ties the transactions of the work to the stored response. */
export type ResponseStore = {
  /** Opens the first transaction of the work; with `beginsItself` it also reserves the key. */
  begin: Transaction
  /** Stores the response in a transaction of the work. */
  keep: (tx: Db, written: EncodedResponse) => Promise<void>
}

type ExternalSteps = {
  /**
   * Throws ApiError to refuse. May run again with the same `key` and must then resume what the
   * first run began.
   */
  work: (key: string, memory: ResponseStore) => Promise<EncodedResponse>
  refused: (refusal: ApiError) => EncodedResponse
  /** Whether to store this error response. */
  keepsRefusal: () => boolean
  /**
   * The work has no side effects before `begin`; the key is then reserved in that transaction
   * instead of a separate one.
   */
  beginsItself: boolean
}

/**
 * Milliseconds: longest wait for a concurrent attempt, polling interval, and age at which an
 * unanswered attempt counts as dead.
 */
const pending = { most: 5_000, look: 100, died: 120_000 }

/**
 * Reserves the key, does the work and stores the response. A repeated key gets the stored response;
 * it waits briefly for a concurrent attempt, then throws ApiError `underWay`. If the first attempt
 * died, the next one takes over. Throws ApiError `duplicate` for another request under the same key
 * and for a replayed signature. An unexpected error stores nothing.
 */
export async function runExternalOnce(
  db: Db,
  request: IdempotentRequest,
  steps: ExternalSteps,
): Promise<EncodedResponse> {
  validateKey(request)
  // The conflicting row may be gone by the time it is read, so retry once.
  for (const last of [false, true]) {
    const answer =
      steps.beginsItself || (await begins(db, request))
        ? await run(db, request, steps, steps.beginsItself)
        : undefined
    if (answer) return answer
    const result = await answerOfOther(db, request, steps)
    if (result) return result
    if (last || request.key === undefined) break
  }
  throw new ApiError('duplicate')
}

async function begins(
  db: Db,
  request: IdempotentRequest,
  answer?: EncodedResponse,
): Promise<boolean> {
  const toStore = answer && (await storedForm(request, answer))
  try {
    await transaction(db, (tx) => reserveKey(tx, request, toStore))
    return true
  } catch (reason) {
    if (isKeyInUse(reason)) return false
    throw reason
  }
}

/** Undefined if the key was to be reserved and a concurrent attempt reserved it first. */
async function run(
  db: Db,
  request: IdempotentRequest,
  { work, refused, keepsRefusal }: ExternalSteps,
  toClaim: boolean,
): Promise<EncodedResponse | undefined> {
  let written: EncodedResponse
  let [unclaimed, stored] = [toClaim, false]
  const memory: ResponseStore = {
    async begin(first) {
      const begun = await transaction(db, async (tx) => {
        if (unclaimed) await pipeline(tx, () => reserveKey(tx, request, undefined))
        return first(tx)
      })
      unclaimed = false
      return begun
    },
    async keep(tx, answer) {
      const toStore = await storedForm(request, answer)
      await pipeline(tx, () => keepIn(tx, request, toStore))
      stored = true
    },
  }
  try {
    written = await work(request.key ?? crypto.randomUUID(), memory)
    if (stored) return written
  } catch (reason) {
    if (unclaimed && isKeyInUse(reason)) return undefined
    const result = isAnswered(reason) ? await findResponse(db, request) : undefined
    if (typeof result === 'object' && result.answer) return result.answer
    if (!(reason instanceof ApiError)) {
      if (!unclaimed) await release(db, request)
      throw reason
    }
    written = refused(reason)
    if (!keepsRefusal()) {
      if (!unclaimed) await release(db, request)
      return written
    }
  }
  if (!unclaimed) return keepFirst(db, request, written)
  return (await begins(db, request, written)) ? written : undefined
}

/** Undefined if no response is stored under the key after all. */
async function answerOfOther(
  db: Db,
  request: IdempotentRequest,
  steps: ExternalSteps,
): Promise<EncodedResponse | undefined> {
  const until = performance.now() + pending.most
  for (;;) {
    const stored = await findResponse(db, request)
    if (!stored || stored === 'forgotten') return undefined
    if (stored.answer) return stored.answer
    if (await takesOver(db, request)) return run(db, request, steps, false)
    if (performance.now() >= until)
      throw new ApiError('underWay', { seconds: pending.most / 1_000 })
    await new Promise((resolve) => setTimeout(resolve, pending.look))
  }
}

const unanswered = (me: IdempotentRequest['me'], key: string) =>
  and(underKey(me, key), isNull(idempotency.answer))

/** Takes over from a dead attempt. Throws ApiError `duplicate` for a replayed signature. */
async function takesOver(db: Db, { me, key, now }: IdempotentRequest): Promise<boolean> {
  if (key === undefined) return false
  const died = lte(idempotency.at, new Date(now.getTime() - pending.died))
  try {
    return await transaction(db, async (tx) => {
      const updated = await tx
        .update(idempotency)
        .set({ at: now })
        .where(and(unanswered(me, key), died))
        .returning({ key: idempotency.key })
      if (updated.length === 0) return false
      await tx
        .insert(seenSignatures)
        .values({ ownerId: me.ownerId, userId: me.userId, sign: me.sign, at: now })
      return true
    })
  } catch (reason) {
    if (isKeyInUse(reason)) throw new ApiError('duplicate')
    throw reason
  }
}

/** Divides by zero if a response is already stored, which rolls the transaction back. */
const keepStatement = statement<object>(
  'outside_keep',
  sql`with kept as (update ${idempotency} set status = ${sql.placeholder('status')}::int, answer = ${sql.placeholder('answer')}::text
      where owner_id = ${sql.placeholder('ownerId')}::bigint and user_id = ${sql.placeholder('userId')}::bigint and key = ${sql.placeholder('key')}::text
        and answer is null returning 1)
    select 1 / count(*) as kept from kept`,
)

async function keepIn(
  tx: Db,
  { me: { ownerId, userId }, key }: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<void> {
  if (key !== undefined) await keepStatement(tx, { ownerId, userId, key, status, answer: body })
}

function isAnswered(reason: unknown): boolean {
  const result = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  return (result as { code?: string }).code === '22012'
}

/** If an attempt considered dead has stored its response meanwhile, that response wins. */
async function keepFirst(
  db: Db,
  request: IdempotentRequest,
  { status, body, ...rest }: EncodedResponse,
): Promise<EncodedResponse> {
  const { me, key } = request
  if (key === undefined) return { status, body, ...rest }
  const { body: answer } = await storedForm(request, { status, body })
  const stored = await db
    .update(idempotency)
    .set({ status, answer })
    .where(unanswered(me, key))
    .returning({ key: idempotency.key })
  const first = stored.length === 0 ? await findResponse(db, request) : undefined
  return (typeof first === 'object' ? first.answer : undefined) ?? { status, body, ...rest }
}

/** Deletes the key only if this attempt reserved it. */
async function release(db: Db, { me, key, now }: IdempotentRequest): Promise<void> {
  if (key !== undefined)
    await db.delete(idempotency).where(and(unanswered(me, key), eq(idempotency.at, now)))
}
