/**
 * A call that asks somebody foreign on the way happens once all the same, and no transaction waits
 * for the foreigner.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { translation, type translation as calls } from '#contract/translation.ts'
import { externalHandler } from '#server/http/handler.ts'
import { handlers } from '#server/handlers.ts'
import { ApiError } from '#server/http/errors.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import {
  caller,
  signedIn,
  startServer,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'

/** The foreigner answers each question with what is in here. */
let answers: (() => Promise<string>)[] = []
let runs: string[] = []

const text = externalHandler<typeof calls.text>(async ({ text: sent }, { key, db }) => {
  await db.execute('select 1')
  // Together with the question, so that a test that sees the run may replace the answers.
  runs.push(key)
  const response = await answers.shift()!()
  return { translated: `${sent} ${response}` }
})

let server: TestServer
let people: Awaited<ReturnType<typeof addPeople>>
let anna: Caller
beforeAll(async () => {
  server = await startServer({}, undefined, {
    served: { ...handlers, translation: { ...handlers.translation, text } },
  })
  people = await addPeople(server.database.db)
  anna = await signedIn(server, people.anna)
})
afterAll(() => server.close())
beforeEach(() => {
  answers = []
  runs = []
})

const input = { source: 'zh', target: 'en', text: 'A' }
const ask = (key?: string, who = anna) =>
  who.call(translation.text, input, key === undefined ? {} : { 'idempotency-key': key })
const after = (ms: number, response: string) => () =>
  new Promise<string>((resolve) => setTimeout(resolve, ms, response))

test('the answer is kept and repeated byte for byte', async () => {
  answers = [after(0, 'one'), after(0, 'two')]
  const [first, again] = [await ask('o-1'), await ask('o-1')]
  expect(first.data.translated).toBe('A one')
  expect(again.text).toBe(first.text)
  expect(runs).toEqual(['o-1'])
})

test('without a key each call stands alone, and a signature is valid for one', async () => {
  answers = [after(0, 'one'), after(0, 'two')]
  expect([(await ask()).data.translated, (await ask()).data.translated]).toEqual(['A one', 'A two'])
  expect(new Set(runs).size).toBe(2)
  const headers = { ...anna.headers(), 'content-type': 'application/json' }
  const same = () =>
    fetch(`${server.api}${translation.text.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
  answers = [after(0, 'three')]
  const codes = await Promise.all(
    [same(), same(), same()].map(
      async (reply) => ((await (await reply).json()) as { data: { code?: string } }).data.code,
    ),
  )
  expect(codes.filter((code) => code === 'duplicate')).toHaveLength(2)
  expect(codes).toContain(undefined)
})

test('tries with one key that meet wait for the first, at another server too', async () => {
  const neighbour = await startServer({}, server.database, {
    served: { ...handlers, translation: { ...handlers.translation, text } },
  })
  answers = [after(300, 'one')]
  const elsewhere = caller(neighbour, (await signedIn(server, people.anna)).signer)
  const replies = await Promise.all(
    [anna, anna, elsewhere, elsewhere].map((who) => ask('o-2', who)),
  )
  expect(new Set(replies.map(({ data }) => data.translated))).toEqual(new Set(['A one']))
  expect(runs).toHaveLength(1)
  await neighbour.close()
})

test('a slow request is reported as in progress, with a status that keeps the request retryable', async () => {
  let tell = (_: string) => {}
  answers = [() => new Promise<string>((resolve) => (tell = resolve))]
  const first = ask('o-3')
  await expect.poll(() => runs).toHaveLength(1)
  expect(await ask('o-3')).toMatchObject({
    status: 503,
    success: false,
    data: { code: 'underWay' },
  })
  tell('at last')
  expect((await first).data.translated).toBe('A at last')
  expect((await ask('o-3')).data.translated).toBe('A at last')
})

test('another request under the same key is refused while the first is under way, and after', async () => {
  answers = [after(200, 'one')]
  const first = ask('o-4')
  await expect.poll(() => runs).toHaveLength(1)
  const other = () =>
    anna.call(translation.text, { ...input, text: 'B' }, { 'idempotency-key': 'o-4' })
  expect((await other()).data).toEqual({ code: 'duplicate' })
  await first
  expect((await other()).data).toEqual({ code: 'duplicate' })
})

test('a refusal is remembered, a bug is not', async () => {
  const refuse = () => Promise.reject(new ApiError('notEnough'))
  answers = [refuse, after(0, 'unheard')]
  const refused = await ask('o-5')
  expect(refused.data).toEqual({ code: 'notEnough' })
  expect((await ask('o-5')).text).toBe(refused.text)
  answers = [() => Promise.reject(new Error('broken')), after(0, 'mended')]
  expect((await ask('o-6')).status).toBe(500)
  expect((await ask('o-6')).data.translated).toBe('A mended')
})

test('a try that died is taken over with the same key by one of those that come', async () => {
  let tell = (_: string) => {}
  answers = [() => new Promise<string>((resolve) => (tell = resolve))]
  const thoughtDead = ask('o-7')
  await expect.poll(() => runs).toHaveLength(1)
  server.passTime(2 * 60_000 + 1)
  answers = [after(100, 'revived')]
  const replies = await Promise.all([ask('o-7'), ask('o-7'), ask('o-7')])
  expect(replies.map(({ data }) => data.translated)).toEqual([
    'A revived',
    'A revived',
    'A revived',
  ])
  expect(runs).toEqual(['o-7', 'o-7'])
  tell('too late')
  expect((await thoughtDead).data.translated).toBe('A revived')
  server.passTime(-2 * 60_000 - 1)
})

test('the signature of a try that took over is good for nothing else', async () => {
  let tell = (_: string) => {}
  answers = [
    () => new Promise<string>((resolve) => (tell = resolve)),
    after(0, 'revived'),
    after(0, 'replayed'),
  ]
  const thoughtDead = ask('o-11')
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
  tell('too late')
  expect((await thoughtDead).data.translated).toBe('A revived')
  server.passTime(-2 * 60_000 - 1)
})

test('a try that was thought dead and breaks does not free the key of the one that took over', async () => {
  let fail = (_: Error) => {}
  let tell = (_: string) => {}
  answers = [
    () => new Promise<string>((_resolve, reject) => (fail = reject)),
    () => new Promise<string>((resolve) => (tell = resolve)),
  ]
  const thoughtDead = ask('o-10')
  await expect.poll(() => runs).toHaveLength(1)
  server.passTime(2 * 60_000 + 1)
  const tookOver = ask('o-10')
  await expect.poll(() => runs).toHaveLength(2)
  fail(new Error('broken'))
  expect((await thoughtDead).status).toBe(500)
  const next = ask('o-10')
  tell('once')
  expect([(await tookOver).data.translated, (await next).data.translated]).toEqual([
    'A once',
    'A once',
  ])
  expect(runs).toHaveLength(2)
  server.passTime(-2 * 60_000 - 1)
})

test('no transaction waits for the foreigner', async () => {
  answers = [after(400, 'one')]
  const pending = ask('o-8')
  await expect.poll(() => runs).toHaveLength(1)
  const { rows } = await server.services.db.execute(
    "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )
  expect(rows).toEqual([{ open: 0 }])
  await pending
})

test('a key is free again after a day', async () => {
  answers = [after(0, 'one'), after(0, 'two')]
  await ask('o-9')
  server.passTime(24 * 3_600_000 + 60_000)
  expect((await ask('o-9')).data.translated).toBe('A two')
  server.passTime(-24 * 3_600_000 - 60_000)
})
