/** First API requests of a console page: sent from its `<head>`, reused by the API client. */
import type { Access } from '#contract/endpoint.ts'
import type { Lang } from '#locales/messages.ts'

/** First API calls of a console page, embedded in its HTML as JSON at build time. */
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
/** A fixed value, or one end of the range of the last `days` days; `dates`: without times. */
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
 * Path of the call relative to the API base, with the query the list at `params` uses. Undefined if
 * a required value is missing.
 */
export function toCallPath(
  { path, keys }: FirstCall,
  params: URLSearchParams,
  range: (days: number) => readonly [begin: string, end: string],
): string | undefined {
  const query = new URLSearchParams()
  for (const { name, initial, required } of keys) {
    const value = params.get(name) ?? resolveInitial(initial, range)
    if (value) query.set(name, value)
    else if (required) return undefined
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

function resolveInitial(
  initial: Initial | undefined,
  range: Parameters<typeof toCallPath>[2],
): string {
  if (typeof initial !== 'object') return initial ?? ''
  const time = range(initial.days)[initial.end === 'begin' ? 0 : 1]
  return initial.dates ? time.slice(0, 10) : time
}

/** Requests sent from a console page's `<head>` and reused by the API client once it has loaded. */
type EarlyRequest = {
  readonly method: string
  /** Relative to the API base URL, including the query. */
  readonly path: string
  /** Credentials that signed the request, and the language of `Accept-Language`. */
  readonly signer: Signer | null
  readonly lang: Lang
  readonly answer: Promise<Response>
  readonly abort: AbortController
}
type Signer = { readonly sk: string; readonly userId: string | number }

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
  drop: () => void
}

export function addEarlyRequest(request: EarlyRequest): void {
  // Avoids an unhandled rejection if the request is never taken.
  request.answer.catch(() => undefined)
  const requests = (globals.earlyRequests ??= {
    pending: [],
    consumeMatching: consumeMatching,
    drop: dropAll,
  })
  requests.pending = [...requests.pending, request]
}

function consumeMatching(expected: ExpectedRequest): EarlyRequest | undefined {
  const { pending = [] } = globals.earlyRequests ?? {}
  const found = pending.find((early) => isSame(early, expected))
  if (globals.earlyRequests)
    globals.earlyRequests.pending = pending.filter((early) => early !== found)
  return found
}

function dropAll(): void {
  for (const { abort } of globals.earlyRequests?.pending ?? []) abort.abort()
  globals.earlyRequests = undefined
}

const isSame = (one: ExpectedRequest, other: ExpectedRequest): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  one.lang === other.lang &&
  one.signer?.sk === other.signer?.sk &&
  String(one.signer?.userId) === String(other.signer?.userId)
