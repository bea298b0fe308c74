/** Calls with an idempotency key that is reused on retry, in memory or across reloads. */
import { call, type CallOptions } from '#client/api/call.ts'
import { md5 } from '#client/api/md5.ts'
import { randomId, parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { takesSecret } from '#contract/query.ts'
import { WireError } from '#contract/failure.ts'
import { browserStore } from '#client/storage.ts'
import { times } from '#contract/limits.ts'

type UnsettledKey = {
  readonly key: string
  /** False for a request with a password, which could be guessed from the request's digest. */
  readonly mayBeStored: boolean
}

/** Idempotency keys of requests with an unknown outcome, by the request's digest. */
const unsettledKeys = new Map<string, UnsettledKey>()

/** Keys to store before a reload, which loses them. */
export const listUnsettledKeys = (): Record<string, string> =>
  Object.fromEntries(
    [...unsettledKeys]
      .filter(([, { mayBeStored }]) => mayBeStored)
      .map(([request, { key }]) => [request, key]),
  )

export function restoreUnsettledKeys(keys: Readonly<Record<string, string>>): void {
  for (const [request, key] of Object.entries(keys)) {
    unsettledKeys.set(request, { key, mayBeStored: true })
  }
}

type IdempotentOptions = Omit<CallOptions, 'idempotencyKey'> & {
  /**
   * Time in milliseconds at which the balances that the user saw were loaded. Keeps the mutation in
   * local storage, so that it has the same key after a reload and in other tabs; one that was
   * completed later than this time is not repeated either, since the server replays its response.
   */
  durableSince?: number
  /** Milliseconds for which a mutation in local storage is resumed. Default: as long as its key lives. */
  lifetime?: number
  /** What the form that sends the mutation knows it by; stored with it. */
  value?: unknown
}

/**
 * Sends a request under an idempotency key, which an equal request of the same user reuses while the
 * outcome is unknown. Throws like `call`. With `durableSince`, `listPendingMutations` returns the
 * mutation until then.
 */
export async function idempotentCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { durableSince, lifetime, value, ...options }: IdempotentOptions = {},
): Promise<OutputOf<E>> {
  if (!endpoint.once) return call(endpoint, input, options)
  const request = digestOf([currentUserId(), endpoint.path, input])
  const send = async (idempotencyKey: string, settle: (isDone: boolean) => void) => {
    try {
      const output = await call(endpoint, input, { ...options, idempotencyKey })
      settle(true)
      return output
    } catch (error) {
      if (!isOutcomeUnknown(error)) settle(false)
      throw error
    }
  }
  if (durableSince === undefined) {
    const key = unsettledKeys.get(request)?.key ?? randomId()
    unsettledKeys.set(request, { key, mayBeStored: !takesSecret(endpoint) })
    return send(key, () => unsettledKeys.delete(request))
  }
  return runExclusively(`mutation ${request}`, () => {
    const mutation = findOrCreateMutation(endpoint.path, input, value, durableSince, lifetime)
    return send(mutation.key, (isDone) =>
      isDone ? storeMutation(toCompleted(mutation)) : discardMutation(mutation),
    )
  })
}

/**
 * True if the request may have been executed. A refusal, an expired session or a 429 means that it
 * was not.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof WireError) || ['unreachable', 'broken', 'garbled'].includes(error.failure.kind)

/**
 * Mutation of a balance or quota, persisted in local storage under these names. Kept after completion,
 * too, until its idempotency key expires.
 */
export type DurableMutation = {
  readonly key: string
  readonly userId: string
  readonly path: string
  /** Until completion; then only its digest is kept, since it may name thousands of people. */
  readonly input?: unknown
  readonly digest?: string
  readonly value?: unknown
  /** Milliseconds since the epoch when first sent (`at`) and when completed (`done`). */
  readonly at: number
  readonly done?: number
}

/** Key in local storage. */
export const mutationsKey = 'mutations'

/** Mutations of the signed-in user with an unknown outcome, latest last. */
export const listPendingMutations = (): DurableMutation[] =>
  readOwnMutations().filter(({ done }) => done === undefined)

/** Mutations completed in any tab since `time`, in milliseconds since the epoch. */
export const listCompletedSince = (time: number): DurableMutation[] =>
  readOwnMutations().filter(({ done }) => done !== undefined && done > time)

export function discardMutation({ key }: Pick<DurableMutation, 'key'>): void {
  storeMutations(readMutations().filter((mutation) => mutation.key !== key))
}

/**
 * Notifies of mutations added, completed or discarded in other tabs. Returns the unsubscribe
 * function.
 */
export function onMutationsElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === mutationsKey) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function findOrCreateMutation(
  path: string,
  input: unknown,
  value: unknown,
  durableSince: number,
  lifetime = Infinity,
): DurableMutation {
  const digest = digestOf(input)
  const isSame = (mutation: DurableMutation) =>
    mutation.path === path && (mutation.digest ?? digestOf(mutation.input)) === digest
  const existing = readOwnMutations().find(
    (mutation) =>
      isSame(mutation) &&
      mutation.at > Date.now() - lifetime &&
      (mutation.done === undefined || mutation.done > durableSince),
  )
  if (existing) return existing
  const mutation: DurableMutation = {
    key: randomId(),
    userId: currentUserId(),
    path,
    input,
    value,
    at: Date.now(),
  }
  storeMutation(mutation)
  return mutation
}

const digestOf = (input: unknown): string => md5(JSON.stringify(input))

const toCompleted = ({ input, ...mutation }: DurableMutation): DurableMutation => ({
  ...mutation,
  digest: mutation.digest ?? digestOf(input),
  done: Date.now(),
})

/**
 * Serialises the tabs with a Web Lock where supported: localStorage writes are not visible to other
 * tabs at once.
 */
function runExclusively<T>(name: string, task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request(name, task) : task()
}

const currentUserId = () => String(currentSession()?.userId ?? '')
const readOwnMutations = () => readMutations().filter(({ userId }) => userId === currentUserId())

function storeMutation(mutation: DurableMutation) {
  storeMutations([...readMutations().filter(({ key }) => key !== mutation.key), mutation])
}

/** Skips mutations whose idempotency key has expired on the server. */
function readMutations(): DurableMutation[] {
  const keysExpiredBefore = Date.now() - times.idempotencyKeyLifetime
  const stored = parseJson(browserStore.get(mutationsKey))
  return Array.isArray(stored)
    ? stored.filter(isMutation).filter(({ at }) => at > keysExpiredBefore)
    : []
}

function storeMutations(mutations: readonly DurableMutation[]) {
  if (mutations.length > 0) browserStore.set(mutationsKey, JSON.stringify(mutations))
  else browserStore.remove(mutationsKey)
}

function isMutation(value: unknown): value is DurableMutation {
  const { key, userId, path, at } = (value ?? {}) as Partial<DurableMutation>
  return (
    typeof key === 'string' &&
    typeof userId === 'string' &&
    typeof path === 'string' &&
    typeof at === 'number'
  )
}
