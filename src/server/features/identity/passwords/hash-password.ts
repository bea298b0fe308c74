/** Hashes and verifies passwords, in queues so that sign-ins cannot take all processors. */
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { ApiError } from '#server/http/errors.ts'

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
