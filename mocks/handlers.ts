/** Forwards every API call to the reference server, with fault injection. */
import { expiredStatus } from '#contract/limits.ts'
import { ApiError } from '#server/http/errors.ts'
import { toWireStatus } from '#server/http/response.ts'
import { parseLang, formatError } from '#server/platform/messages.ts'
import { http } from 'msw'

export type Fetch = (request: Request) => Promise<Response>

export const createHandlers = (fetch: Fetch) => [
  http.all('*/api/*', ({ request }) => {
    const path = new URL(request.url).pathname.replace(/^.*?\/api(?=\/)/, '')
    return withFaults(path, request, () => fetch(request))
  }),
]

/** Responds in place of the server, or calls it with `next`. */
type Fault = (request: Request, next: () => Promise<Response>) => Promise<Response>

/** Named failures that a real server cannot produce on demand. */
const faults = {
  /** Session expired (spec 8.2). */
  expired: respondWithError(new ApiError('sessionEnded')),
  /** The user was blocked meanwhile. */
  disabled: respondWithError(new ApiError('accountDisabled', { status: expiredStatus.disabled })),
  /** Business error (spec 8.1). */
  refused: respondWithError(new ApiError('notAllowed')),
  changedElsewhere: respondWithError(new ApiError('changedElsewhere')),
  busy: respondWithError(new ApiError('tooManyRequests', { seconds: 7 })),
  /** Server bug (spec 8.4). */
  broken: respondWithError(new ApiError('serverError')),
  /** The order is created, but the payment channel does not answer. */
  gatewayDown: async (request, next) => {
    const { data } = (await (await next()).json()) as { data: { orderId: string } }
    return respondWithError(new ApiError('gatewayDown', data))(request, next)
  },
  /** A proxy responds with its own page. */
  garbled: async () =>
    new Response('<title>Bad gateway</title>', { headers: { 'content-type': 'text/html' } }),
  /** No response at all (spec 8.3). */
  unreachable: async () => Response.error(),
  /** Delays the response by two seconds. */
  slow: async (_, next) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return next()
  },
  /** The server executes the call, but the response is lost. */
  answerLost: async (_, next) => {
    await next()
    return Response.error()
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name)

/** `times`: how many more calls fail. */
const activeFaults: { name: FaultName; path: string; times: number }[] = []

/**
 * Makes calls fail whose path below the API's base begins with `path` (default: all), for the next
 * `times` of them (default: until `clearFaults`).
 */
export function injectFault(
  name: FaultName,
  { path = '/', times = Infinity }: { path?: string; times?: number } = {},
): void {
  activeFaults.push({ name, path, times })
}

export function clearFaults(): void {
  activeFaults.length = 0
}

/** Responds with the first matching fault, otherwise from the server. */
async function withFaults(
  path: string,
  request: Request,
  next: () => Promise<Response>,
): Promise<Response> {
  const fault = activeFaults.find((active) => active.times > 0 && path.startsWith(active.path))
  if (!fault) return next()
  fault.times -= 1
  return faults[fault.name](request, next)
}

/** A `Response` cannot carry 700: it has 401 with the marker, which clients treat as 700. */
function respondWithError(error: ApiError): Fault {
  const { status, headers } = toWireStatus(error.status)
  return async (request) => {
    const msg = formatError(parseLang(request.headers.get('accept-language') ?? undefined), error)
    return Response.json(
      { success: false, data: { code: error.code, orderId: error.orderId }, msg },
      { status, headers: { ...headers, ...error.headers } },
    )
  }
}
