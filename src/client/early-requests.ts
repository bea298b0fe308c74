/** Requests that a console page sends from its head, before its scripts have loaded; the signed call takes over each answer once. */
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

/** The program in the head and the one that takes over are built apart: they meet here. */
const holder = globalThis as { earlyRequests?: EarlyRequest[] | undefined }

export function addEarlyRequest(request: EarlyRequest): void {
  holder.earlyRequests = [...(holder.earlyRequests ?? []), request]
  // Nobody may ever take it.
  request.answer.catch(() => undefined)
}

/** The request that equals the one about to be sent by method, address, user, session and language; it is gone afterwards. */
export function takeEarlyRequest(wanted: Pick<EarlyRequest, 'method' | 'path' | 'signer' | 'lang'>): EarlyRequest | undefined {
  const found = holder.earlyRequests?.find((early) => isSame(early, wanted))
  holder.earlyRequests = holder.earlyRequests?.filter((early) => early !== found)
  return found
}

/** Nothing is taken over any more: the page stands, or something is about to change what the answers say. */
export function dropEarlyRequests(): void {
  for (const { abort } of holder.earlyRequests ?? []) abort.abort()
  holder.earlyRequests = undefined
}

type Wanted = Parameters<typeof takeEarlyRequest>[0]

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  one.lang === other.lang &&
  one.signer?.sk === other.signer?.sk &&
  String(one.signer?.userId) === String(other.signer?.userId)
