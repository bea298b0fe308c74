/** Idempotency keys: stored responses, and calls that run once per key. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, eq, isNotNull, lt, notLike, sql } from 'drizzle-orm'
import { limits, times } from '#contract/limits.ts'
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { seenSignatures, idempotency } from '#server/http/table.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { ApiError } from '#server/http/errors.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { EncryptedTexts } from '#server/platform/crypto/secret-keys.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { uniqueViolation, findViolation } from '#server/platform/db/violations.ts'
import { pipeline, transaction } from '#server/platform/db/db.ts'

/** Steps of an idempotent call, which takes effect once, however often it is sent. */
type IdempotentSteps = {
  /** Throws ApiError to refuse. Runs again if the connection is lost before the commit. */
  work: (tx: Db) => Promise<EncodedResponse>
  /** Response of a successful run, if known beforehand; saves the second write. */
  expected: EncodedResponse | undefined
  encodeRefusal: (refusal: ApiError) => EncodedResponse
  /** Whether to store this error response. If not, a retry with the same key runs again. */
  canStoreRefusal: (refusal: EncodedResponse) => boolean
}

/**
 * Runs the work and stores the response in one transaction. A repeated key gets the first response,
 * errors included, and waits for an attempt in progress. Throws ApiError `duplicate` for another
 * request under the same key and for the same call with the same signature. An ApiError rolls the work back and is
 * stored, unless too many are; an unexpected error leaves neither effects nor response.
 */
export async function runOnce(
  db: Db,
  request: IdempotentRequest,
  steps: IdempotentSteps,
): Promise<EncodedResponse> {
  validateKey(request)
  try {
    return await runAttempt(db, request, steps)
  } catch (reason) {
    if (isKeyInUse(reason)) return replayResponse(db, request, steps)
    if (!(reason instanceof ApiError)) throw reason
    const refusal = steps.encodeRefusal(reason)
    return steps.canStoreRefusal(refusal) ? storeRefusal(db, request, steps, refusal) : refusal
  }
}

/**
 * The reservation is pipelined with the first statement of the work, which PostgreSQL executes only
 * after the reservation has succeeded.
 */
async function runAttempt(
  db: Db,
  request: IdempotentRequest,
  { work, expected }: IdempotentSteps,
): Promise<EncodedResponse> {
  const toStore = expected && (await toStoredResponse(request, expected))
  return transaction(
    db,
    async (tx) => {
      await pipeline(tx, () => reserveKey(tx, request, toStore))
      const response = await work(tx)
      if (expected) return response
      const stored = await toStoredResponse(request, response)
      await pipeline(tx, () => saveResponse(tx, request, stored))
      return response
    },
    { isRepeatable: true },
  )
}

/** If a concurrent attempt stored a response during the rollback, that response wins. */
async function storeRefusal(
  db: Db,
  request: IdempotentRequest,
  steps: IdempotentSteps,
  refusal: EncodedResponse,
): Promise<EncodedResponse> {
  try {
    return await runAttempt(db, request, { ...steps, work: async () => refusal, expected: refusal })
  } catch (reason) {
    if (isKeyInUse(reason)) return replayResponse(db, request, steps)
    throw reason
  }
}

/** Returns the stored response. Throws ApiError `duplicate` if there is none. */
async function replayResponse(
  db: Db,
  request: IdempotentRequest,
  steps: IdempotentSteps,
): Promise<EncodedResponse> {
  const stored = await findResponse(db, request)
  if (stored === 'expired') return runOnce(db, request, steps)
  if (!stored?.answer) throw new ApiError('duplicate')
  return stored.answer
}

/**
 * User under whom keys and signatures are stored, and the signature of this request. Operators have
 * owner 0, which no account has.
 */
export type KeyHolder = UserKey & { sign: string }

/** An idempotent call: its key, and the hashes of its content and of its signed content. */
export type IdempotentRequest = {
  me: KeyHolder
  /** Idempotency key sent by the client, stable across retries; undefined if none was sent. */
  key: string | undefined
  /** Hash of method, path and body. */
  requestHash: string
  /**
   * Hash of the signature and `requestHash`: the signature covers token and time only, and a client
   * may send different calls within one millisecond.
   */
  signedHash: string
  now: Date
  /** Encrypts the stored response, which may contain secrets. */
  encryption?: Encryption
}

/** Throws ApiError `invalid` for an empty or overlong key. */
export function validateKey({ key }: IdempotentRequest): void {
  if (key !== undefined && (key === '' || key.length > limits.idempotencyKey.max))
    throw new ApiError('invalid')
}

/** Condition that selects the row of a key. */
export const isUnderKey = ({ ownerId, userId }: UserKey, key: string) =>
  and(eq(idempotency.ownerId, ownerId), eq(idempotency.userId, userId), eq(idempotency.key, key))

/**
 * State of the key: undefined if unused, pending (no `answer`) or answered; `expired` if it had
 * expired and is free again. Throws ApiError `duplicate` if it belongs to another request.
 */
