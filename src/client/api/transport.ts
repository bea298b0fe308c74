/** Signed HTTP transport: signature, language header, timeout and clock correction. */
import { apiBase } from '#client/api/api-base.ts'
import { globals } from '#client/api/early-requests.ts'
import { md5 } from '#client/api/md5.ts'
import { language, localeTag } from '#client/i18n/language.ts'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { clockOffsetKey, tabStore } from '#client/storage.ts'
import { requestIdHeader, isExpired, WireError, type RefusalCode } from '#contract/failure.ts'
import { times } from '#contract/limits.ts'
import type { Session } from '#contract/sign-in.ts'
import { signedHeaders } from '#contract/signing.ts'

export type ApiRequest = {
  method: string
  /** Relative to the API base URL, including the query. */
  path: string
  /** Sent as JSON, or as a form. */
  body?: unknown
  /** Whether a success is a file. */
  expectsFile?: boolean
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Milliseconds. */
  timeout?: number
  /** Session that signs the request instead of the stored one. */
  session?: Session
}

/** `json` is undefined if the body is not JSON; `file`: of a request that expects one. */
export type ApiResponse = {
  file?: File
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
export async function send(request: ApiRequest): Promise<ApiResponse> {
  const signer = request.session ? null : currentSession()
  const response = await sendOnce(request)
  if (readErrorCode(response) === ('clockWrong' satisfies RefusalCode) && correctClock(response))
    return sendOnce(request)
  const current = currentSession()
  const isSessionRenewed =
    signer !== null &&
    current !== null &&
    current.userId === signer.userId &&
    current.sk !== signer.sk
  return endsSession(response.status) && isSessionRenewed ? sendOnce(request) : response
}

/** True for 401 and 700–777: the session is missing or expired (spec 8.2, 8.4). */
export const endsSession = (status: number): boolean => status === 401 || isExpired(status)

/** Signature and language headers for requests that bypass `send`, such as streams. */
export function createSignedHeaders(session = currentSession()): Record<string, string> {
  return {
    ...signedHeaders(md5, session, Date.now() + readClockOffset()),
    'accept-language': localeTag(),
  }
}

async function sendOnce({
  method,
  path,
  body,
  expectsFile,
  headers,
  signal,
  timeout = times.requestTimeout,
  session,
}: ApiRequest): Promise<ApiResponse> {
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
          ...(body === undefined || body instanceof FormData
            ? {}
            : { 'content-type': 'application/json' }),
        },
        signal: controller.signal,
        ...(body === undefined
          ? {}
          : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      })
    const response = await (consumeEarlyResponse(
      method,
      path,
      session ?? currentSession(),
      controller.signal,
    )?.catch(sendRequest) ?? sendRequest())
    const file = expectsFile && (await readFile(response))
    const json = file ? undefined : parseJson(await response.text())
    return {
      ...(file && { file }),
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

/** Undefined if it is an answer in JSON, such as a refusal. */
async function readFile(response: Response): Promise<File | undefined> {
  const disposition = response.headers.get('content-disposition')
  if (!response.ok || disposition === null) return undefined
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? ''
  const content = await response.blob()
  return new File([content], decodeName(name), { type: content.type })
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
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
    globals.earlyRequests?.dropAll()
    return undefined
  }
  const request = globals.earlyRequests?.consumeMatching({ method, path, signer, lang: language() })
  if (request) signal.addEventListener('abort', () => request.controller.abort(), { once: true })
  return request?.response
}

function readErrorCode({ json }: ApiResponse): unknown {
  return (json as { data?: { code?: unknown } | null } | null | undefined)?.data?.code
}

function readClockOffset(): number {
  return Number(tabStore.get(clockOffsetKey)) || 0
}

/** Returns false if the response has no date. */
function correctClock({ headers }: ApiResponse): boolean {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return false
  tabStore.set(clockOffsetKey, String(serverTime - Date.now()))
  return true
}
