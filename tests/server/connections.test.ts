/** Connections below HTTP: slow senders and readers, too many connections, malformed bytes. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startHttpServer, type HttpServer } from '#server/http/http-server.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { sendRaw } from '#tests/support/server/raw-request.ts'

let server: TestServer
/** HTTP servers with short timeouts and a large response, and with five connections. */
let strictServer: HttpServer
let smallServer: HttpServer
const sockets: Socket[] = []
let onClose = () => {}
beforeAll(async () => {
  server = await startServer()
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/echo', async (c) => c.text(await c.req.text()))
  app.get('/large', (c) => {
    c.env.outgoing.once('close', () => onClose())
    return c.text('x'.repeat(50_000_000))
  })
  const limits = {
    headersTimeout: 200,
    requestTimeout: 400,
    inactivityTimeout: 300,
    backlogTimeout: 1_500,
    keepAliveTimeout: 200,
    checkInterval: 50,
  }
  strictServer = await startHttpServer(app, { host: '127.0.0.1', port: 0 }, limits)
  smallServer = await startHttpServer(app, { host: '127.0.0.1', port: 0 }, { connections: 5 })
})
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
afterAll(async () => {
  await strictServer.close()
  await smallServer.close()
  await server.close()
})

test('thousands of connections may wait to be accepted, as after a restart of a proxy', ({
  skip,
}) => {
  let columns: string[]
  try {
    const sockets = execFileSync('ss', ['-Hltn', `sport = :${server.origin.split(':').at(-1)}`])
    columns = sockets.toString().split(/\s+/)
  } catch {
    return skip()
  }
  const systemLimit = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  expect(Number(columns[2])).toBe(Math.min(4_096, systemLimit))
})

test.each([
  ['its headers slowly', 'GET /api/user/get HTTP/1.1\r\nhost: x\r\nx-drop: '],
  ['its body slowly', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n'],
])('sending %s gets 408 and a closed connection', async (_what, beginning) => {
  const socket = openSocket(strictServer.port)
  const slowSender = setInterval(() => socket.write('x'), 20)
  socket.write(beginning)
  const reply = await receiveAll(socket)
  clearInterval(slowSender)
  expect(reply).toMatch(/^HTTP\/1\.1 408 /)
  expect(reply).toContain('"code":"unreadable"')
})

test.each([
  ['a call that needs a session', 'POST /api/user/update'],
  ['an import, whose body may be large', 'POST /api/contact/import'],
  ['an operators’ call', 'POST /api/operator/configuration/save'],
  ['a call without a body', 'GET /api/user/get'],
])('without a session %s is answered before its endless body, and closed', async (_, request) => {
  const socket = openSocket(server.port)
  const answer = once(socket, 'data')
  socket.write(`${request} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`)
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 700 /)
  const endlessSender = setInterval(() => socket.write('1\r\n \r\n'), 20)
  socket.on('error', () => {})
  await once(socket, 'close')
  clearInterval(endlessSender)
})

test('whoever signs in or notifies by a slow body gets 408 and a closed connection', async () => {
  const beginnings = [
    'POST /api/login/login HTTP/1.1\r\nhost: x\r\ncontent-length: 50000\r\n\r\n',
    'POST /api/login/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n',
    'POST /pay/notify/sandbox HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n',
  ]
  await Promise.all(
    beginnings.map(async (beginning) => {
      const socket = openSocket(server.port)
      const piece = beginning.includes('chunked') ? '1\r\n \r\n' : ' '
      const slowSender = setInterval(() => socket.write(piece), 100)
      socket.write(beginning)
      expect(await receiveAll(socket)).toMatch(/^HTTP\/1\.1 408 /)
      clearInterval(slowSender)
    }),
  )
})

test('a client that reads nothing of a large response is disconnected', async () => {
  const socket = openSocket(strictServer.port)
  const disconnected = new Promise<void>((resolve) => (onClose = resolve))
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  await disconnected
})

test('a client that reads a large response very slowly is disconnected', async () => {
  const socket = openSocket(strictServer.port)
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 20)
  })
  await once(socket, 'close')
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(50_000_000)
})

