/** HTTP server: the only module that uses Node's listener, its limits and its sockets. */
import { InvalidSettingsError, type Settings } from '#server/platform/config/settings.ts'
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
import { encodeError, wireStatusHeader } from '#server/http/response.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import { ApiError } from '#server/http/errors.ts'

type App = { fetch: (request: Request, env: { incoming: unknown }) => Response | Promise<Response> }
/**
 * `clock`: source of the `date` header if it differs from the system clock; clients align the
 * timestamps of their signatures with it.
 */
type Where = { host: string; port: number; production?: boolean; clock?: () => Date }
type Exchange = { request: IncomingMessage; response: ServerResponse }
export type HttpServer = {
  port: number
  /** Every response from now on closes its connection, so that clients open the next elsewhere. */
  drain: () => void
  close: () => Promise<void>
}

/**
 * Maximum header bytes and connections; milliseconds until a client is disconnected for slow
 * sending, for reading nothing or for being idle. `backlogTime`: limit for a client that reads
 * slowly and never drains its backlog.
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
/**
 * Milliseconds that shutdown waits for requests, of which translations take up to 45 s, and for
 * work whose client has disconnected.
 */
const timeout = { closing: 50_000, leftovers: 2_000 }

/**
 * Listens until closed. Rejects with Node's error if the port is in use; port 0 picks a free port.
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
  /** Includes requests whose client has disconnected but that are still being processed. */
  const answers = new Set<Promise<unknown>>()
  let isDraining = false
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
      if (isDraining) response.shouldKeepAlive = false
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
  // Streams send a heartbeat every 30 seconds, so only an unread connection is inactive this long.
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
  const drain = () => void (isDraining = true)
  return {
    port: (server.address() as AddressInfo).port,
    drain,
    close() {
      drain()
      return close(server, busy, answers)
    },
  }
}

/**
 * Disconnects clients that read one byte now and then: each byte restarts Node's own socket
 * timeout.
 */
function dropSlowReaders(
  connections: ReadonlyMap<Socket, unknown>,
  limits: { backlogTime: number; looksEvery: number },
): NodeJS.Timeout {
  const since = new WeakMap<Socket, number>()
  const look = () => {
    const now = performance.now()
    for (const socket of connections.keys()) {
      const startedAt = since.get(socket)
      if (socket.writableLength === 0) since.delete(socket)
      else if (startedAt === undefined) since.set(socket, now)
      else if (now - startedAt > limits.backlogTime) socket.destroy()
    }
  }
  return setInterval(look, limits.looksEvery).unref()
}

/** Writes the status codes that a `Response` cannot carry. */
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
 * An error response may be written only if the connection has no other request in progress and the
 * current one is incomplete; otherwise it would corrupt another response.
 */
function mayBeRefused(underWay: Set<Exchange> = new Set()): boolean {
  const [only, ...others] = underWay
  return others.length === 0 && (!only || (!only.request.complete && !only.response.headersSent))
}

/**
 * Answers input that never became a request: oversized headers, a request timeout or invalid HTTP.
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

/** Open connections, each with its requests in progress. */
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
 * Lets requests in progress finish, up to a limit. Destroys connections without a request: Node
 * counts one that never had a request as busy, and browsers preconnect.
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

/** Throws an error that names the setting to change if the address cannot be listened on. */
export async function listen(
  app: Parameters<typeof startHttpServer>[0],
  { host, port, production }: Settings,
  clock: () => Date,
): Promise<HttpServer> {
  try {
    return await startHttpServer(app, { host, port, production, clock })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new InvalidSettingsError([
        `PORT is ${port}, and another program listens there on ${host}. Stop it, or set PORT to another number, such as 0 for any free one.`,
      ])
    if (code === 'EACCES')
      throw new InvalidSettingsError([
        `PORT is ${port}, and this user may not listen there. Set PORT to 1024 or more.`,
      ])
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new InvalidSettingsError([
        `HOST is “${host}”, which is no address of this machine. Set it to 127.0.0.1 or 0.0.0.0.`,
      ])
    throw error
  }
}
