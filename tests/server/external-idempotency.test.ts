/**
 * Idempotency of endpoints that call an external service: one effect, and no open transaction
 * meanwhile.
 */
import { beforeEach, expect, test } from 'vitest'
import { translation, type translation as calls } from '#contract/translation.ts'
import { externalHandler } from '#server/http/handler.ts'
import { handlers } from '#server/handlers.ts'
import { ApiError } from '#server/http/errors.ts'
import { caller, signedIn, startServer } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

/** Responses of the external service, one per call. */
let responses: (() => Promise<string>)[] = []
let runs: string[] = []

const text = externalHandler<typeof calls.text>(async ({ text: sourceText }, { key, db }) => {
  await db.execute('select 1')
  // Recorded before the response is taken, so that a test may replace the responses after the call
  // began.
  runs.push(key)
  const response = await responses.shift()!()
  return { translated: `${sourceText} ${response}` }
})

const { server, people } = await serverWithPeople({
  handlers: { ...handlers, translation: { ...handlers.translation, text } },
})
const anna = await signedIn(server, people.anna)
beforeEach(() => {
  responses = []
  runs = []
})

const input = { source: 'zh', target: 'en', text: 'A' }
const translate = (key?: string, as = anna) =>
  as.call(translation.text, input, key === undefined ? {} : { 'idempotency-key': key })
const respondAfter = (ms: number, response: string) => () =>
  new Promise<string>((resolve) => setTimeout(resolve, ms, response))

test('the response is stored and repeated byte for byte', async () => {
  responses = [respondAfter(0, 'one'), respondAfter(0, 'two')]
  const [first, repeated] = [await translate('o-1'), await translate('o-1')]
  expect(first.data.translated).toBe('A one')
  expect(repeated.text).toBe(first.text)
  expect(runs).toEqual(['o-1'])
})

