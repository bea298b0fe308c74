/** The wire format of all endpoints: envelope, statuses, headers and limits. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { users } from '#contract/users.ts'
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  startServer,
  type Lang,
  type TestServer,
} from '#tests/support/server/server.ts'
import { sendRaw } from '#tests/support/server/raw-request.ts'

const origin = 'https://console.example.com'
let server: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
beforeAll(async () => {
  server = await startServer({ allowedOrigins: [origin] })
  people = await addPeople(server.database.db)
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const tooLargeBody = JSON.stringify({ account: 'x'.repeat(101 * 1024), password: 'x' })

test.each([
  [
    'an unknown path',
    'GET',
    '/no/such/call',
    undefined,
    json,
    404,
    'notFound',
    '没有找到，可能已被删除',
  ],
  ['an unknown method', 'PUT', '/user/update', '{}', json, 405, 'wrongMethod', '请求方式有误'],
  [
    'a GET of a POST endpoint',
    'GET',
    '/login/login',
    undefined,
    json,
    405,
    'wrongMethod',
    '请求方式有误',
  ],
  [
    'a body that is no JSON',
    'POST',
    '/login/login',
    '{"account":',
    json,
    400,
    'unreadable',
    '无法读取提交的内容',
  ],
  [
    'a body declared as a form',
    'POST',
    '/login/login',
    'account=x',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'unreadable',
    '无法读取提交的内容',
  ],
  [
    'a body that is too large',
    'POST',
    '/login/login',
    tooLargeBody,
    json,
    413,
    'tooLarge',
    '提交的内容过大',
  ],
  [
    'a list instead of an object',
    'POST',
    '/login/login',
    '[1]',
    json,
    200,
    'invalid',
    '输入有误，请检查后再试',
  ],
  [
    'null instead of an object',
    'POST',
    '/login/login',
    'null',
    json,
    200,
    'invalid',
    '输入有误，请检查后再试',
  ],
] as const)(
  '%s is refused in the envelope',
  async (_what, method, path, body, headers, status, code, msg) => {
    const response = await fetch(server.api + path, {
      method,
      headers: { ...headers, 'accept-language': 'zh-CN' },
      ...(body === undefined ? {} : { body }),
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, data: { code }, msg })
  },
)

test('a wrong method gets 405 with the allowed ones', async () => {
  const response = await fetch(`${server.api}/user/update`, { method: 'DELETE' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

test('a chunked body is read up to the limit', async () => {
  const stream = (text: string) => new Blob([text]).stream()
  const send = (text: string) =>
    fetch(`${server.api}/login/checkUsername`, {
      method: 'POST',
      headers: json,
      body: stream(text),
      duplex: 'half',
    } as RequestInit)
  expect(await (await send('{"username":"newcomer"}')).json()).toMatchObject({
    success: true,
    data: true,
  })
  const large = await send(tooLargeBody)
  expect([large.status, ((await large.json()) as { data: unknown }).data]).toEqual([
    413,
    { code: 'tooLarge' },
  ])
})

test('too large headers and bytes that are no HTTP get an envelope', async () => {
  const tooLarge = await sendRaw(
    server.port,
    `GET /api/user/get HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect(tooLarge).toMatch(/^HTTP\/1\.1 431 /)
  expect(tooLarge).toContain('"success":false')
  const response = await sendRaw(server.port, 'nonsense\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('"code":"unreadable"')
})

test('an ended session gets 700, a disabled user 701, also cross-origin', async () => {
  const visitor = caller(server, { sk: 'none', userId: '1' })
  const disabledCaller = await signedIn(server, people.disabled)
  await server.services.db.execute('update sessions set disabled_at = now()')
  for (const headers of [{}, { origin }]) {
    const ended = await visitor.call(users.get, {}, headers)
    expect(ended).toMatchObject({
      status: 700,
      success: false,
      data: { code: 'sessionEnded' },
      msg: 'Unauthorized, please log in again!',
    })
    const disabled = await disabledCaller.call(users.get, {}, headers)
    expect(disabled).toMatchObject({
      status: 701,
      success: false,
      data: { code: 'accountDisabled' },
    })
    for (const reply of [ended, disabled]) {
      expect(reply.headers.get('x-wire-status')).toBeNull()
      expect(reply.headers.get('access-control-allow-origin')).toBe(
        'origin' in headers ? origin : null,
      )
    }
  }
})

test('a 700 is not truncated by compression', async () => {
  const received = await sendRaw(
    server.port,
    `GET /api/user/get HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n`,
  )
  expect(received).toMatch(/^HTTP\/1\.1 700 /)
  expect(JSON.parse(received.split('\r\n\r\n')[1]!)).toMatchObject({
    success: false,
    data: { code: 'sessionEnded' },
  })
})

test('a long response is compressed for clients that accept gzip; a short one is not', async () => {
  const anna = await signedIn(server, people.anna)
  const { data: space } = await anna.call(spaces.create, { name: 'Customers' })
  const rows = Array.from({ length: 100 }, (_, index) => ({ title: `Contact ${index}` }))
  await anna.call(contacts.import, { spaceId: space.id, rows })
  const list = `${contacts.page.path}?spaceId=${space.id}&pageNum=1&pageSize=100`
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await receive(server.api + path, { ...anna.headers(), ...headers })
    const encoding = response.headers['content-encoding']
    const text = (encoding === 'gzip' ? gunzipSync(response.body) : response.body).toString()
    return { encoding, bytes: response.body.length, text }
  }
  for (const path of ['/openapi.json', list]) {
    const plain = await read(path)
    expect(plain.encoding).toBeUndefined()
    for (const accepted of ['gzip', 'br, gzip;q=0.5', 'GZIP']) {
      const compressed = await read(path, { 'accept-encoding': accepted, origin })
      expect([compressed.encoding, compressed.text], accepted).toEqual(['gzip', plain.text])
      expect(compressed.bytes).toBeLessThan(plain.bytes / 4)
    }
    for (const accepted of ['br', 'gzip;q=0', 'x-gzip-not'])
      expect((await read(path, { 'accept-encoding': accepted })).encoding, accepted).toBeUndefined()
  }
  expect((await read('/tranChannel/list', { 'accept-encoding': 'gzip' })).encoding).toBeUndefined()
})

test('only allowed origins may call, with the headers needed for signing', async () => {
  const preflight = async (requestOrigin: string) =>
    (
      await fetch(`${server.api}/user/get`, {
        method: 'OPTIONS',
        headers: { origin: requestOrigin, 'access-control-request-method': 'GET' },
      })
    ).headers
  expect(
    (await preflight('https://evil.example.com')).get('access-control-allow-origin'),
  ).toBeNull()
  const allowed = await preflight(origin)
  expect(allowed.get('access-control-allow-origin')).toBe(origin)
  for (const name of [
    'auth-token',
    'auth-timestamp',
    'auth-sign',
    'authorization',
    'client-version',
    'idempotency-key',
    'content-type',
  ])
    expect(allowed.get('access-control-allow-headers')).toContain(name)
  const reply = await caller(server, null).call(
    login.checkUsername,
    { username: 'free' },
    { origin },
  )
  for (const exposed of ['x-request-id', 'content-disposition'])
    expect(reply.headers.get('access-control-expose-headers')).toContain(exposed)
})

test('every API response has a unique request id and headers against caching and sniffing', async () => {
  const visitor = caller(server, null)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => visitor.call(login.checkUsername, { username: 'free' })),
  )
  expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20)
  const { headers } = replies[0]!
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('HSTS is sent in production only', async () => {
  const production = await startServer({ production: true }, server.database)
  const hsts = async (api: string) =>
    (await fetch(`${api}/user/get`)).headers.get('strict-transport-security')
  expect([await hsts(server.api), await hsts(production.api)]).toEqual([
    null,
    'max-age=31536000; includeSubDomains',
  ])
  await production.close()
})

test.each([
  ['en-US', 'Unauthorized, please log in again!'],
  ['zh-CN', '登录已失效，请重新登录'],
  ['fr, en;q=0.8, zh;q=0.5', 'Unauthorized, please log in again!'],
  ['de', '登录已失效，请重新登录'],
  ['', '登录已失效，请重新登录'],
])('for the accepted language “%s” the message is “%s”', async (language, msg) => {
  expect((await caller(server, null, language as Lang).call(users.get, {})).msg).toBe(msg)
})

test('liveness and readiness can be queried', async () => {
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const serverWithoutDatabase = await startServer(
    {},
    { ...server.database, ping: () => Promise.reject(new Error('no database')) },
  )
  expect((await fetch(`${serverWithoutDatabase.origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${serverWithoutDatabase.origin}/readyz`)).status).toBe(503)
  await serverWithoutDatabase.close()
})

/** A response as it is sent, not decompressed. */
const receive = (url: string, headers: Record<string, string>) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) =>
    request(url, { headers }, (response) =>
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject),
    )
      .on('error', reject)
      .end(),
  )
