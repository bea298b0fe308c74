/**
 * What a real server can't be asked to do at will, by name: put in for some calls, taken out again.
 */
import { expiredStatus } from '#contract/limits.ts'
import { ApiError } from '#server/http/errors.ts'
import { wireStatus } from '#server/http/wire-status.ts'
import { langOf, errorMessage } from '#server/platform/messages.ts'

/** Answers in place of the server, or asks it with `next`. */
type Fault = (request: Request, next: () => Promise<Response>) => Promise<Response>

const faults = {
  /** 8.2: the session is over. */
  expired: refuses(new ApiError('sessionEnded')),
  /** The user was shut out meanwhile. */
  disabled: refuses(new ApiError('accountDisabled', { status: expiredStatus.disabled })),
  /** 8.1. */
  refused: refuses(new ApiError('notAllowed')),
  changedElsewhere: refuses(new ApiError('changedElsewhere')),
  busy: refuses(new ApiError('tooManyRequests', { seconds: 7 })),
  /** 8.4: a bug of the server. */
  broken: refuses(new ApiError('serverError')),
  /** The order is made, and the channel that should say where to pay it is silent. */
  gatewayDown: async (request, next) => {
    await next()
    return refuses(new ApiError('gatewayDown'))(request, next)
  },
  /** Something in between answers with a page of its own. */
  garbled: async () =>
    new Response('<title>Bad gateway</title>', { headers: { 'content-type': 'text/html' } }),
  /** 8.3: no answer at all. */
  unreachable: async () => Response.error(),
  /** Two seconds. */
  slow: async (_, next) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return next()
  },
  /** The server does it, and the answer is lost on the way back. */
  answerLost: async (_, next) => {
    await next()
    return Response.error()
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const isFault = (name: string): name is FaultName => Object.hasOwn(faults, name)

const active: { name: FaultName; path: string; times: number }[] = []

/**
 * Makes calls fail: those whose path below the API's base begins with `path` (all when left out),
 * the next `times` of them (all until `clearFaults` when left out).
 */
export function putFault(
  name: FaultName,
  { path = '/', times = Infinity }: { path?: string; times?: number } = {},
): void {
  active.push({ name, path, times })
}

export function clearFaults(): void {
  active.length = 0
}

/** Answers the call under `path` by the first fault that fits, otherwise by the server. */
export async function withFaults(
  path: string,
  request: Request,
  next: () => Promise<Response>,
): Promise<Response> {
  const fault = active.find((put) => put.times > 0 && path.startsWith(put.path))
  if (!fault) return next()
  fault.times -= 1
  return faults[fault.name](request, next)
}

/** A `Response` can't say 700: it says 401 with the marker, which a client takes alike. */
function refuses(refusal: ApiError): Fault {
  const { status, headers } = wireStatus(refusal.status)
  const wait = refusal.seconds === undefined ? {} : { 'retry-after': String(refusal.seconds) }
  return async (request) => {
    const msg = errorMessage(langOf(request.headers.get('accept-language') ?? undefined), refusal)
    return Response.json(
      { success: false, data: { code: refusal.code }, msg },
      { status, headers: { ...headers, ...wait } },
    )
  }
}
