/** The signed call against a real server: requests on the wire, and errors by response. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WireFailure } from '#contract/failure.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { login } from '#contract/login.ts'
import { scriptedServer, ok, apiError, type Reply } from '#tests/support/server/scripted-server.ts'
import { stubBrowser } from '#tests/support/browser/globals.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const server = await scriptedServer()
stubBrowser()
vi.stubEnv('VITE_API_BASE', `${server.base}/`)
const { call } = await import('#client/api/call.ts')
const { signIn, signOut, currentSession } = await import('#client/session/session.ts')

beforeAll(() => server.answer(ok(null)))
beforeEach(() => signIn({ sk: 'secret', userId: '42' }))
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await server.close()
})

test('a GET request has its input in the query, with defaults and without empty filters', async () => {
  server.answer(ok({ total: 0, rows: [] }))
  await call(subAccounts.page, { account: '  ann ', pageNum: 2 })
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: '/api/user/page',
    query: { account: 'ann', pageNum: '2', pageSize: '10' },
    body: '',
  })
  await call(subAccounts.page, { account: '' })
  expect(server.requests[1]?.query).toEqual({ pageNum: '1', pageSize: '10' })
})

test('POST and DELETE requests have their input as JSON', async () => {
  server.answer(ok(null))
  await call(users.update, { nickname: '小桥' })
  await call(users.cancel, { userPassword: 'demo123456' })
  expect(
    server.requests.map(({ method, headers, body }) => [
      method,
      headers['content-type'],
      JSON.parse(body),
    ]),
  ).toEqual([
    ['POST', 'application/json', { nickname: '小桥' }],
    ['DELETE', 'application/json', { userPassword: 'demo123456' }],
  ])
})

test('every request is signed as spec section 7 requires', async () => {
  server.answer(ok(null))
  const before = Date.now()
  await call(users.update, { nickname: 'bridge' })
  const { headers } = server.requests[0]!
  const token = md5('secret42').toUpperCase()
  expect(headers['auth-token']).toBe(token)
  expect(headers.authorization).toBe(`Bearer ${token}`)
  expect(headers['auth-sign']).toBe(md5(`${token}${String(headers['auth-timestamp'])}`))
  expect(headers['client-version']).toBe('0.0.0')
  expect(headers['accept-language']).toBe('zh-CN')
  expect(Number(headers['auth-timestamp'])).toBeGreaterThanOrEqual(before)
})

test('a visitor signs with empty strings', async () => {
  signOut()
  server.answer(ok(true))
  expect(await call(login.checkUsername, { username: 'demo' })).toBe(true)
  expect(server.requests[0]?.headers['auth-token']).toBe(md5('').toUpperCase())
})

test('calls that change quota have an idempotency key, the caller’s if given', async () => {
  server.answer(ok({ translated: 'hello' }))
  const input = { source: 'zh', target: 'en', text: '你好' }
  await call(translation.text, input)
  await call(translation.text, input)
  await call(translation.text, input, { idempotencyKey: 'my-key' })
  const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBe('my-key')
})

test('other calls have no idempotency key', async () => {
  server.answer(ok(null))
  await call(users.update, { nickname: 'bridge' })
  expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key')
})

test.each<[string, Reply, WireFailure]>([
  [
    'a refusal with its code, its fields and the request id',
    {
      headers: { 'x-request-id': 'r-1' },
      body: {
        success: false,
        msg: '用户名已被占用',
        data: { code: 'nameTaken', fields: { account: '用户名已被占用' } },
      },
    },
    {
      kind: 'refused',
      msg: '用户名已被占用',
      code: 'nameTaken',
      fields: { account: '用户名已被占用' },
      requestId: 'r-1',
    },
  ],
  ['a refusal without data', apiError('no'), { kind: 'refused', msg: 'no', requestId: undefined }],
  [
    '700 with an envelope',
    { status: 700, body: { success: false, msg: 'over', data: null } },
    { kind: 'expired', status: 700, msg: 'over' },
  ],
  [
    '777 without an envelope',
    { status: 777, body: '' },
    { kind: 'expired', status: 777, msg: undefined },
  ],
  ['401', { status: 401, body: '<html>' }, { kind: 'expired', status: 401, msg: undefined }],
  [
    '778',
    { status: 778, body: '' },
    { kind: 'broken', status: 778, msg: undefined, requestId: undefined },
  ],
  [
    '429 with seconds',
    {
      status: 429,
      headers: { 'retry-after': '17' },
      body: { success: false, msg: 'slow', data: null },
    },
    { kind: 'busy', seconds: 17, msg: 'slow' },
  ],
  [
    '429 without Retry-After',
    { status: 429, body: '' },
    { kind: 'busy', seconds: 60, msg: undefined },
  ],
  [
    'a server error',
    {
      status: 500,
      headers: { 'x-request-id': 'r-2' },
      body: { success: false, data: null, msg: 'bug' },
    },
    { kind: 'broken', status: 500, msg: 'bug', requestId: 'r-2' },
  ],
  [
    'an HTML page of a gateway',
    { status: 502, body: '<html>Bad Gateway' },
    { kind: 'broken', status: 502, msg: undefined, requestId: undefined },
  ],
  [
    '200 without JSON',
    { body: '<html>' },
    { kind: 'garbled', reason: 'envelope', requestId: undefined },
  ],
  [
    '200 without an envelope',
    { body: { translated: 'x' } },
    { kind: 'garbled', reason: 'envelope', requestId: undefined },
  ],
  [
    'a response that violates the contract',
    { body: { success: true, data: { translated: 7 }, msg: '' } },
    { kind: 'garbled', reason: '/translation/text translated: type', requestId: undefined },
  ],
])('%s maps to its error kind', async (_, reply, failure) => {
  server.answer(reply)
  await expect(
    call(translation.text, { source: 'zh', target: 'en', text: '好' }),
  ).rejects.toMatchObject({ name: 'WireError', failure })
})

test('Retry-After with a date is converted to seconds', async () => {
  server.answer({
    status: 429,
    headers: { 'retry-after': new Date(Date.now() + 30_000).toUTCString() },
    body: '',
  })
  const failure = (await call(users.get, {}).catch((error: unknown) => error)) as {
    failure: { seconds: number }
  }
  expect(failure.failure.seconds).toBeGreaterThan(25)
  expect(failure.failure.seconds).toBeLessThanOrEqual(30)
})

test('rate-limited reads are retried after the stated delay, writes are not', async () => {
  const tooFast = {
    status: 429,
    headers: { 'retry-after': '1' },
    body: { success: false, msg: 'slow', data: null },
  }
  server.answer(tooFast, tooFast, { status: 500, body: { success: false, msg: 'bug', data: null } })
  await expect(call(users.get, {})).rejects.toMatchObject({ failure: { kind: 'broken' } })
  expect(server.requests).toHaveLength(3)
  server.answer(tooFast)
  await expect(call(users.update, { nickname: 'bridge' })).rejects.toMatchObject({
    failure: { kind: 'busy', seconds: 1 },
  })
  expect(server.requests).toHaveLength(1)
})

test('an envelope without data is valid where none is expected', async () => {
  server.answer({ body: { success: true, msg: 'done' } })
  await expect(call(users.update, { nickname: 'bridge' })).resolves.toBeNull()
})

test('a request timeout is reported as unreachable', async () => {
  server.answer(() => {})
  await expect(call(users.get, {}, { timeout: 50 })).rejects.toMatchObject({
    failure: { kind: 'unreachable', reason: 'timeout' },
  })
})

test('an aborted response is reported as unreachable', async () => {
  server.answer((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"success":')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(call(users.get, {})).rejects.toMatchObject({
    failure: { kind: 'unreachable', reason: 'network' },
  })
})

test('an aborted call rejects with the reason, before and during the request', async () => {
  server.answer(() => {})
  await expect(call(users.get, {}, { signal: AbortSignal.abort('not needed') })).rejects.toBe(
    'not needed',
  )
  // Once the request has arrived, so that it does not come during the next test.
  const controller = new AbortController()
  server.answer(() => controller.abort())
  await expect(call(users.get, {}, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('a wrong clock is corrected by the server’s date, and the call is retried once', async () => {
  const serverTime = Date.now() + 3_600_000
  const clockWrong: Reply = {
    headers: { date: new Date(serverTime).toUTCString() },
    body: { success: false, msg: 'clock', data: { code: 'clockWrong' } },
  }
  server.answer(clockWrong, ok(null))
  await call(users.update, { nickname: 'bridge' })
  expect(server.requests).toHaveLength(2)
  expect(Math.abs(Number(server.requests[1]?.headers['auth-timestamp']) - serverTime)).toBeLessThan(
    1_800_000,
  )

  server.answer(ok(null))
  await call(users.update, { nickname: 'bridge' })
  expect(Math.abs(Number(server.requests[0]?.headers['auth-timestamp']) - serverTime)).toBeLessThan(
    1_800_000,
  )

  server.answer(clockWrong)
  await expect(call(users.update, { nickname: 'bridge' })).rejects.toMatchObject({
    failure: { kind: 'refused', code: 'clockWrong' },
  })
  expect(server.requests).toHaveLength(2)
})

test('an expired call is retried with the session that another tab has renewed', async () => {
  server.answer((response) => {
    signIn({ sk: 'renewed', userId: '42' }, 'otherTab')
    response.writeHead(700).end()
  }, ok(null))
  await call(users.update, { nickname: 'bridge' })
  expect(server.requests[1]?.headers['auth-token']).toBe(md5('renewed42').toUpperCase())
})

test('an expired call is not retried with the session of another user', async () => {
  server.answer((response) => {
    signIn({ sk: 'theirs', userId: '43' }, 'otherTab')
    response.writeHead(700).end()
  }, ok(null))
  await expect(call(users.update, { nickname: 'bridge' })).rejects.toMatchObject({
    failure: { kind: 'expired' },
  })
  expect(server.requests).toHaveLength(1)
  expect(currentSession()).toEqual({ sk: 'theirs', userId: '43' })
})
