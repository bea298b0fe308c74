/** Idempotency keys: stored responses, and calls that run once per key. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { and, eq, isNotNull, lt, notLike, sql } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { EncodedResponse } from '#server/http/response.ts'
import type { Db } from '#server/platform/db/open.ts'
import { seenSignatures } from '#server/auth/table.ts'
import { idempotency } from '#server/http/table.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'
import { ApiError } from '#server/http/errors.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { SealedTexts } from '#server/platform/crypto/secret-keys.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { uniqueViolation, violationOf } from '#server/platform/db/violations.ts'
import { pipeline, transaction } from '#server/platform/db/db.ts'

/** Idempotent execution: a call with side effects takes effect once, however often it is sent. */
type Steps = {
  /** Throws ApiError to refuse. Runs again if the connection is lost before the commit. */
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
    if (isKeyInUse(reason)) return repeated(db, request, steps)
    if (!(reason instanceof ApiError)) throw reason
    const refusal = steps.refused(reason)
    return steps.keepsRefusal() ? remember(db, request, steps, refusal) : refusal
  }
}

/**
 * The reservation is pipelined with the first statement of the work, which PostgreSQL executes only
 * after the reservation has succeeded.
 */
async function attempt(
  db: Db,
  request: IdempotentRequest,
  { work, expected }: Steps,
): Promise<EncodedResponse> {
  const toStore = expected && (await storedForm(request, expected))
  return transaction(
    db,
    async (tx) => {
      await pipeline(tx, () => reserveKey(tx, request, toStore))
      const written = await work(tx)
      if (expected) return written
      const stored = await storedForm(request, written)
      await pipeline(tx, () => saveResponse(tx, request, stored))
      return written
    },
    { isRepeatable: true },
  )
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
    if (isKeyInUse(reason)) return repeated(db, request, steps)
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

/**
 * Under whom keys and signatures are stored, and the signature of this request. Owner 0, which no
 * account has, is that of the operators.
 */
export type KeyHolder = UserKey & { sign: string }

/** Table access for idempotency keys, their stored responses and seen signatures. */
export type IdempotentRequest = {
  me: KeyHolder
  /** Idempotency key sent by the client, stable across retries; undefined if none was sent. */
  key: string | undefined
  /** Hash of method, path and body. */
  requestHash: string
  now: Date
  /** Encrypts the stored response, which may contain secrets. */
  encryption?: Encryption
}

/** In characters; longer keys are refused. */
const maxKeyLength = 255

/** Throws ApiError `invalid` for an empty or overlong key. */
export function validateKey({ key }: IdempotentRequest): void {
  if (key !== undefined && (key === '' || key.length > maxKeyLength)) throw new ApiError('invalid')
}

/** Condition that selects the row of a key. */
export const underKey = ({ ownerId, userId }: UserKey, key: string) =>
  and(eq(idempotency.ownerId, ownerId), eq(idempotency.userId, userId), eq(idempotency.key, key))

/**
 * State of the key: undefined if unused, pending (no `answer`) or answered; `forgotten` if it had
 * expired and is free again. Throws ApiError `duplicate` if it belongs to another request.
 */
export async function findResponse(
  db: Db,
  request: IdempotentRequest,
): Promise<{ answer: EncodedResponse | undefined } | 'forgotten' | undefined> {
  const { me, key, requestHash, now, encryption } = request
  if (key === undefined) return undefined
  const forgotten = await db
    .delete(idempotency)
    .where(and(underKey(me, key), lt(idempotency.at, new Date(now.getTime() - times.idempotency))))
    .returning({ key: idempotency.key })
  if (forgotten.length > 0) return 'forgotten'
  const [stored] = await db.select().from(idempotency).where(underKey(me, key))
  if (!stored) return undefined
  if (stored.requestHash !== requestHash) throw new ApiError('duplicate')
  const body =
    stored.answer && encryption
      ? await encryption.open(stored.answer, encryptionContext(request))
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
export async function storedForm(
  request: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<EncodedResponse> {
  const { encryption } = request
  if (!encryption) return { status, body }
  return { status, body: await encryption.encrypt(body, encryptionContext(request)) }
}

/** All stored responses that are encrypted, for re-encryption; the others are JSON objects. */
export const sealedResponses: SealedTexts = async function* (db) {
  const rows = await db
    .select()
    .from(idempotency)
    .where(
      acrossOwners(
        'encryption anew of all responses',
        and(isNotNull(idempotency.answer), notLike(idempotency.answer, '{%')),
      ),
    )
  for (const { ownerId, userId, key, answer } of rows)
    yield {
      sealed: answer!,
      about: encryptionContext({ me: { ownerId, userId }, key }),
      replace: async (latest) => {
        await db
          .update(idempotency)
          .set({ answer: latest })
          .where(and(underKey({ ownerId, userId }, key), eq(idempotency.answer, answer!)))
      },
    }
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const whose = sql`${value('ownerId', 'bigint')}, ${value('userId', 'bigint')}`

/**
 * Fails with a unique violation if the key or the signature is taken; waits for a concurrent
 * transaction that is inserting either.
 */
const claimSignature = sql`insert into ${seenSignatures} (owner_id, user_id, sign, at)
    values (${whose}, ${value('sign', 'text')}, ${value('now', 'timestamptz')})`
const claimSignatureStatement = statement<object>('claim_signature', claimSignature)
const claimBothStatement = statement<object>(
  'claim_key',
  sql`with keyed as (insert into ${idempotency} (owner_id, user_id, key, request_hash, status, answer, at)
      values (${whose}, ${value('key', 'text')}, ${value('requestHash', 'text')}, ${value('status', 'int')}, ${value('answer', 'text')}, ${value('now', 'timestamptz')}))
    ${claimSignature}`,
)

export const reserveKey = (
  tx: Db,
  { me: { ownerId, userId, sign }, key, requestHash, now }: IdempotentRequest,
  expected: EncodedResponse | undefined,
) =>
  (key === undefined ? claimSignatureStatement : claimBothStatement)(tx, {
    ownerId,
    userId,
    sign,
    key,
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

async function saveResponse(
  tx: Db,
  { me: { ownerId, userId }, key }: IdempotentRequest,
  { status, body }: EncodedResponse,
): Promise<void> {
  if (key !== undefined) await keepStatement(tx, { ownerId, userId, key, status, answer: body })
}

/** Whether the idempotency key or the signature was there before. */
export function isKeyInUse(reason: unknown): boolean {
  const { code, constraint = '' } = violationOf(reason) ?? {}
  return code === uniqueViolation && /^(idempotency|seen_signatures)_/.test(constraint)
}

const cleanup = 'a background job deletes what has expired'

/** Deletes responses after a day, and signatures once their timestamp would be rejected anyway. */
export async function deleteExpiredResponses(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotency)
    .where(acrossOwners(cleanup, lt(idempotency.at, new Date(now.getTime() - times.idempotency))))
  await db
    .delete(seenSignatures)
    .where(
      acrossOwners(
        cleanup,
        lt(seenSignatures.at, new Date(now.getTime() - 3 * times.signatureWindow)),
      ),
    )
}
