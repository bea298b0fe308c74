/** Wishes to move money or quota: each has a key of its own, so that however often it is sent, by whichever tab, it comes true once.
 * A wish is remembered in this browser until its fate is known; a fulfilled one a while longer, for
 * tabs that have not seen it yet.
 */
import { call, type CallOptions } from '#client/api/call.ts'
import { isOutcomeUnknown } from '#client/api/idempotent-call.ts'
import { parseJson } from '#client/parse-json.ts'
import { randomId } from '#client/random-id.ts'
import { currentSession } from '#client/session/session.ts'
import { browserStore } from '#client/storage.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { times } from '#contract/limits.ts'

export type DurableMutation = {
  readonly key: string
  readonly userId: string
  readonly path: string
  readonly input: unknown
  /** Milliseconds since the epoch: first sent, and known to have come true. */
  readonly at: number
  readonly done?: number
}

const storedAs = 'wishes'

/**
 * Sends a wish. The same wish, sent before without an answer or fulfilled after `seen`, is sent
 * under the same key: the server repeats its answer. `seen` is when the figures that one decided by
 * were shown, in milliseconds. Throws like `call`; after a failure that leaves open what happened,
 * the wish stays among `openWishes`.
 */
export async function mutateOnce<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  seen: number,
  options?: CallOptions,
): Promise<OutputOf<E>> {
  return oneAtATime(`wish ${whose()} ${endpoint.path} ${JSON.stringify(input)}`, async () => {
    const mutation = remember(endpoint.path, input, seen)
    try {
      const answer = await call(endpoint, input, { ...options, idempotencyKey: mutation.key })
      put({ ...mutation, done: Date.now() })
      return answer
    } catch (error) {
      if (!isOutcomeUnknown(error)) discardMutation(mutation)
      throw error
    }
  })
}

/** Those of the signed-in user that were sent and never answered, the latest last. */
export const pendingMutations = (): DurableMutation[] =>
  mine().filter(({ done }) => done === undefined)

/** Those that have come true since a moment, in whichever tab. */
export const completedSince = (moment: number): DurableMutation[] =>
  mine().filter(({ done }) => done !== undefined && done > moment)

export function discardMutation({ key }: Pick<DurableMutation, 'key'>): void {
  keep(all().filter((mutation) => mutation.key !== key))
}

/**
 * Calls back when another tab sends, fulfils or forgets one, until the returned function is called.
 */
export function onMutationsElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === storedAs) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

function remember(path: string, input: unknown, seen: number): DurableMutation {
  const same = (mutation: DurableMutation) =>
    mutation.path === path && JSON.stringify(mutation.input) === JSON.stringify(input)
  const before = mine().find(
    (mutation) => same(mutation) && (mutation.done === undefined || mutation.done > seen),
  )
  if (before) return before
  const mutation: DurableMutation = {
    key: randomId(),
    userId: whose(),
    path,
    input,
    at: Date.now(),
  }
  put(mutation)
  return mutation
}

/**
 * One tab after the other, where the browser can: what a tab writes down is not seen by the others
 * in the same instant.
 */
function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request(name, work) : work()
}

const whose = () => String(currentSession()?.userId ?? '')
const mine = () => all().filter(({ userId }) => userId === whose())

function put(mutation: DurableMutation) {
  keep([...all().filter(({ key }) => key !== mutation.key), mutation])
}

/** The server forgets a key after a day, so it is no use any more. */
function all(): DurableMutation[] {
  const oldest = Date.now() - times.idempotency
  const stored = parseJson(browserStore.get(storedAs))
  return Array.isArray(stored) ? stored.filter(isWish).filter(({ at }) => at > oldest) : []
}

function keep(wishes: readonly DurableMutation[]) {
  if (wishes.length > 0) browserStore.set(storedAs, JSON.stringify(wishes))
  else browserStore.remove(storedAs)
}

function isWish(value: unknown): value is DurableMutation {
  const { key, userId, path, at } = (value ?? {}) as Partial<DurableMutation>
  return (
    typeof key === 'string' &&
    typeof userId === 'string' &&
    typeof path === 'string' &&
    typeof at === 'number'
  )
}
