/** Hashing passwords without letting it starve everything else, and without telling which names exist. */
import type { Crypto } from '#server/crypto.ts'
import { Refusal } from '#server/refusal.ts'

/** So many hashes at a time in this process, and so many waiting; whoever comes then is told to come again. */
const most = { running: 4, waiting: 50 }
let running = 0
const waiting: (() => void)[] = []

/** Throws Refusal `tooManyRequests` when too many wait already. */
export const hashPassword = (crypto: Crypto, password: string): Promise<string> => inTurn(() => crypto.hashPassword(password))

/** Takes the same time for a name that nobody has, where there is no hash to compare with. */
export const isPassword = (crypto: Crypto, hash: string | undefined, password: string): Promise<boolean> =>
  inTurn(async () => (await crypto.verifyPassword(hash ?? (await nobodysHash(crypto)), password)) && hash !== undefined)

const nobodys = new WeakMap<Crypto, Promise<string>>()
function nobodysHash(crypto: Crypto): Promise<string> {
  const known = nobodys.get(crypto) ?? crypto.hashPassword(crypto.random(16))
  nobodys.set(crypto, known)
  return known
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most.running) {
    if (waiting.length >= most.waiting) throw new Refusal('tooManyRequests', { seconds: 2 })
    await new Promise<void>((turn) => waiting.push(turn))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
