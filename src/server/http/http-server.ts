/** HTTP server: the only module that uses Node's listener, its limits and its sockets. */
import { times } from '#contract/limits.ts'
import { describeError } from '#server/platform/log.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import type { Settings } from '#server/platform/config/settings.ts'
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
type ListenOptions = { host: string; port: number; production?: boolean; clock?: () => Date }
type Exchange = { request: IncomingMessage; response: ServerResponse }
export type HttpServer = {
  port: number
  /** Every response from now on closes its connection, so that clients open the next elsewhere. */
  drain: () => void
  close: () => Promise<void>
}

/**
 * Maximum header bytes and connections; milliseconds until a client is disconnected for slow
 * sending, for reading nothing or for being idle. `backlogTimeout`: limit for a client that reads
 * slowly and never drains its backlog.
 */
const defaultLimits = {
  headerBytes: 16_384,
  connections: 10_000,
  headersTimeout: 10_000,
  // Of a file; other bodies have less (request-body.ts).
  requestTimeout: times.transferTimeout,
  inactivityTimeout: 120_000,
  backlogTimeout: 180_000,
  keepAliveTimeout: 65_000,
  checkInterval: 1_000,
}
/**
 * Connections that wait to be accepted, up to the system's limit (`net.core.somaxconn`): when a
 * proxy restarts, all streams come back at once, and Node's 511 would reset many of them.
 */
const maxPendingConnections = 4_096
/**
 * Milliseconds that shutdown waits for requests, of which translations take up to 45 s, and for
 * work whose client has disconnected; and between searches for connections without a request.
 */
const closeTimes = { requests: 50_000, abortedRequests: 2_000, unusedInterval: 50 }
/** Milliseconds by which the clocks differ before responses get a `date` header of their own. */
const maxDateDifference = 1_000

/**
 * Listens until closed. Rejects with Node's error if the port is in use; port 0 picks a free port.
 */
export async function startHttpServer(
  app: App,
  { host, port, production = false, clock }: ListenOptions,
  limits: Partial<typeof defaultLimits> = {},
): Promise<HttpServer> {
  const {
    headerBytes: maxHeaderSize,
    connections,
    headersTimeout,
    requestTimeout,
    inactivityTimeout,
    backlogTimeout,
    keepAliveTimeout,
    checkInterval,
  } = { ...defaultLimits, ...limits }
  const headers = apiHeaders(production)
  const handle = getRequestListener(app.fetch, {
    hostname: host,
    errorHandler: () => new Response(unreadableBody, { status: 400, headers }),
  })
  /** Includes requests whose client has disconnected but that are still being processed. */
  const processing = new Set<Promise<unknown>>()
  let isDraining = false
  const server = createServer(
    {
      ServerResponse: WireResponse,
      maxHeaderSize,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: checkInterval,
      requireHostHeader: false,
    },
    (request, response) => {
      if (isDraining || hasUnreadBody(request)) response.shouldKeepAlive = false
      const now = clock?.()
      if (now && Math.abs(now.getTime() - Date.now()) > maxDateDifference)
        response.setHeader('date', now.toUTCString())
      const handling = Promise.resolve(handle(request, response)).finally(() =>
        processing.delete(handling),
      )
      processing.add(handling)
    },
  )
  server.maxConnections = connections
  // Streams send a heartbeat every 25 seconds, so only an unread connection is inactive this long.
  server.timeout = inactivityTimeout
  const exchanges = trackExchanges(server)
  server.on('clientError', (error, socket: Socket) => {
    if (canWriteRefusal(exchanges.get(socket))) refuseConnection(error, socket, headers)
    else socket.destroy()
  })
  const slowReaderCheck = dropSlowReaders(exchanges, { backlogTimeout, checkInterval })
  server.once('close', () => clearInterval(slowReaderCheck))
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen({ port, host, backlog: maxPendingConnections }, resolve),
  )
  const drain = () => void (isDraining = true)
  return {
    port: (server.address() as AddressInfo).port,
    drain,
    close() {
      drain()
      return closeGracefully(server, exchanges, processing)
    },
  }
}

/** The body of a GET is not read; the client may send it without end. */
const hasUnreadBody = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Disconnects clients that read one byte now and then: each byte restarts Node's own socket
 * timeout.
 */