test('an idle connection is closed', async () => {
  const socket = openSocket(strictServer.port)
  expect(await receiveAll(socket)).toMatch(/^$|^HTTP\/1\.1 408 /)
})

test('a connection beyond the limit is closed at once, and accepted after others closed', async () => {
  const idle = Array.from({ length: 5 }, () => openSocket(smallServer.port))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  expect(await receiveAll(openSocket(smallServer.port))).toBe('')
  idle.forEach((socket) => socket.destroy())
  const completeRequest =
    'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi'
  await vi.waitFor(
    async () =>
      expect(await sendRaw(smallServer.port, completeRequest)).toMatch(/^HTTP\/1\.1 200 /),
    30_000,
  )
})

test('pipelined requests are answered in order', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => (index % 2 ? '/healthz' : '/api/nothing'))
  const requests = paths.map(
    (path, index) =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\n${index === 49 ? 'connection: close\r\n' : ''}\r\n`,
  )
  const reply = await sendRaw(server.port, requests.join(''))
  expect([...reply.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(
    paths.map((path) => (path === '/healthz' ? '200' : '404')),
  )
})

test('a request after malformed bytes on one connection is not parsed', async () => {
  const reply = await sendRaw(
    server.port,
    'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nnonsense\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  )
  expect(
    [...reply.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).slice(1),
  ).not.toContain('200')
})

const smuggled = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
test.each([
  [
    'has both a length and chunks',
    `POST /api/login/login HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'has two lengths',
    `POST /api/login/login HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`,
  ],
  [
    'has a negative length',
    `POST /api/login/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n${smuggled}`,
  ],
  [
    'has its length after a bare line feed',
    `POST /api/login/login HTTP/1.1\r\nhost: x\r\nx: y\ncontent-length: 4\r\n\r\n${smuggled}`,
  ],
  [
    'has an invalid chunk size',
    `POST /api/login/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${smuggled}`,
  ],
  ['has an unknown HTTP version', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
  ['has bytes in its path that are no text', 'GET /\xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['is the start of a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['is null bytes only', '\0'.repeat(500)],
])(
  'a request that %s gets 400, and none of it is parsed as a second request',
  async (_what, bytes) => {
    const reply = await sendRaw(server.port, bytes)
    expect([...reply.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400'])
    expect(reply).toContain('"code":"unreadable"')
  },
)

test.each([
  ['one header', `x-long: ${'x'.repeat(17_000)}\r\n`],
  ['many headers', Array.from({ length: 3_000 }, (_, index) => `x-${index}: y\r\n`).join('')],
])('more than 16 kB of headers, in %s, are refused as 431', async (_what, headers) => {
  expect(await sendRaw(server.port, `GET /healthz HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  )
})

test('a body with a declared length over the limit is refused before it is read', async () => {
  const socket = openSocket(server.port)
  socket.write(
    'POST /api/login/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n',
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /)
})

test.each([
  ['a body with a length', 'content-length: 5000\r\n\r\n{'],
  ['a chunked body', 'transfer-encoding: chunked\r\n\r\nff\r\n{'],
])('a client that disconnects during %s causes no server error', async (_what, rest) => {
  const before = server.lines().length
  const socket = openSocket(server.port)
  socket.write(
    `POST /api/login/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`,
  )
  socket.end()
  const response = await vi.waitFor(
    () =>
      server
        .lines()
        .slice(before)
        .find((line) => line.includes('/login/login')) ?? Promise.reject(new Error('nothing')),
    30_000,
  )
  expect(JSON.parse(response)).toMatchObject({ level: 'info', status: 400, code: 'unreadable' })
})

test('after all these requests the server is ready', async () => {
  expect(
    await sendRaw(server.port, 'GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 200 /)
})

function openSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  // Connection errors are expected: the received data shows what the server did.
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

/** All data received until the server closes the connection. */
async function receiveAll(socket: Socket): Promise<string> {
  let reply = ''
  socket.on('data', (chunk) => (reply += chunk.toString()))
  await once(socket, 'close')
  return reply
}
