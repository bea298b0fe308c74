/** Passwords: hashing with bounded concurrency, re-authentication and changes. */
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { ApiError, reasonWith, type PlainReasonKey } from '#server/http/errors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { recordSecurityEvent } from '#server/features/identity/security-events.ts'
import { clearAttempts, consumeAttempt } from '#server/http/limits/rate-limits.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { endSessionsOf } from '#server/features/identity/sessions/service.ts'

/**
 * Limits per process: concurrent hashes, queued hashes, and both together per client. Each queue
 * has its own capacity, so that a full one does not block the others: owners on a known network,
 * other sign-ins, password resets by mailed code, signed-in users.
 */
const queues = {
  knownNetwork: createQueue({ running: 2, waiting: 50, perClient: 12 }),
  signIn: createQueue({ running: 4, waiting: 50, perClient: 12 }),
  mailedCode: createQueue({ running: 1, waiting: 20, perClient: 4 }),
  signedIn: createQueue({ running: 1, waiting: 40, perClient: 8 }),
}

/** `client`: key of the client, such as its network or account; each has a share of the queue. */
export type HashingOptions = { queue: keyof typeof queues; client: string }

/** Throws ApiError `tooManyRequests` if the queue is full. */
export const hashPassword = (
  crypto: Crypto,
  password: string,
  { queue: name, client }: HashingOptions,
): Promise<string> => runInQueue(queues[name], client, () => crypto.hashPassword(password))

/**
 * Whether the password is correct. Without a hash, verifies a random one, so that timing reveals
 * nothing.
 */
export const verifyPassword = (
  crypto: Crypto,
  hash: string | undefined,
  password: string,
  { queue: name, client }: HashingOptions,
): Promise<boolean> =>
  runInQueue(
    queues[name],
    client,
    async () =>
      (await crypto.verifyPassword(hash ?? (await readUnknownUserHash(crypto)), password)) &&
      hash !== undefined,
  )

const unknownUserHashes = new WeakMap<Crypto, Promise<string>>()
function readUnknownUserHash(crypto: Crypto): Promise<string> {
  const known = unknownUserHashes.get(crypto)
  if (known) return known
  const hash = crypto.hashPassword(crypto.random(16))
  unknownUserHashes.set(crypto, hash)
  // A failure is not cached: the next sign-in tries again.
  hash.catch(() => unknownUserHashes.delete(crypto))
  return hash
}

type Queue = ReturnType<typeof createQueue>

function createQueue(max: { running: number; waiting: number; perClient: number }) {
  return {
    max,
    running: 0,
    waiting: [] as (() => void)[],
    countByClient: new Map<string, number>(),
  }
}

const fullQueueRetrySeconds = 2

async function runInQueue<T>(queue: Queue, client: string, work: () => Promise<T>): Promise<T> {
  const clientCount = queue.countByClient.get(client) ?? 0
  const isFull = queue.running >= queue.max.running
  if (clientCount >= queue.max.perClient || (isFull && queue.waiting.length >= queue.max.waiting))
    throw new ApiError('tooManyRequests', { seconds: fullQueueRetrySeconds })
  queue.countByClient.set(client, clientCount + 1)
  if (isFull) await new Promise<void>((resolve) => queue.waiting.push(resolve))
  else queue.running += 1
  try {
    return await work()
  } finally {
    const left = (queue.countByClient.get(client) ?? 1) - 1
    if (left > 0) queue.countByClient.set(client, left)
    else queue.countByClient.delete(client)
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running -= 1
  }
}

/** Guessing is throttled as at sign-in; `maxDelay` is in seconds. */
const guessingLimit = { freeAttempts: 5, maxDelay: 900 }

/**
 * Re-authenticates before a sensitive change. Returns the hash of the verified password. Throws
 * ApiError `tooManyTries`, `wrongPassword` with the message of `reason`, or `sessionEnded` for a
 * user deleted meanwhile.
 */
export async function reauthenticate(
  call: SignedCall,
  typed: string,
  reason: PlainReasonKey,
): Promise<string> {
  const { db, me } = call
  return verifyOwnPassword(call, me, typed, reason, async () => {
    const [user] = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(
        and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId), isNull(users.erasedAt)),
      )
    return user?.passwordHash
  })
}

/**
 * Verifies the password of a customer or an operator; `findHash` returns undefined for a deleted
 * user.
 */
export async function verifyOwnPassword(
  call: Pick<SignedCall, 'db' | 'crypto' | 'clock' | 'ip' | 'settings'>,
  { ownerId, userId }: UserKey,
  typed: string,
  reason: PlainReasonKey,
  findHash: () => Promise<string | undefined>,
): Promise<string> {
  const { db, crypto, clock } = call
  const key = `password:${userId}`
  const seconds = await consumeAttempt(db, key, guessingLimit, clock())
  if (seconds > 0) throw new ApiError('tooManyTries', { seconds })
  const hash = await findHash()
  const isRight = await verifyPassword(crypto, hash, typed, { queue: 'signedIn', client: ownerId })
  if (hash === undefined) throw new ApiError('sessionEnded')
  if (!isRight) {
    await recordSecurityEvent(db, call, { ownerId, userId }, 'wrongOwnPassword')
    throw new ApiError('wrongPassword', { reason: reasonWith(reason, {}) })
  }
  await clearAttempts(db, [key])
  return hash
}

/**
 * Changes the password and ends the user's sessions. Call it in a transaction. Throws ApiError
 * `sessionEnded` if the current hash is not `expectedHash`, because it was changed meanwhile.
 */
export async function setPassword(
  tx: Db,
  { ownerId, userId }: UserKey,
  passwordHash: string,
  expectedHash?: string,
): Promise<void> {
  const hasExpectedHash =
    expectedHash === undefined ? undefined : eq(users.passwordHash, expectedHash)
  const updated = await tx
    .update(users)
    .set({ passwordHash })
    .where(
      and(
        eq(users.ownerId, ownerId),
        eq(users.userId, userId),
        isNull(users.erasedAt),
        hasExpectedHash,
      ),
    )
    .returning({ userId: users.userId })
  if (updated.length === 0 && hasExpectedHash) throw new ApiError('sessionEnded')
  await endSessionsOf(tx, ownerId, [userId])
}
