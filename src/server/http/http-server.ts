/**
 * The outermost listener: the only place that knows Node's HTTP server, its limits and the bytes on
 * the wire.
 */
import {
  createServer,
  ServerResponse,
  STATUS_CODES,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { encodeError } from '#server/http/response.ts'
import { ApiError } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import { wireStatusHeader } from '#server/http/wire-status.ts'

type App = { fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response> }
/**
 * `clock`: what answers are dated by, where it differs from the machine's: callers set their
 * signatures by it.
 */
type Where = { host: string; port: number; production?: boolean; clock?: () => Date }
type Exchange = { request: IncomingMessage; response: ServerResponse }
export type HttpServer = { port: number; close: () => Promise<void> }

/**
 * Bytes of headers; connections at a time; milliseconds until a client that sends slowly, reads
 * nothing or requests nothing more is disconnected. `backlogTime`: one that reads now and then, but
 * for so long not all that waits for it.
 */
const usual = {
  headers: 16_384,
  connections: 10_000,
  headersTime: 10_000,
  requestTime: 60_000,
  standstill: 120_000,
  backlogTime: 180_000,
  idleTime: 65_000,
  looksEvery: 1_000,
}
/** Milliseconds that stopping waits for requests, and for work whose caller has gone. */
const timeout = { closing: 10_000, leftovers: 2_000 }

/**
 * Listens until closed. Throws what Node throws when the port is taken; port 0 takes a free one.
 */
export async function startHttpServer(
  app: App,
  { host, port, production = false, clock }: Where,
  limits: Partial<typeof usual> = {},
): Promise<HttpServer> {
  const {
    headers: maxHeaderSize,
    connections,
    headersTime,
    requestTime,
    standstill,
    backlogTime,
    idleTime,
    looksEvery,
  } = { ...usual, ...limits }
  const headers = apiHeaders(production)
  const handle = getRequestListener(app.fetch, {
    hostname: host,
    errorHandler: () => new Response(unreadable, { status: 400, headers }),
  })
  /** Those whose caller has gone are still being worked on. */
  const answers = new Set<Promise<unknown>>()
  const server = createServer(
    {
      ServerResponse: WireResponse,
      maxHeaderSize,
      headersTimeout: headersTime,
      requestTimeout: requestTime,
      keepAliveTimeout: idleTime,
      connectionsCheckingInterval: looksEvery,
      requireHostHeader: false,
    },
    (request, response) => {
      const now = clock?.()
      if (now && Math.abs(now.getTime() - Date.now()) > 1_000)
        response.setHeader('date', now.toUTCString())
      const answering = Promise.resolve(handle(request, response)).finally(() =>
        answers.delete(answering),
      )
      answers.add(answering)
    },
  )
  server.maxConnections = connections
  // A stream says something every half minute, so that nothing moves only where nobody reads.
  server.timeout = standstill
  const busy = connectionsOf(server)
  server.on('clientError', (error, socket: Socket) => {
    if (mayBeRefused(busy.get(socket))) refuseConnection(error, socket, headers)
    else socket.destroy()
  })
  const watch = dropSlowReaders(busy, { backlogTime, looksEvery })
  server.once('close', () => clearInterval(watch))
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, host, resolve),
  )
  return { port: (server.address() as AddressInfo).port, close: () => close(server, busy, answers) }
}

/**
 * A client that reads a byte now and then would keep its connection for ever: each byte begins
 * Node's own time limit anew.
 */
function dropSlowReaders(
  connections: ReadonlyMap<Socket, unknown>,
  limits: { backlogTime: number; looksEvery: number },
): NodeJS.Timeout {
  const since = new WeakMap<Socket, number>()
  const look = () => {
    const now = performance.now()
    for (const socket of connections.keys()) {
      const began = since.get(socket)
      if (socket.writableLength === 0) since.delete(socket)
      else if (began === undefined) since.set(socket, now)
      else if (now - began > limits.backlogTime) socket.destroy()
    }
  }
  return setInterval(look, limits.looksEvery).unref()
}

/** Writes the status that a `Response` could not carry. */
class WireResponse extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1) as OutgoingHttpHeaders | undefined
    const real = headers?.[wireStatusHeader]
    if (real === undefined) return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]))
    const { [wireStatusHeader]: _, ...others } = headers!
    return super.writeHead(Number(real), others)
  }
}

/**
 * What goes wrong on a connection is the fault of a request that has not come whole, and is
 * answered in its place; another's answer is not touched.
 */
function mayBeRefused(underWay: Set<Exchange> = new Set()): boolean {
  const [only, ...others] = underWay
  return others.length === 0 && (!only || (!only.request.complete && !only.response.headersSent))
}

/**
 * Answers what never became a request: headers too large, what comes too slowly, or no HTTP at all.
 */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  always: Readonly<Record<string, string>>,
) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400
  const headers = {
    ...always,
    'content-length': Buffer.byteLength(unreadable),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${unreadable}`)
}

const unreadable = encodeError('zh', new ApiError('unreadable')).body

/** Every open connection, with its requests that are under way. */
function connectionsOf(server: Server): Map<Socket, Set<Exchange>> {
  const busy = new Map<Socket, Set<Exchange>>()
  server.on('connection', (socket: Socket) => {
    busy.set(socket, new Set())
    socket.once('close', () => busy.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response }
    const underWay = busy.get(request.socket)
    underWay?.add(exchange)
    response.once('close', () => underWay?.delete(exchange))
  })
  return busy
}

/**
 * Lets what is under way end, up to a limit. A connection without a request is of no use any more;
 * Node itself counts one that has never had any as busy, and browsers open such in advance.
 */
async function close(
  server: Server,
  busy: ReadonlyMap<Socket, Set<Exchange>>,
  answers: ReadonlySet<Promise<unknown>>,
): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), timeout.closing)
  const dropUnused = () =>
    busy.forEach((underWay, socket) => underWay.size === 0 && socket.destroy())
  const idle = setInterval(dropUnused, 50)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    dropUnused()
  })
  clearInterval(idle)
  clearTimeout(force)
  await Promise.race([
    Promise.allSettled(answers),
    new Promise((resolve) => setTimeout(resolve, timeout.leftovers).unref()),
  ])
}
