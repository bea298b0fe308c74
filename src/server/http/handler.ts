/** What handlers receive and return, and the routes that a contract gives them. */
import { type Contract, contract } from '#contract/contract.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Transaction } from '#server/platform/db/db.ts'
import type { Lang } from '#locales/messages.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { CurrentUser } from '#server/auth/sessions/service.ts'
import { extensionOf } from '#contract/extensions.ts'

/**
 * Context of one call, by customers or by operators (`Principal`). In an idempotent call, `db` is the
 * transaction that also stores the response.
 */
export type Call<Principal = CurrentUser> = Dependencies & {
  ip: string
  /** The Host header, such as `localhost:3000`. */
  host: string | undefined
  lang: Lang
  /** The User-Agent header. */
  userAgent: string | undefined
  /** User who signed a call open to visitors; null for a visitor. */
  signer: () => Promise<Principal | null>
  /** The database outside the call's transaction, for work after the commit. */
  plain: Db
  /** Schedules work for after the call has succeeded and its transaction has committed. */
  afterwards: (work: () => void) => void
}
export type SignedCall<Principal = CurrentUser> = Call<Principal> & { me: Principal }

type CallOf<E, Principal> = E extends { access: 'visitor' }
  ? Call<Principal>
  : SignedCall<Principal>

/**
 * Throws ApiError to refuse. A handler for one kind of callers does not fit a call of another, since
 * `me` differs.
 */
export type HandlerFor<E extends Endpoint, Principal> = (
  input: ParsedInputOf<E>,
  call: CallOf<E, Principal>,
) => Promise<OutputOf<E>>
/** Handler of a customers' call. */
export type Handler<E extends Endpoint> = HandlerFor<E, CurrentUser>

/**
 * `key` is the idempotency key: stable across retries, unique per request. `begin` opens a
 * transaction; see `externalHandler`. `answerIn` stores the response in the handler's own
 * transaction, so that effects and response commit atomically. If an attempt considered dead has
 * already stored a response, the transaction is rolled back.
 */
export type ExternalCall<Principal = CurrentUser> = SignedCall<Principal> & {
  key: string
  begin: Transaction
  answerIn: (tx: Db, answered: unknown) => Promise<void>
}

const externalHandlers = new WeakMap<object, { beginsItself: boolean }>()

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
  externalHandlers.set(answer, { beginsItself })
  return answer as Handler<E>
}

/** Undefined for a handler without external calls. */
export const externalOptionsOf = (handler: object): { beginsItself: boolean } | undefined =>
  externalHandlers.get(handler)

/** Handler of a call that is in the contract but not implemented by this server. */
export const notServed = Symbol('not served')
/** Handler of a call that is answered by an event stream, without the envelope. */
export const streamed = Symbol('streamed')

/** One entry per call of a contract; a missing one is a type error. */
export type HandlersOf<C, Principal> = {
  readonly [G in keyof C]: {
    readonly [N in keyof C[G]]: C[G][N] extends { answers: 'stream' }
      ? typeof streamed
      : C[G][N] extends Endpoint
        ? HandlerFor<C[G][N], Principal> | typeof notServed
        : never
  }
}
/** Handlers of the customers' contract. */
export type Handlers = HandlersOf<Contract, CurrentUser>

/** A handler whose types were checked in the table of handlers. */
export type AnyHandler = (input: unknown, call: SignedCall<unknown>) => Promise<unknown>
export type Route<Group = string> = {
  group: Group
  name: string
  endpoint: Endpoint
  handler: AnyHandler | typeof notServed | typeof streamed
}

export type CustomerRoute = Route<keyof Contract>
/** Routes of the customers' contract. */
export const routesOf = (handlers: Handlers): CustomerRoute[] => routesIn(contract, handlers)

/** `handlers` has an entry for every call of `endpoints`; see `HandlersOf`. */
export const routesIn = <C extends Readonly<Record<string, Readonly<Record<string, Endpoint>>>>>(
  endpoints: C,
  handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Route<keyof C & string>[] =>
  Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({
      group: group as keyof C & string,
      name,
      endpoint,
      handler: handlers[group]![name] as Route['handler'],
    })),
  )

/**
 * Paths of implemented calls beyond the specification; extensions of calls are listed as
 * `path?name`.
 */
export const servedExtensions = (handlers: Handlers): string[] =>
  routesOf(handlers).flatMap(({ endpoint, handler }) => {
    if (handler === notServed) return []
    const extensions = (endpoint.extensions ?? []).map((name) => extensionOf(endpoint, name))
    return endpoint.spec === undefined ? [endpoint.path, ...extensions] : extensions
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
