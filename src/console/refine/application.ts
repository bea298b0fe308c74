/** The console that runs, customers' or operators': its user, calls, exits, menu and messages. */
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { getCachedUser } from '#client/session/session.ts'
import { customerGroups, type Group } from '#console/engine/resource.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { exits } from '#console/refine/router.ts'
import { extensions } from '#contract/extensions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { login } from '#contract/login.ts'
import { customerService } from '#contract/site.ts'
import type { UserAccess } from '#contract/roles.ts'
import type { Lang, MessageTree } from '#locales/messages.ts'

export type Application = {
  /**
   * What the signed-in customer or operator may do, the same object until it changes. Null if not
   * loaded yet.
   */
  readonly userAccess: () => UserAccess | null
  readonly loadUser: () => Promise<unknown>
  /** Ends the session on the server. */
  readonly signOutCall: Endpoint
  /**
   * Paths of the endpoints beyond the specification that the backend serves, or a function that asks
   * it, which resolves with null if that fails.
   */
  readonly servedPaths:
    | readonly string[]
    | ((signal: AbortSignal) => Promise<readonly string[] | null>)
  /**
   * The endpoint that serves the lookup of a field type in this console; undefined if none does. An
   * endpoint of the other console would end the session.
   */
  readonly lookupEndpoint: (lookup: Endpoint) => Endpoint | undefined
  /** The contacts of support; absent where the users are the company's own staff. */
  readonly supportContacts?: typeof customerService.list
  /** Replaces the page by the start page after the session has ended. */
  readonly openStartPage: () => void
  readonly menuGroups: readonly Group[]
  /** Name in document titles instead of the product's. */
  readonly titleName?: (product: string) => string
  /** Replaces the messages of the customers' console, which are `base`. */
  readonly messages?: (lang: Lang, base: MessageTree) => Promise<MessageTree>
}

const customersConsole: Application = {
  userAccess: getCachedUser,
  loadUser,
  signOutCall: login.logout,
  servedPaths: async (signal) => {
    try {
      return await call(extensions.list, {}, { signal, quiet: true })
    } catch (error) {
      return isUnsupported(error) ? [] : null
    }
  },
  lookupEndpoint: (lookup) => lookup,
  supportContacts: customerService.list,
  openStartPage: () => exits.replace('/home'),
  menuGroups: customerGroups,
}

let current = customersConsole

/** The customers' console, unless another one has started. */
export const application = (): Application => current

/** Must be called before the first render. */
export function setApplication(application: Application): void {
  current = application
}

/** A backend without extension support rejects the request or has no such route. */
function isUnsupported(error: unknown): boolean {
  const failure = failureOf(error)
  return (
    failure?.kind === 'refused' ||
    failure?.kind === 'garbled' ||
    (failure?.kind === 'broken' && failure.status < 500)
  )
}
