/**
 * Hashing passwords without letting it starve everything else, and without telling which names
 * exist.
 */
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { ApiError } from '#server/http/errors.ts'

/**
 * Hashes at a time in this process, hashes waiting, and of both together those of one client. Each
 * lane has room of its own, so that a full one keeps nobody out of the others: owners at home,
 * sign-ins from elsewhere, who sets a password by a mailed code, who is signed in.
 */
const lanes = {
  knownNetwork: lane({ running: 2, waiting: 50, each: 12 }),
  signIn: lane({ running: 4, waiting: 50, each: 12 }),
  mailedCode: lane({ running: 1, waiting: 20, each: 4 }),
  signedIn: lane({ running: 1, waiting: 40, each: 8 }),
}

/** `by`: the client that the work is done for, such as its network or its account. */
export type HashingFor = { lane: keyof typeof lanes; by: string }

/** Throws ApiError `tooManyRequests` when too many wait already. */
export const hashPassword = (
  crypto: Crypto,
  password: string,
  { lane: name, by }: HashingFor,
): Promise<string> => inTurn(lanes[name], by, () => crypto.hashPassword(password))

/** Takes the same time for a name that nobody has, where there is no hash to compare with. */
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