function dropSlowReaders(
  connections: ReadonlyMap<Socket, unknown>,
  { backlogTimeout, checkInterval }: { backlogTimeout: number; checkInterval: number },
): NodeJS.Timeout {
  const backlogSince = new WeakMap<Socket, number>()
  const check = () => {
    const now = performance.now()
    for (const socket of connections.keys()) {
      const startedAt = backlogSince.get(socket)
      if (socket.writableLength === 0) backlogSince.delete(socket)
      else if (startedAt === undefined) backlogSince.set(socket, now)
      else if (now - startedAt > backlogTimeout) socket.destroy()
    }
  }
  return setInterval(check, checkInterval).unref()
}

/** Writes the status codes that a `Response` cannot carry. */
class WireResponse extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1) as OutgoingHttpHeaders | undefined
    const wireStatus = headers?.[wireStatusHeader]
    if (wireStatus === undefined) return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]))
    const { [wireStatusHeader]: _, ...others } = headers!
    return super.writeHead(Number(wireStatus), others)
  }
}

/**
 * An error response may be written only if the connection has no other request in progress and the
 * current one is incomplete; otherwise it would corrupt another response.
 */
function canWriteRefusal(exchanges: Set<Exchange> = new Set()): boolean {
  const [only, ...others] = exchanges
  return others.length === 0 && (!only || (!only.request.complete && !only.response.headersSent))
}

/**
 * Responds to input that never became a request: oversized headers, a request timeout or invalid
 * HTTP.
 */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  apiHeaderValues: Readonly<Record<string, string>>,
) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400
  const headers = {
    ...apiHeaderValues,
    'content-length': Buffer.byteLength(unreadableBody),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${unreadableBody}`)
}

const unreadableBody = encodeError('zh', new ApiError('unreadable')).body

/** Open connections, each with its requests in progress. */
function trackExchanges(server: Server): Map<Socket, Set<Exchange>> {
  const exchangesBySocket = new Map<Socket, Set<Exchange>>()
  server.on('connection', (socket: Socket) => {
    exchangesBySocket.set(socket, new Set())
    socket.once('close', () => exchangesBySocket.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response }
    const exchanges = exchangesBySocket.get(request.socket)
    exchanges?.add(exchange)
    response.once('close', () => exchanges?.delete(exchange))
  })
  return exchangesBySocket
}

/**
 * Lets requests in progress finish, up to a limit. Destroys connections without a request: Node
 * counts one that never had a request as busy, and browsers preconnect.
 */
async function closeGracefully(
  server: Server,
  exchangesBySocket: ReadonlyMap<Socket, Set<Exchange>>,
  processing: ReadonlySet<Promise<unknown>>,
): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), closeTimes.requests)
  const dropUnused = () =>
    exchangesBySocket.forEach((exchanges, socket) => exchanges.size === 0 && socket.destroy())
  const unusedTimer = setInterval(dropUnused, closeTimes.unusedInterval)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    dropUnused()
  })
  clearInterval(unusedTimer)
  clearTimeout(forceTimer)
  await Promise.race([
    Promise.allSettled(processing),
    new Promise((resolve) => setTimeout(resolve, closeTimes.abortedRequests).unref()),
  ])
}

/** Throws InvalidSettingsError if the address cannot be listened on. */
export async function listen(
  app: App,
  { host, port, production }: Settings,
  clock: () => Date,
): Promise<HttpServer> {
  try {
    return await startHttpServer(app, { host, port, production, clock })
  } catch (error) {
    throw explainListenError('PORT', { host, port }, error)
  }
}

/** The error as a sentence that names the setting to change; `name`: that of the port. */
export function explainListenError(
  name: 'PORT' | 'METRICS_PORT',
  { host, port }: { host: string; port: number },
  error: unknown,
): InvalidSettingsError {
  const { code = describeError(error) } = error as NodeJS.ErrnoException
  const sentences: Record<string, string> = {
    EADDRINUSE: `${name} is ${port}, and another program listens there on ${host}. Stop it, or set ${name} to another number, such as 0 for any free one.`,
    EACCES: `${name} is ${port}, and this user may not listen there. Set ${name} to 1024 or more.`,
  }
  return new InvalidSettingsError([
    sentences[code] ??
      `HOST is “${host}”, and the server can’t listen there (${code}). Set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
  ])
}
