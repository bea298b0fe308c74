/** Typed client for every API endpoint. All failures are thrown as `WireError`. */
import { reportRefusal } from '#client/api/error-message.ts'
import { randomId } from '#client/browser.ts'
import { endsSession, send, type ApiRequest, type ApiResponse } from '#client/api/transport.ts'
import { Envelope, idempotencyHeader, RefusalData, WireError } from '#contract/failure.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { validate } from '#contract/issues.ts'
import { times } from '#contract/limits.ts'
import type { Session } from '#contract/sign-in.ts'
import { toQuery } from '#contract/query.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Idempotency key. Reuse the same key to retry the same request. Default: a random key. */
  idempotencyKey?: string
  /** Timeout in milliseconds. Default: 60 s (spec 9.1), of a file 10 minutes. */
  timeout?: number
  /** Session that signs this call instead of the stored one. */
  session?: Session
  /** The input has already been parsed by the endpoint's schema, as for lists. */
  isInputParsed?: boolean
  /** Suppresses the error toast, for calls that the user did not trigger. */
  quiet?: boolean
}

/**
 * A GET answered with 429 is sent again after `Retry-After`, if that is at most `maxWaitSeconds`.
 * Longer waits are reported to the caller.
 */
const retryLimits = { attempts: 8, maxWaitSeconds: 5 }

/** Reported for a 429 without a readable `Retry-After`. */
const defaultWaitSeconds = 60

/**
 * Throws WireError, or the signal's reason if the caller aborts. Reports refusals to the
 * `onRefusal` listeners (spec 8.1) and never changes the session. Applies the defaults and trimming
 * of the contract's input schema; the server validates the input.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const request = toRequest(endpoint, input as Fields, options)
  for (let attempt = 1; ; attempt++) {
    const response = await send(request)
    const canRetry =
      response.status === 429 && endpoint.method === 'GET' && attempt < retryLimits.attempts
    const waitSeconds = canRetry ? parseRetryAfter(response.headers.get('retry-after')) : Infinity
    if (waitSeconds > retryLimits.maxWaitSeconds) return readResponse(endpoint, response, options)
    await sleep(waitSeconds * 1_000, options.signal)
  }
}

/** Returns the envelope's data. Throws the WireError for its status or refusal. */
export function unwrap({ status, json, headers, requestId }: ApiResponse): unknown {
  const envelope = validate(Envelope, json)
  const msg = envelope.ok ? (envelope.value.msg ?? undefined) : undefined
  if (endsSession(status)) throw new WireError({ kind: 'expired', status, msg })
  if (status === 429)
    throw new WireError({ kind: 'busy', seconds: parseRetryAfter(headers.get('retry-after')), msg })
  if (status < 200 || status > 299) throw new WireError({ kind: 'broken', status, msg, requestId })
  if (!envelope.ok) throw new WireError({ kind: 'garbled', reason: 'envelope', requestId })
  if (envelope.value.success) return envelope.value.data
  const data = validate(RefusalData, envelope.value.data)
  throw new WireError({
    kind: 'refused',
    msg: msg ?? '',
    requestId,
    ...(data.ok ? data.value : {}),
  })
}

type Fields = Record<string, string | number | boolean | Blob | null | undefined>

function toRequest(
  endpoint: Endpoint,
  input: Fields,
  { signal, idempotencyKey, timeout: stated, session, isInputParsed = false }: CallOptions,
): ApiRequest {
  const movesFile = endpoint.bodyType === 'multipart' || endpoint.responseType === 'file'
  const timeout = stated ?? (movesFile ? times.transferTimeout : undefined)
  const parsed = isInputParsed ? undefined : validate(endpoint.input, input)
  const fields = { ...((parsed?.ok ? parsed.value : input) as Fields) }
  // Parameters of the path are left out of query and body.
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]))
    delete fields[name]
    return value
  })
  const query = endpoint.method === 'GET' ? toQuery(fields as Parameters<typeof toQuery>[0]) : ''
  return {
    method: endpoint.method,
    path: query ? `${path}?${query}` : path,
    ...(endpoint.method === 'GET' ? {} : { body: toBody(endpoint, fields) }),
    ...(endpoint.responseType === 'file' ? { expectsFile: true } : {}),
    ...(endpoint.once ? { headers: { [idempotencyHeader]: idempotencyKey ?? randomId() } } : {}),
    ...(timeout === undefined ? {} : { timeout }),
    ...(session === undefined ? {} : { session }),
    signal,
  }
}

function toBody({ bodyType }: Endpoint, fields: Fields): Fields | FormData {
  if (bodyType === undefined) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.set(name, value)
    else if (value !== undefined && value !== null) form.set(name, String(value))
  return form
}

function readResponse<E extends Endpoint>(
  endpoint: E,
  response: ApiResponse,
  { quiet = false }: CallOptions,
): OutputOf<E> {
  try {
    if (response.file) return response.file as OutputOf<E>
    return validateOutput(endpoint, unwrap(response), response.requestId)
  } catch (error) {
    if (!quiet) reportRefusal(error)
    throw error
  }
}

function validateOutput<E extends Endpoint>(
  endpoint: E,
  data: unknown,
  requestId: string | undefined,
): OutputOf<E> {
  const output = validate(endpoint.output, data ?? null)
  if (output.ok) return output.value as OutputOf<E>
  const issues = output.issues.map(({ field, rule }) => `${field || 'data'}: ${rule}`).join(', ')
  throw new WireError({ kind: 'garbled', reason: `${endpoint.path} ${issues}`, requestId })
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
  })
}

/** Seconds of `Retry-After`, which is a number of seconds or a date; at least 1. */
function parseRetryAfter(retryAfter: string | null): number {
  const seconds = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - Date.now()) / 1_000)
  return Number.isFinite(seconds) ? Math.max(1, seconds) : defaultWaitSeconds
}
