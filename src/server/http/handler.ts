/** What handlers receive and return, and the routes that a contract gives them. */
import { type Contract, contract } from '#contract/contract.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Transaction } from '#server/platform/db/db.ts'
import type { Lang } from '#locales/messages.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { YieldTurn } from '#server/http/limits/concurrency-limits.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { extensionName } from '#contract/extensions.ts'

/** What a handler adds to the entry of its call in the audit log. */
export type AuditEntry = {
  /**
   * Ids of the sub-accounts that the call changes, if its input does not name them. If there are
   * none, and no names, the call has changed nothing and is not recorded.
   */
  readonly subjects?: readonly (string | number)[]
  /** Names of what it changes, if its input does not have them. */
  readonly objects?: readonly string[]
  /** In place of the declared inputs. */
  readonly details?: Readonly<Record<string, number>>
  /** In place of them for the subjects that it names. */
  readonly detailsOf?: ReadonlyMap<string, Readonly<Record<string, number>>>
  /** Names of the subjects that the call deletes, which the entry keeps. */
  readonly deletedNames?: ReadonlyMap<string, string>
}

/**
 * Context of one call, by customers or by operators (`Principal`). In an idempotent call, `db` is
 * the transaction that also stores the response.
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
  outerDb: Db
  /** Schedules work for after the call has succeeded and its transaction has committed. */
  afterCommit: (work: () => void) => void
  /**
   * Records the call in the audit log if its declaration says so, once. An idempotent call is recorded
   * without it. Call it last in the transaction of the change.
   */
  audit: (tx: Db, entry?: AuditEntry) => Promise<void>
  yieldTurn: YieldTurn
  /** Aborted when the client closes the connection. Created when it is asked for. */
  getSignal: () => AbortSignal
}
export type SignedCall<Principal = CurrentUser> = Call<Principal> & { me: Principal }

type CallOf<E, Principal> = E extends { access: 'visitor' }
  ? Call<Principal>
  : SignedCall<Principal>

/**
 * Throws ApiError to refuse. Handlers for customers and for operators are not interchangeable,
 * since `me` differs.
 */
export type HandlerFor<E extends Endpoint, Principal> = (
  input: ParsedInputOf<E>,
  call: CallOf<E, Principal>,
) => Promise<OutputOf<E>>
/** Handler of a customers' call. */
export type Handler<E extends Endpoint> = HandlerFor<E, CurrentUser>

/**
 * `key` is the idempotency key: stable across retries, unique per request; `clientKey`: undefined if
 * the client sent none, so that another attempt has another key. `requestHash`: of method, path and
 * body. `beginTransaction` opens a
 * transaction; see `externalHandler`. `storeResponse` stores the response in the handler's own
 * transaction, so that effects and response commit atomically. If an attempt considered dead has
 * already stored a response, the transaction is rolled back.
 */
export type ExternalCall<Principal = CurrentUser> = SignedCall<Principal> & {
  key: string
  clientKey: string | undefined
  requestHash: string
  beginTransaction: Transaction
  storeResponse: (tx: Db, output: unknown) => Promise<void>
}

type ExternalOptions = { reservesKeyInWork: boolean; storesRefusals: boolean }
const externalHandlers = new WeakMap<object, ExternalOptions>()

/**
 * Marks the handler of an idempotent call that depends on an external service, for which no
 * transaction can stay open. Its `db` is no transaction; the handler opens its own. If a process
 * dies before the response is stored, the handler runs again with the same `key` and must resume
 * what the first run began. `reservesKeyInWork`: the handler has no side effects before its first
 * transaction, which it opens with `beginTransaction`; the idempotency key is reserved in that transaction.
 * `storesRefusals`: false if a later attempt with the same key may succeed after a refusal.
 */
export function externalHandler<E extends Endpoint, Principal = CurrentUser>(
  handler: (input: ParsedInputOf<E>, call: ExternalCall<Principal>) => Promise<OutputOf<E>>,
  { reservesKeyInWork = false, storesRefusals = true }: Partial<ExternalOptions> = {},
): HandlerFor<E, Principal> {
  externalHandlers.set(handler, { reservesKeyInWork, storesRefusals })
  return handler as HandlerFor<E, Principal>
}

/** Undefined for a handler without external calls. */
export const findExternalOptions = (handler: object): ExternalOptions | undefined =>
  externalHandlers.get(handler)

/** Handler of a call that is in the contract but not implemented by this server. */
export const notImplemented = Symbol('not served')
/** Handler of a call that is answered by an event stream, without the envelope. */
export const streamHandler = Symbol('streamed')

/** One entry per call of a contract; a missing one is a type error. */
export type HandlerTable<C, Principal> = {
  readonly [G in keyof C]: {
    readonly [N in keyof C[G]]: C[G][N] extends { responseType: 'stream' }
      ? typeof streamHandler
      : C[G][N] extends Endpoint
        ? HandlerFor<C[G][N], Principal> | typeof notImplemented
        : never
  }
}
/** Handlers of the customers' contract. */
export type Handlers = HandlerTable<Contract, CurrentUser>

/** A handler of any endpoint. Its types were checked in the table of handlers. */
export type AnyHandler = (input: unknown, call: SignedCall<unknown>) => Promise<unknown>
export type Route<Group = string> = {
  group: Group
  name: string
  endpoint: Endpoint
  handler: AnyHandler | typeof notImplemented | typeof streamHandler
}

export type CustomerRoute = Route<keyof Contract>
/** Routes of the customers' contract. */
export const createCustomerRoutes = (handlers: Handlers): CustomerRoute[] =>
  createRoutes(contract, handlers)

/** `handlers` has an entry for every call of `endpoints`; see `HandlerTable`. */
export const createRoutes = <
  C extends Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
>(
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
export const listServedExtensions = (handlers: Handlers): string[] =>
  createCustomerRoutes(handlers).flatMap(({ endpoint, handler }) => {
    if (handler === notImplemented) return []
    const { extensionParameters = [], extensionFields = [] } = endpoint
    const extensions = [...extensionParameters, ...extensionFields].map((name) =>
      extensionName(endpoint, name),
    )
    return endpoint.spec === undefined ? [endpoint.path, ...extensions] : extensions
  })
