/** What handlers receive and return, and the routes that the contract gives them. */
import { type Contract, contract } from '#contract/contract.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Transaction } from '#server/platform/db/db.ts'
import type { Lang } from '#locales/messages.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { CurrentUser } from '#server/auth/sessions/service.ts'
import { extensionOf } from '#contract/extensions.ts'

/**
 * Context of one call. In an idempotent call, `db` is the transaction that also stores the
 * response.
 */
export type Call = Dependencies & {
  ip: string
  /** The Host header, such as `localhost:3000`. */
  host: string | undefined
  lang: Lang
  /** The User-Agent header. */
  userAgent: string | undefined
  /** User who signed a call open to visitors; null for a visitor. */
  signer: () => Promise<CurrentUser | null>
  /** The database outside the call's transaction, for work after the commit. */
  plain: Db
  /** Schedules work for after the call has succeeded and its transaction has committed. */
  afterwards: (work: () => void) => void
}
export type SignedCall = Call & { me: CurrentUser }

type CallOf<E> = E extends { access: 'visitor' } ? Call : SignedCall

/** Throws ApiError to refuse. */
export type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  call: CallOf<E>,
) => Promise<OutputOf<E>>

/**
 * `key` is the idempotency key: stable across retries, unique per request. `begin` opens a
 * transaction; see `externalHandler`. `answerIn` stores the response in the handler's own
 * transaction, so that effects and response commit atomically. If an attempt considered dead has
 * already stored a response, the transaction is rolled back.
 */
export type ExternalCall = SignedCall & {
  key: string
  begin: Transaction
  answerIn: (tx: Db, answered: unknown) => Promise<void>
}

const outsiders = new WeakMap<object, { beginsItself: boolean }>()

/**
 * Marks the handler of an idempotent call that depends on an external service, for which no
 * transaction can stay open. Its `db` is the plain database, in which it opens its own
 * transactions. If a process dies before the response is stored, the handler runs again with the
 * same `key` and must resume what the first run began. `beginsItself`: the handler has no side
 * effects before its first transaction, which it opens with `begin`; the idempotency key is
 * reserved in that transaction.
 */
export function externalHandler<E extends Endpoint>(
  answer: (input: ParsedInputOf<E>, call: ExternalCall) => Promise<OutputOf<E>>,
  { beginsItself = false } = {},
): Handler<E> {
  outsiders.set(answer, { beginsItself })
  return answer as Handler<E>
}

/** Undefined for a handler without external calls. */
export const externalOptionsOf = (handler: object): { beginsItself: boolean } | undefined =>
  outsiders.get(handler)

/** Handler of a call that is in the contract but not implemented by this server. */
export const notServed = Symbol('not served')
/** Handler of a call that is answered by an event stream, without the envelope. */
export const streamed = Symbol('streamed')

/** One entry per call of the contract; a missing one is a type error. */
export type Handlers = {
  readonly [G in keyof Contract]: {
    readonly [C in keyof Contract[G]]: Contract[G][C] extends { answers: 'stream' }
      ? typeof streamed
      : Contract[G][C] extends Endpoint
        ? Handler<Contract[G][C]> | typeof notServed
        : never
  }
}

/** A handler whose types were checked in the table of handlers. */
export type AnyHandler = (input: unknown, call: SignedCall) => Promise<unknown>
export type Route = {
  group: keyof Contract
  name: string
  endpoint: Endpoint
  handler: AnyHandler | typeof notServed | typeof streamed
}

export function routesOf(handlers: Handlers): Route[] {
  const table: Record<string, Record<string, unknown>> = handlers
  const groups = Object.keys(contract) as (keyof Contract)[]
  return groups.flatMap((group) =>
    Object.entries<Endpoint>(contract[group]).map(([name, endpoint]) => ({
      group,
      name,
      endpoint,
      handler: table[group]![name] as Route['handler'],
    })),
  )
}

/**
 * Paths of implemented calls beyond the specification; extensions of specified calls are listed as
 * `path?name`.
 */
export const servedExtensions = (handlers: Handlers): string[] =>
  routesOf(handlers).flatMap(({ endpoint, handler }) => {
    if (handler === notServed) return []
    return endpoint.spec === undefined
      ? [endpoint.path]
      : (endpoint.extensions ?? []).map((name) => extensionOf(endpoint, name))
  })

/** Groups items by key, in order of first appearance. */
export function groupBy<T, K>(things: readonly T[], keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}