test('without a key each call runs, and each signed request is accepted once', async () => {
  responses = [respondAfter(0, 'one'), respondAfter(0, 'two')]
  expect([(await translate()).data.translated, (await translate()).data.translated]).toEqual([
    'A one',
    'A two',
  ])
  expect(new Set(runs).size).toBe(2)
  const headers = { ...anna.headers(), 'content-type': 'application/json' }
  const sendSigned = () =>
    fetch(`${server.api}${translation.text.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
  responses = [respondAfter(0, 'three')]
  const codes = await Promise.all(
    [sendSigned(), sendSigned(), sendSigned()].map(
      async (reply) => ((await (await reply).json()) as { data: { code?: string } }).data.code,
    ),
  )
  expect(codes.filter((code) => code === 'duplicate')).toHaveLength(2)
  expect(codes).toContain(undefined)
})

test('concurrent calls with one key wait for the first, also at another server', async () => {
  const neighbour = await startServer({}, server.database, {
    handlers: { ...handlers, translation: { ...handlers.translation, text } },
  })
  responses = [respondAfter(300, 'one')]
  const callerOfNeighbour = caller(neighbour, (await signedIn(server, people.anna)).signer)
  const replies = await Promise.all(
    [anna, anna, callerOfNeighbour, callerOfNeighbour].map((as) => translate('o-2', as)),
  )
  expect(new Set(replies.map(({ data }) => data.translated))).toEqual(new Set(['A one']))
  expect(runs).toHaveLength(1)
  await neighbour.close()
})

test('a slow request is reported as in progress, with a status that keeps the request retryable', async () => {
  let respond = (_: string) => {}
  responses = [() => new Promise<string>((resolve) => (respond = resolve))]
  const first = translate('o-3')
  await expect.poll(() => runs).toHaveLength(1)
  expect(await translate('o-3')).toMatchObject({
    status: 503,
    success: false,
    data: { code: 'underWay' },
  })
  respond('at last')
  expect((await first).data.translated).toBe('A at last')
  expect((await translate('o-3')).data.translated).toBe('A at last')
})

test('another request with a used key is refused during and after the first', async () => {
  responses = [respondAfter(200, 'one')]
  const first = translate('o-4')
  await expect.poll(() => runs).toHaveLength(1)
  const other = () =>
    anna.call(translation.text, { ...input, text: 'B' }, { 'idempotency-key': 'o-4' })
  expect((await other()).data).toEqual({ code: 'duplicate' })
  await first
  expect((await other()).data).toEqual({ code: 'duplicate' })
})

test('a refusal is stored for its key, an internal error is not', async () => {
  const refuse = () => Promise.reject(new ApiError('notEnough'))
  responses = [refuse, respondAfter(0, 'unheard')]
  const refused = await translate('o-5')
  expect(refused.data).toEqual({ code: 'notEnough' })
  expect((await translate('o-5')).text).toBe(refused.text)
  responses = [() => Promise.reject(new Error('broken')), respondAfter(0, 'mended')]
  expect((await translate('o-6')).status).toBe(500)
  expect((await translate('o-6')).data.translated).toBe('A mended')
})

test('an abandoned call is taken over by one of the later calls with its key', async () => {
  let respond = (_: string) => {}
  responses = [() => new Promise<string>((resolve) => (respond = resolve))]
  const abandoned = translate('o-7')
  await expect.poll(() => runs).toHaveLength(1)
  server.passTime(2 * 60_000 + 1)
  responses = [respondAfter(100, 'revived')]
  const replies = await Promise.all([translate('o-7'), translate('o-7'), translate('o-7')])
  expect(replies.map(({ data }) => data.translated)).toEqual([
    'A revived',
    'A revived',
    'A revived',
  ])
  expect(runs).toEqual(['o-7', 'o-7'])
  respond('too late')
  expect((await abandoned).data.translated).toBe('A revived')
  server.passTime(-2 * 60_000 - 1)
})

test('the signed request of a call that took over is refused for another key', async () => {
  let respond = (_: string) => {}
  responses = [
    () => new Promise<string>((resolve) => (respond = resolve)),
    respondAfter(0, 'revived'),
    respondAfter(0, 'replayed'),
  ]
  const abandoned = translate('o-11')
  await expect.poll(() => runs).toHaveLength(1)
  server.passTime(2 * 60_000 + 1)
  const headers = { ...anna.headers(), 'content-type': 'application/json' }
  const send = async (key: string): Promise<unknown> =>
    (
      await fetch(server.api + translation.text.path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(input),
      })
    ).json()
  expect(await send('o-11')).toMatchObject({ success: true })
  expect(await send('o-12')).toMatchObject({ success: false, data: { code: 'duplicate' } })
  respond('too late')
  expect((await abandoned).data.translated).toBe('A revived')
  server.passTime(-2 * 60_000 - 1)
})

test('an abandoned call that fails late does not release the key of its successor', async () => {
  let failLate = (_: Error) => {}
  let respond = (_: string) => {}
  responses = [
    () => new Promise<string>((_resolve, reject) => (failLate = reject)),
    () => new Promise<string>((resolve) => (respond = resolve)),
  ]
  const abandoned = translate('o-10')
  await expect.poll(() => runs).toHaveLength(1)
  server.passTime(2 * 60_000 + 1)
  const takenOver = translate('o-10')
  await expect.poll(() => runs).toHaveLength(2)
  failLate(new Error('broken'))
  expect((await abandoned).status).toBe(500)
  const next = translate('o-10')
  respond('once')
  expect([(await takenOver).data.translated, (await next).data.translated]).toEqual([
    'A once',
    'A once',
  ])
  expect(runs).toHaveLength(2)
  server.passTime(-2 * 60_000 - 1)
})

test('no transaction is open while the external service is called', async () => {
  responses = [respondAfter(400, 'one')]
  const pending = translate('o-8')
  await expect.poll(() => runs).toHaveLength(1)
  const { rows } = await server.services.db.execute(
    "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )
  expect(rows).toEqual([{ open: 0 }])
  await pending
})

test('an idempotency key is forgotten after a day', async () => {
  responses = [respondAfter(0, 'one'), respondAfter(0, 'two')]
  await translate('o-9')
  server.passTime(24 * 3_600_000 + 60_000)
  expect((await translate('o-9')).data.translated).toBe('A two')
  server.passTime(-24 * 3_600_000 - 60_000)
})
