/** How many calls of a user and of an account group work at once; others wait their turn. */
import { ApiError } from '#server/http/errors.ts'

export type ConcurrencyRates = {
  /** Calls of one user that work at once. */
  user: number
  /** Of these, calls that change data: of one user, and of its account group together. */
  changes: number
  /** Of these, bulk changes, such as imports, of an account group. */
  bulkChanges: number
  /** Calls of one user that wait, reading and changing ones apart; further ones are refused. */
  waiting: number
  /** Milliseconds after which a waiting call is refused. */
  maxWait: number
}

/** The user of a call; `group`: users whose changes lock the same rows. */
export type ConcurrencyKey = { user: string; group: string }

/** A bulk change is one of many rows, which occupies the process and the database for longer. */
export type WorkKind = 'read' | 'change' | 'bulkChange'

/**
 * Lets other calls work while this one waits for a vendor; it then goes on before those that wait.
 * Has no effect in a transaction that stores the response, which keeps its connection.
 */
export type YieldTurn = <T>(wait: () => Promise<T>) => Promise<T>

export type ConcurrencyLimits = {
  /**
   * Runs `work` once it is the call's turn. Throws ApiError `tooManyRequests` if too many calls of
   * the user wait already, or none has ended for too long.
   */
  run: <T>(
    key: ConcurrencyKey,
    kind: WorkKind,
    work: (yieldTurn: YieldTurn) => Promise<T>,
  ) => Promise<T>
}

type Turn = { semaphore: Semaphore; key: string; isUrgent?: boolean }

/**
 * In memory of this process. A bulk change waits in its group's queue first: their rate limit keeps
 * one user from filling it. Any change then waits as one of its user, so that no user fills the
 * queue of its group, and without holding one of the user's turns, so that its reads go on while
 * changes wait for a locked row. Turns are always taken in the same order, which excludes deadlocks.
 */
export function createConcurrencyLimits(rates: ConcurrencyRates): ConcurrencyLimits {
  const users = createSemaphore(rates.user, rates)
  const changesOfUsers = createSemaphore(rates.changes, rates)
  const changesOfGroups = createSemaphore(rates.changes, rates)
  const bulkChangesOfGroups = createSemaphore(rates.bulkChanges, rates)
  const turnsOf = ({ user, group }: ConcurrencyKey, kind: WorkKind): readonly Turn[] =>
    kind === 'read'
      ? [{ semaphore: users, key: user }]
      : [
          ...(kind === 'bulkChange' ? [{ semaphore: bulkChangesOfGroups, key: group }] : []),
          { semaphore: changesOfUsers, key: user },
          { semaphore: changesOfGroups, key: group },
          { semaphore: users, key: user, isUrgent: true },
        ]
  return {
    async run(key, kind, work) {
      const turns = turnsOf(key, kind)
      await acquire(turns)
      let isHeld = true
      let waits = 0
      let isEnded = false
      let lastStep = Promise.resolve()
      const hold = (shouldHold: boolean): Promise<void> => {
        const previousStep = lastStep
        const step = async () => {
          await previousStep
          if (shouldHold === isHeld) return
          if (shouldHold) await acquire(turns.map((turn) => ({ ...turn, isUrgent: true })))
          else release(turns)
          isHeld = shouldHold
        }
        return (lastStep = step())
      }
      try {
        return await work(async (wait) => {
          if (waits++ === 0) void hold(false)
          try {
            return await wait()
          } finally {
            if (--waits === 0 && !isEnded) await hold(true)
          }
        })
      } finally {
        isEnded = true
        await hold(false)
      }
    },
  }
}

async function acquire(turns: readonly Turn[]): Promise<void> {
  for (const [index, { semaphore, key, isUrgent = false }] of turns.entries()) {
    try {
      await semaphore.acquire(key, isUrgent)
    } catch (error) {
      release(turns.slice(0, index))
      throw error
    }
  }
}

const release = (turns: readonly Turn[]): void =>
  turns.forEach(({ semaphore, key }) => semaphore.release(key))

type Semaphore = {
  /**
   * Urgent calls go before others and are never refused; others get ApiError `tooManyRequests` if
   * the queue is full or does not advance.
   */
  acquire: (key: string, isUrgent: boolean) => Promise<void>
  release: (key: string) => void
}

/** Seconds after which a refused call may succeed. */
const retrySeconds = 1

/** A semaphore for each key, in memory while it is in use. */
function createSemaphore(
  permits: number,
  { waiting, maxWait }: Pick<ConcurrencyRates, 'waiting' | 'maxWait'>,
): Semaphore {
  const states = new Map<string, { taken: number; urgent: (() => void)[]; queue: (() => void)[] }>()
  return {
    async acquire(key, isUrgent) {
      const state = states.get(key) ?? { taken: 0, urgent: [], queue: [] }
      states.set(key, state)
      if (state.taken < permits) return void state.taken++
      const { urgent, queue } = state
      if (isUrgent) return new Promise((resolve) => void urgent.push(resolve))
      if (queue.length >= waiting) throw new ApiError('tooManyRequests', { seconds: retrySeconds })
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(start), 1)
          reject(new ApiError('tooManyRequests', { seconds: retrySeconds }))
        }, maxWait)
        queue.push(start)
      })
    },
    release(key) {
      const state = states.get(key)!
      const start = state.urgent.shift() ?? state.queue.shift()
      if (start) start()
      else if (--state.taken === 0) states.delete(key)
    },
  }
}