export async function findResponse(
  db: Db,
  request: IdempotentRequest,
): Promise<{ answer: EncodedResponse | undefined } | 'expired' | undefined> {
  const { me, key, requestHash, now, encryption } = request
  if (key === undefined) return undefined
  const deleted = await db
    .delete(idempotency)
    .where(
      and(
        isUnderKey(me, key),
        lt(idempotency.at, new Date(now.getTime() - times.idempotencyKeyLifetime)),
      ),
    )
    .returning({ key: idempotency.key })
  if (deleted.length > 0) return 'expired'
  const [stored] = await db.select().from(idempotency).where(isUnderKey(me, key))
  if (!stored) return undefined
  if (stored.requestHash !== requestHash)
    throw new ApiError('duplicate', { reason: { key: 'keyReused', values: {} } })
  const body =
    stored.answer && encryption
      ? await encryption.decrypt(stored.answer, encryptionContext(request))
      : stored.answer
  return { answer: body && stored.status ? { status: stored.status, body } : undefined }
}

const encryptionContext = ({
  me: { ownerId, userId },
  key,
}: {
  me: UserKey
  key: string | undefined
}) => `response:${ownerId}:${userId}:${key}`

/** The response as it is stored: encrypted if the request says so. */
export async function toStoredResponse(
  request: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<EncodedResponse> {
  const { encryption } = request
  if (!encryption) return { status, body }
  return { status, body: await encryption.encrypt(body, encryptionContext(request)) }
}

/** All stored responses that are encrypted, for re-encryption; the others are JSON objects. */
export const listEncryptedResponses: EncryptedTexts = async function* (db) {
  const rows = await db
    .select()
    .from(idempotency)
    .where(
      acrossOwners(
        'encryption anew of all responses',
        and(
          isNotNull(idempotency.answer),
          notLike(idempotency.answer, '{%'),
          // Streams of programs' calls.
          notLike(idempotency.answer, 'data: %'),
        ),
      ),
    )
  for (const { ownerId, userId, key, answer } of rows)
    yield {
      encrypted: answer!,
      context: encryptionContext({ me: { ownerId, userId }, key }),
      replace: async (latest) => {
        await db
          .update(idempotency)
          .set({ answer: latest })
          .where(and(isUnderKey({ ownerId, userId }, key), eq(idempotency.answer, answer!)))
      },
    }
}

const userColumns = sql`${typedPlaceholder('ownerId', 'bigint')}, ${typedPlaceholder('userId', 'bigint')}`

/**
 * Fails with a unique violation if the key is taken or the signed call was accepted before; waits
 * for a concurrent transaction that is inserting either.
 */
const insertSignature = sql`insert into ${seenSignatures} (owner_id, user_id, signed_hash, at)
    values (${userColumns}, ${typedPlaceholder('signedHash', 'text')}, ${typedPlaceholder('now', 'timestamptz')})`
const reserveSignatureStatement = prepareStatement<object>('claim_signature', insertSignature)
const reserveKeyStatement = prepareStatement<object>(
  'claim_key',
  sql`with keyed as (insert into ${idempotency} (owner_id, user_id, key, request_hash, status, answer, at)
      values (${userColumns}, ${typedPlaceholder('key', 'text')}, ${typedPlaceholder('requestHash', 'text')}, ${typedPlaceholder('status', 'int')}, ${typedPlaceholder('answer', 'text')}, ${typedPlaceholder('now', 'timestamptz')}))
    ${insertSignature}`,
)

export const reserveKey = (
  tx: Db,
  { me: { ownerId, userId }, key, requestHash, signedHash, now }: IdempotentRequest,
  expected: EncodedResponse | undefined,
) =>
  (key === undefined ? reserveSignatureStatement : reserveKeyStatement)(tx, {
    ownerId,
    userId,
    signedHash,
    key,
    requestHash,
    now: now.toISOString(),
    status: expected?.status ?? null,
    answer: expected?.body ?? null,
  })

const saveStatement = prepareStatement<object>(
  'once_keep',
  sql`update ${idempotency} set status = ${typedPlaceholder('status', 'int')}, answer = ${typedPlaceholder('answer', 'text')}
    where (owner_id, user_id) = (${userColumns}) and key = ${typedPlaceholder('key', 'text')}`,
)

async function saveResponse(
  tx: Db,
  { me: { ownerId, userId }, key }: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<void> {
  if (key !== undefined) await saveStatement(tx, { ownerId, userId, key, status, answer: body })
}

/** Whether the error means that the idempotency key or the signed call is already stored. */
export function isKeyInUse(reason: unknown): boolean {
  const { code, constraint = '' } = findViolation(reason) ?? {}
  return code === uniqueViolation && /^(idempotency|seen_signatures)_/.test(constraint)
}

const cleanupReason = 'a background job deletes what has expired'

/**
 * Deletes responses after a day, and signatures once their timestamp would be rejected anyway: it
 * may be off by one window in either direction, and a third one is a margin.
 */
export async function deleteExpiredResponses(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotency)
    .where(
      acrossOwners(
        cleanupReason,
        lt(idempotency.at, new Date(now.getTime() - times.idempotencyKeyLifetime)),
      ),
    )
  await db
    .delete(seenSignatures)
    .where(
      acrossOwners(
        cleanupReason,
        lt(seenSignatures.at, new Date(now.getTime() - 3 * times.signatureWindow)),
      ),
    )
}
