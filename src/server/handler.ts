/** What answers a call: typed by its endpoint, so that a handler gets checked input and can't answer something else. */
import type { Contract } from '#contract/contract.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { Lang } from '#locales/words.ts'
import type { Services } from '#server/services.ts'
import type { Me } from '#server/sessions/me.ts'

/** The surroundings of one call. In a call that moves something, `db` is the transaction that also remembers its answer. */
export type Call = Services & { ip: string; lang: Lang }
export type SignedCall = Call & { me: Me }

type CallOf<E> = E extends { access: 'visitor' } ? Call : SignedCall

/** Throws Refusal to refuse. */
export type Handler<E extends Endpoint> = (input: ParsedInputOf<E>, call: CallOf<E>) => Promise<OutputOf<E>>

/** Stands for a call that the contract states and this server does not serve yet. */
export const notServed = Symbol('not served')

/** One entry for every call of the contract: a forgotten one does not compile. */
export type Handlers = {
  readonly [G in keyof Contract]: {
    readonly [C in keyof Contract[G]]: Contract[G][C] extends Endpoint ? Handler<Contract[G][C]> | typeof notServed : never
  }
}
