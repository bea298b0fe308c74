/** Signed HTTP transport: signature, language header, timeout and clock correction. */
import md5 from 'crypto-js/md5.js'
import { apiBase } from '#client/api/api-base.ts'
import { globals } from '#client/api/early-requests.ts'
import { language, localeTag } from '#client/i18n/language.ts'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { clockOffsetKey, tabStore } from '#client/storage.ts'
import { requestIdHeader, isExpired, WireError, type RefusalCode } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import type { Session } from '#contract/sign-in.ts'
import { signedHeaders } from '#contract/signing.ts'

export type Request = {
  method: string
  /** Relative to the API base URL, including the query. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Milliseconds. */
  timeout?: number
  /** Session that signs the request instead of the stored one. */
  session?: Session
}

/** `json` is undefined if the body is not JSON. */
export type Answer = {
  status: number
  headers: Headers
  json: unknown
  requestId: string | undefined
}

/**
 * Sends a request and returns the response for any HTTP status. Throws WireError `unreachable`
 * without a response (spec 8.3), or the signal's reason if the caller aborts. Retries once after
 * clock skew, or if another tab renewed the session meanwhile.
 */
export async function send(request: Request): Promise<Answer> {
  const signer = request.session ? null : currentSession()
  const answer = await sendOnce(request)
  if (readErrorCode(answer) === ('clockWrong' satisfies RefusalCode) && correctClock(answer))
    return sendOnce(request)
  const renewed = currentSession()
  const isSameUser =
    signer !== null &&
    renewed !== null &&
    renewed.userId === signer.userId &&
    renewed.sk !== signer.sk
  return endsSession(answer.status) && isSameUser ? sendOnce(request) : answer
}

/** True for 401 and 700–777: the session is missing or expired (spec 8.2, 8.4). */
export const endsSession = (status: number): boolean => status === 401 || isExpired(status)

/** Signature and language headers for requests that bypass `send`, such as streams. */
export function createSignedHeaders(session = currentSession()): Record<string, string> {
  const hash = (text: string) => md5(text).toString()
  return {
    ...signedHeaders(hash, session, Date.now() + readClockOffset()),
    'accept-language': localeTag(),
  }
}

async function sendOnce({
  method,
  path,
  body,
  headers,
  signal,
  timeout = times.requestTimeout,
  session,
}: Request): Promise<Answer> {
  const controller = new AbortController()
  const abortBySignal = () => controller.abort(signal?.reason)
  const timer = setTimeout(
    () => controller.abort(new WireError({ kind: 'unreachable', reason: 'timeout' })),
    timeout,
  )
  signal?.addEventListener('abort', abortBySignal)
  if (signal?.aborted) abortBySignal()
  try {
    const sendRequest = () =>
      fetch(apiBase + path, {
        method,
        headers: {
          ...headers,
          ...createSignedHeaders(session),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal: controller.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const response = await (consumeEarlyResponse(
      method,
      path,
      session ?? currentSession(),
      controller.signal,
    )?.catch(sendRequest) ?? sendRequest())
    const json = parseJson(await response.text())
    return {
      status: response.status,
      headers: response.headers,
      json,
      requestId: response.headers.get(requestIdHeader) ?? undefined,
    }
  } catch {
    if (controller.signal.aborted) throw controller.signal.reason
    throw new WireError({ kind: 'unreachable', reason: !navigator.onLine ? 'offline' : 'network' })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abortBySignal)
  }
}

/** Response of an equal request sent by the head script. A mutation invalidates all of them. */
function consumeEarlyResponse(
  method: string,
  path: string,
  signer: Session | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  if (method !== 'GET') {
    globals.earlyRequests?.drop()
    return undefined
  }
  const request = globals.earlyRequests?.consumeMatching({ method, path, signer, lang: language() })
  if (request) signal.addEventListener('abort', () => request.abort.abort(), { once: true })
  return request?.answer
}

function readErrorCode({ json }: Answer): unknown {
  return (json as { data?: { code?: unknown } | null } | null | undefined)?.data?.code
}

function readClockOffset(): number {
  return Number(tabStore.get(clockOffsetKey)) || 0
}

function correctClock({ headers }: Answer): boolean {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return false
  tabStore.set(clockOffsetKey, String(serverTime - Date.now()))
  return true
}
