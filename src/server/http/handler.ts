/**
 * What answers a call: typed by its endpoint, so that a handler gets checked input and can't answer
 * something else.
 */
import type { Contract } from '#contract/contract.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Transact } from '#server/platform/db/transact.ts'
import type { Lang } from '#locales/words.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { CurrentUser } from '#server/auth/current-user.ts'

/**
 * The surroundings of one call. In a call that moves something, `db` is the transaction that also
 * remembers its answer.
 */
export type Call = Dependencies & {
  ip: string
  /** What the caller calls us, such as localhost:3000. */
  host: string | undefined
  lang: Lang
  /** What the caller's program calls itself. */
  userAgent: string | undefined
  /** Who signed a call that anybody may make: null for a visitor. */
  signer: () => Promise<CurrentUser | null>
  /** The database outside of the call's transaction: for what is done afterwards. */
  plain: Db
  /** Does something once the call has succeeded and all of it is committed. */
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
 * `key` names the wish: the same on every try, and never another's. `begin` makes a transaction;
 * see `outside`. `answerIn` writes the answer down in the handler's own transaction, so that what
 * it moves and the memory of it are one: should a try that was thought dead have answered, the
 * transaction is undone.
 */
export type ExternalCall = SignedCall & {
  key: string
  begin: Transact
  answerIn: (tx: Db, answered: unknown) => Promise<void>
}

const outsiders = new WeakMap<object, { beginsItself: boolean }>()

/**
 * Marks what answers a call that moves something and has to ask somebody foreign for it, which no
 * transaction can wait for. Its `db` is the plain database, in which it makes transactions of its
 * own. It may be run again with the same `key`, when a process died before its answer was written
 * down: then it goes on with what the first run began.
 * `beginsItself`: it changes nothing and asks nobody before its first transaction, which it makes
 * by `begin`; the wish is claimed in that one.
 */
export function externalHandler<E extends Endpoint>(
  answer: (input: ParsedInputOf<E>, call: ExternalCall) => Promise<OutputOf<E>>,
  { beginsItself = false } = {},
): Handler<E> {
  outsiders.set(answer, { beginsItself })
  return answer as Handler<E>
}

/** Undefined for a handler that asks nobody foreign. */
export const externalOptionsOf = (handler: object): { beginsItself: boolean } | undefined =>
  outsiders.get(handler)

/** Stands for a call that the contract states and this server does not serve yet. */
export const notServed = Symbol('not served')
/** Stands for a call that is answered by a stream, outside of the envelope. */
export const streamed = Symbol('streamed')

/** One entry for every call of the contract: a forgotten one does not compile. */
export type Handlers = {
  readonly [G in keyof Contract]: {
    readonly [C in keyof Contract[G]]: Contract[G][C] extends { answers: 'stream' }
      ? typeof streamed
      : Contract[G][C] extends Endpoint
        ? Handler<Contract[G][C]> | typeof notServed
        : never
  }
}
