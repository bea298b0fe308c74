/** First API requests of a console page: sent from its `<head>`, reused by the API client. */
import type { Access } from '#contract/endpoint.ts'
import type { Signer } from '#contract/signing.ts'
import type { Lang } from '#locales/messages.ts'

/** A first API call of a console page, embedded in its HTML as JSON at build time. */
export type FirstCall = {
  readonly path: string
  readonly access: Access
  /** List page whose default view sets the query of a bare address. */
  readonly list?: string
  /** Query keys in the order of the input schema. The page's URL can override each value. */
  readonly keys: readonly {
    readonly name: string
    readonly initial?: Initial
    readonly required?: true
  }[]
}
/** A fixed value, or one end of the range of the last `days` days; `dates`: as dates without times. */
export type Initial =
  | string
  | { readonly days: number; readonly end: 'begin' | 'end'; readonly dates?: true }

/** Embedded data: the calls, and the message chunks of each language. */
export type FirstLoad = {
  readonly calls: readonly FirstCall[]
  readonly messageFiles: Readonly<Record<string, readonly string[]>>
}

/** Id of the script element that contains the JSON. */
export const firstLoadId = 'first-load'

/**
 * Path of the call relative to the API base, with the query that the list sends for the page's
 * parameters. Undefined if a required value is missing. `recentRange`: wire times of the last `days`
 * days.
 */
export function toCallPath(
  { path, keys }: FirstCall,
  params: URLSearchParams,
  recentRange: RecentRange,
): string | undefined {
  const query = new URLSearchParams()
  for (const { name, initial, required } of keys) {
    const value = params.get(name) ?? resolveInitial(initial, recentRange)
    if (value) query.set(name, value)
    else if (required) return undefined
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

type RecentRange = (days: number) => readonly [begin: string, end: string]

function resolveInitial(initial: Initial | undefined, recentRange: RecentRange): string {
  if (typeof initial !== 'object') return initial ?? ''
  const time = recentRange(initial.days)[initial.end === 'begin' ? 0 : 1]
  return initial.dates ? time.slice(0, 10) : time
}

type EarlyRequest = {
  readonly method: string
  /** Relative to the API base URL, including the query. */
  readonly path: string
  /** Credentials that signed the request, and the language of `Accept-Language`. */
  readonly signer: Signer | null
  readonly lang: Lang
  readonly response: Promise<Response>
  readonly controller: AbortController
}

type ExpectedRequest = Pick<EarlyRequest, 'method' | 'path' | 'signer' | 'lang'>

/** Shared through a global: the head script and the main bundle are built separately. */
export const globals = globalThis as { earlyRequests?: EarlyRequests | undefined }

type EarlyRequests = {
  pending: readonly EarlyRequest[]
  /** Removes and returns the request equal in method, path, user, session and language. */
  consumeMatching: (expected: ExpectedRequest) => EarlyRequest | undefined
  /**
   * Aborts and discards all requests: the page has loaded, or a mutation makes the responses stale.
   */
  dropAll: () => void
}

export function addEarlyRequest(request: EarlyRequest): void {
  // Avoids an unhandled rejection if the request is never taken.
  request.response.catch(() => undefined)
  const requests = (globals.earlyRequests ??= {
    pending: [],
    consumeMatching,
    dropAll,
  })
  requests.pending = [...requests.pending, request]
}

function consumeMatching(expected: ExpectedRequest): EarlyRequest | undefined {
  const { pending = [] } = globals.earlyRequests ?? {}
  const found = pending.find((request) => matches(request, expected))
  if (globals.earlyRequests)
    globals.earlyRequests.pending = pending.filter((request) => request !== found)
  return found
}

function dropAll(): void {
  for (const { controller } of globals.earlyRequests?.pending ?? []) controller.abort()
  globals.earlyRequests = undefined
}

const matches = (request: EarlyRequest, expected: ExpectedRequest): boolean =>
  request.method === expected.method &&
  request.path === expected.path &&
  request.lang === expected.lang &&
  request.signer?.sk === expected.signer?.sk &&
  String(request.signer?.userId) === String(expected.signer?.userId)
