/**
 * Requests that a console page sends from its head, before its scripts have loaded; the signed call
 * takes over each answer once.
 */
import type { Lang } from '#locales/words.ts'

export type EarlyRequest = {
  readonly method: string
  /** Below the API's base address, query included. */
  readonly path: string
  /** Whose signature it bears, and in which language it asks. */
  readonly signer: Signer | null
  readonly lang: Lang
  readonly answer: Promise<Response>
  readonly abort: AbortController
}
type Signer = { readonly sk: string; readonly userId: string | number }

type ExpectedRequest = Pick<EarlyRequest, 'method' | 'path' | 'signer' | 'lang'>

/**
 * The program in the head and the one that takes over are built apart: they meet here, and the
 * logic is in the head's alone.
 */
export const holder = globalThis as { earlyRequests?: EarlyRequests | undefined }

type EarlyRequests = {
  pending: readonly EarlyRequest[]
  /**
   * The request that equals the one about to be sent by method, address, user, session and
   * language; it is gone afterwards.
   */
  take: (expected: ExpectedRequest) => EarlyRequest | undefined
  /**
   * Nothing is taken over any more: the page stands, or something is about to change what the
   * answers say.
   */
  drop: () => void
}

export function addEarlyRequest(request: EarlyRequest): void {
  // Nobody may ever take it.
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
