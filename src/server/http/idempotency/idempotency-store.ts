/** What is remembered of calls that move something: whose wish it was, and how it was answered. */
import { and, eq, lt, sql } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { idempotency, seenSignatures } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/statement.ts'
import { ApiError } from '#server/http/errors.ts'
import type { CurrentUser } from '#server/auth/current-user.ts'

export type IdempotentRequest = {
  me: CurrentUser
  /**
   * The caller's name for what it wants, the same on every try; absent when the caller gives none.
   */
  key: string | undefined
  /** Of method, path and body. */
  requestHash: string
  now: Date
}

/** Longer keys are refused. */
const longestKey = 255

/** A key that is empty names nothing. Throws ApiError `invalid`. */
export function validateKey({ key }: IdempotentRequest): void {
  if (key !== undefined && (key === '' || key.length > longestKey)) throw new ApiError('invalid')
}

/** Picks what is remembered under a key. */
export const underKey = ({ ownerId, userId }: CurrentUser, key: string) =>
  and(eq(idempotency.ownerId, ownerId), eq(idempotency.userId, userId), eq(idempotency.key, key))

/**
 * What the key stands for: nothing, a wish without an answer yet, or its answer; `forgotten` when
 * its time was over, and it is free again. Throws ApiError `duplicate` when it stands for another
 * request.
 */
export async function findResponse(
  db: Db,
  { me, key, requestHash, now }: IdempotentRequest,
): Promise<{ answer: EncodedResponse | undefined } | 'forgotten' | undefined> {
  if (key === undefined) return undefined
  const forgotten = await db
    .delete(idempotency)
    .where(and(underKey(me, key), lt(idempotency.at, new Date(now.getTime() - times.idempotency))))
    .returning({ key: idempotency.key })
  if (forgotten.length > 0) return 'forgotten'
  const [stored] = await db.select().from(idempotency).where(underKey(me, key))
  if (!stored) return undefined
  if (stored.requestHash !== requestHash) throw new ApiError('duplicate')
  return {
    answer:
      stored.answer && stored.status ? { status: stored.status, body: stored.answer } : undefined,
  }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const whose = sql`${value('ownerId', 'bigint')}, ${value('userId', 'bigint')}`

/** Fails where the key or the signature is taken, after waiting for whoever is just taking it. */
const claimStatement = statement<object>(
  'once_claim',
  sql`with keyed as (insert into ${idempotency} (owner_id, user_id, key, request_hash, status, answer, at)
      select ${whose}, ${value('key', 'text')}, ${value('requestHash', 'text')}, ${value('status', 'int')}, ${value('answer', 'text')}, ${value('now', 'timestamptz')}
      where ${value('key', 'text')} is not null)
    insert into ${seenSignatures} (owner_id, user_id, sign, at) select ${whose}, ${value('sign', 'text')}, ${value('now', 'timestamptz')}`,
)

export const reserveKey = (
  tx: Db,
  { me: { ownerId, userId, sign }, key, requestHash, now }: IdempotentRequest,
  expected: EncodedResponse | undefined,
) =>
  claimStatement(tx, {
    ownerId,
    userId,
    sign,
    key: key ?? null,
    requestHash,
    now: now.toISOString(),
    status: expected?.status ?? null,
    answer: expected?.body ?? null,
  })

const keepStatement = statement<object>(
  'once_keep',
  sql`update ${idempotency} set status = ${value('status', 'int')}, answer = ${value('answer', 'text')}
    where (owner_id, user_id) = (${whose}) and key = ${value('key', 'text')}`,
)

export async function saveResponse(
  tx: Db,
  { me: { ownerId, userId }, key }: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<void> {
  if (key !== undefined) await keepStatement(tx, { ownerId, userId, key, status, answer: body })
}

/**
 * PostgreSQL's code for a key that exists; the query builder hands on the driver's error as a
 * cause.
 */
export function isKeyTaken(reason: unknown): boolean {
  const result = reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason
  const { code, table } = result as { code?: string; table?: string }
  return code === '23505' && (table === 'idempotency' || table === 'seen_signatures')
}

/** Forgets answers after a day, and signatures when their time stamp is refused anyway. */
export async function deleteExpiredResponses(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotency)
    .where(lt(idempotency.at, new Date(now.getTime() - times.idempotency)))
  await db
    .delete(seenSignatures)
    .where(lt(seenSignatures.at, new Date(now.getTime() - 3 * times.signatureWindow)))
}
