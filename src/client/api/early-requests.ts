/** Requests sent from a console page's `<head>` and reused by the API client once it has loaded. */
import type { Lang } from '#locales/words.ts'

export type EarlyRequest = {
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
export const holder = globalThis as { earlyRequests?: EarlyRequests | undefined }

type EarlyRequests = {
  pending: readonly EarlyRequest[]
  /** Removes and returns the request equal in method, path, user, session and language. */
  take: (expected: ExpectedRequest) => EarlyRequest | undefined
  /**
   * Aborts and discards all requests: the page has loaded, or a mutation makes the responses stale.
   */
  drop: () => void
}

export function addEarlyRequest(request: EarlyRequest): void {
  // Avoids an unhandled rejection if the request is never taken.
  request.answer.catch(() => undefined)
  const requests = (holder.earlyRequests ??= { pending: [], take, drop })
  requests.pending = [...requests.pending, request]
}

function take(expected: ExpectedRequest): EarlyRequest | undefined {
  const { pending = [] } = holder.earlyRequests ?? {}
  const found = pending.find((early) => isSame(early, expected))
  if (holder.earlyRequests)
    holder.earlyRequests.pending = pending.filter((early) => early !== found)
  return found
}

function drop(): void {
  for (const { abort } of holder.earlyRequests?.pending ?? []) abort.abort()
  holder.earlyRequests = undefined
}

const isSame = (one: ExpectedRequest, other: ExpectedRequest): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  one.lang === other.lang &&
  one.signer?.sk === other.signer?.sk &&
  String(one.signer?.userId) === String(other.signer?.userId)
