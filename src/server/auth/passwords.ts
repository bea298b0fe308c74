/** Password hashing with bounded concurrency and without revealing which names exist. */
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { ApiError } from '#server/http/errors.ts'

/**
 * Limits in this process: concurrent hashes, queued hashes, and both together per client. Each lane
 * has its own capacity, so that a full one does not block the others: owners on a known network,
 * other sign-ins, password resets by mailed code, signed-in users.
 */
const lanes = {
  knownNetwork: lane({ running: 2, waiting: 50, each: 12 }),
  signIn: lane({ running: 4, waiting: 50, each: 12 }),
  mailedCode: lane({ running: 1, waiting: 20, each: 4 }),
  signedIn: lane({ running: 1, waiting: 40, each: 8 }),
}

/** `by`: the client that is charged, such as its network or its account. */
export type HashingFor = { lane: keyof typeof lanes; by: string }

/** Throws ApiError `tooManyRequests` if the queue is full. */
export const hashPassword = (
  crypto: Crypto,
  password: string,
  { lane: name, by }: HashingFor,
): Promise<string> => inTurn(lanes[name], by, () => crypto.hashPassword(password))

/** Takes the same time for an unknown name, by verifying against a random hash. */
export const isPassword = (
  crypto: Crypto,
  hash: string | undefined,
  password: string,
  { lane: name, by }: HashingFor,
): Promise<boolean> =>
  inTurn(
    lanes[name],
    by,
    async () =>
      (await crypto.verifyPassword(hash ?? (await nobodysHash(crypto)), password)) &&
      hash !== undefined,
  )

const nobodys = new WeakMap<Crypto, Promise<string>>()
function nobodysHash(crypto: Crypto): Promise<string> {
  const known = nobodys.get(crypto) ?? crypto.hashPassword(crypto.random(16))
  nobodys.set(crypto, known)
  return known
}

type Lane = ReturnType<typeof lane>

function lane(max: { running: number; waiting: number; each: number }) {
  return {
    most: max,
    running: 0,
    waiting: [] as (() => void)[],
    byClient: new Map<string, number>(),
  }
}

async function inTurn<T>(queue: Lane, by: string, work: () => Promise<T>): Promise<T> {
  const mine = queue.byClient.get(by) ?? 0
  const isFull = queue.running >= queue.most.running
  if (mine >= queue.most.each || (isFull && queue.waiting.length >= queue.most.waiting))
    throw new ApiError('tooManyRequests', { seconds: 2 })
  queue.byClient.set(by, mine + 1)
  if (isFull) await new Promise<void>((turn) => queue.waiting.push(turn))
  else queue.running += 1
  try {
    return await work()
  } finally {
    const left = queue.byClient.get(by)! - 1
    if (left > 0) queue.byClient.set(by, left)
    else queue.byClient.delete(by)
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running -= 1
  }
}
