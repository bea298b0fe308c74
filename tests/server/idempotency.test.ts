/** Idempotency keys and signed requests: a repeated request changes quota once. */
import { expect, test } from 'vitest'
import { spaces } from '#contract/workspace.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users as userCalls } from '#contract/users.ts'
import { accountLog } from '#server/schema.ts'
import { cleanUp } from '#server/jobs.ts'
import { addPerson, type Person, fund } from '#tests/support/actors/people.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'

const { server, people } = await serverWithPeople()
const anna = await signedIn(server, people.anna)

let subCount = 0
const newSub = (chars = 100): Promise<Person> =>
  addPerson(server.database.db, { account: `once${++subCount}`, owner: people.anna, chars })
const post = (body: unknown, headers: Record<string, string>) =>
  fetch(`${server.api}/user/delChild`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const charsOfOwner = async () =>
  (await anna.call(userCalls.get, {})).data.memberAccount.usableCharNum
const logRowCount = () => server.services.db.$count(accountLog)

test('the same signed request, sent twenty times at once, has one effect', async () => {
  const { userId } = await newSub()
  const [before, rows] = [await charsOfOwner(), await logRowCount()]
  const headers = anna.headers()
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await post({ userId }, headers)).text()),
  )
  const done = texts.filter((text) => text.startsWith('{"success":true'))
  expect(done).toHaveLength(1)
  for (const text of texts.filter((other) => !done.includes(other)))
    expect(JSON.parse(text)).toMatchObject({ success: false, data: { code: 'duplicate' } })
  expect([await charsOfOwner(), await logRowCount()]).toEqual([before + 100, rows + 2])
})

test('twenty different calls signed in one millisecond all pass, and none twice in any process', async () => {
  const { userId } = await newSub()
  const headers = anna.headers()
  const neighbour = await startServer({}, server.database)
  const distribute = async (api: string, changeCharNum: number) => {
    const response = await fetch(`${api}${subAccounts.distribute.path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ childUserId: userId, changeCharNum }),
    })
    return ((await response.json()) as { data: { code: string } | null }).data?.code ?? 'done'
  }
  const amounts = Array.from({ length: 20 }, (_, index) => index + 1)
  const outcomes = await Promise.all(
    amounts.map(async (amount) =>
      Promise.all([distribute(server.api, amount), distribute(neighbour.api, amount)]),
    ),
  )
  expect(outcomes.map((pair) => pair.toSorted().join())).toEqual(
    amounts.map(() => 'done,duplicate'),
  )
  await neighbour.close()
})

test('reads may be repeated with the same signature', async () => {
  const headers = anna.headers()
  const read = async () => (await fetch(`${server.api}/user/get`, { headers })).status
  expect([await read(), await read()]).toEqual([200, 200])
})

test('the response to a key is repeated byte for byte', async () => {
  const { userId } = await newSub()
  const key = { 'idempotency-key': 'key-1' }
  const first = await anna.call(subAccounts.remove, { userId }, key)
  const rows = await logRowCount()
  const repeated = await anna.call(subAccounts.remove, { userId }, key)
  expect(first.success).toBe(true)
  expect([repeated.status, repeated.text]).toEqual([first.status, first.text])
  expect(await logRowCount()).toBe(rows)
})

test('concurrent requests with one key get the response of the first', async () => {
  const { userId } = await newSub()
  const before = await charsOfOwner()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      anna.call(subAccounts.remove, { userId }, { 'idempotency-key': 'key-2' }),
    ),
  )
  expect(new Set(replies.map(({ text }) => text))).toEqual(
    new Set(['{"success":true,"data":null,"msg":"Done"}']),
  )
  expect(await charsOfOwner()).toBe(before + 100)
})

test('another request with a used key is refused; keys are separate per account group', async () => {
  const [firstSub, secondSub] = [await newSub(), await newSub()]
  const key = { 'idempotency-key': 'key-3' }
  expect((await anna.call(subAccounts.remove, { userId: firstSub.userId }, key)).success).toBe(true)
  expect(await anna.call(subAccounts.remove, { userId: secondSub.userId }, key)).toMatchObject({
    success: false,
    data: { code: 'duplicate' },
  })
  const berta = await signedIn(server, people.berta)
  expect(
    (await berta.call(subAccounts.remove, { userId: people.foreignSub.userId }, key)).success,
  ).toBe(true)
})

test('a main account and its sub-account may use the same key for their own requests', async () => {
  const sub = await signedIn(server, people.sub)
  const createNamedSpace = (caller: Caller) =>
    caller.call(spaces.create, { name: 'Alike' }, { 'idempotency-key': 'alike' })
  const [annasReply, subsReply] = [await createNamedSpace(anna), await createNamedSpace(sub)]
  expect(annasReply.text).not.toBe(subsReply.text)
  expect([(await createNamedSpace(anna)).text, (await createNamedSpace(sub)).text]).toEqual([
    annasReply.text,
    subsReply.text,
  ])
})

test('a refusal is stored for its key, invalid input is not', async () => {
  const key = { 'idempotency-key': 'key-4' }
  expect(await anna.call(subAccounts.remove, {}, key)).toMatchObject({ data: { code: 'invalid' } })
  const refused = await anna.call(subAccounts.remove, { userId: '999999' }, key)
  expect(refused).toMatchObject({ status: 200, data: { code: 'notFound' } })
  expect((await anna.call(subAccounts.remove, { userId: '999999' }, key)).text).toBe(refused.text)
})

test('a key belongs to one endpoint: another with the same body is refused', async () => {
  const [input, key] = [
    { childUserId: (await newSub()).userId, changeCharNum: 5 },
    { 'idempotency-key': 'one-call' },
  ]
  expect((await anna.call(subAccounts.distribute, input, key)).success).toBe(true)
  expect((await anna.call(subAccounts.distributeVoice, input, key)).data).toEqual({
    code: 'duplicate',
  })
})

test('a stored refusal is repeated, even if the request would succeed by now', async () => {
  const { userId } = await newSub()
  const distribute = () =>
    anna.call(
      subAccounts.distribute,
      { childUserId: userId, changeCharNum: 9_000_000 },
      { 'idempotency-key': 'too-much' },
    )
  const refused = await distribute()
  expect(refused.data).toMatchObject({ code: 'notEnough' })
  await fund(server.database.db, people.anna, { chars: 9_000_000 })
  expect((await distribute()).text).toBe(refused.text)
})

test('an idempotency key is forgotten after a day', async () => {
  const [firstSub, secondSub] = [await newSub(), await newSub()]
  const key = { 'idempotency-key': 'key-5' }
  const day = 24 * 3_600_000
  expect((await anna.call(subAccounts.remove, { userId: firstSub.userId }, key)).success).toBe(true)
  server.passTime(day + 60_000)
  expect((await anna.call(subAccounts.remove, { userId: secondSub.userId }, key)).success).toBe(
    true,
  )
  server.passTime(2 * day)
  await cleanUp(server.services)
  const { db } = server.services
  expect(
    (
      await db.execute(
        'select (select count(*) from idempotency) + (select count(*) from seen_signatures) as kept',
      )
    ).rows,
  ).toEqual([{ kept: '0' }])
  server.passTime(-3 * day - 60_000)
})

test('an internal error leaves neither effects nor a stored response', async () => {
  const { db } = server.services
  const { userId } = await newSub()
  const key = { 'idempotency-key': 'key-6' }
  await db.execute(
    "alter table account_log add constraint broken check (log_type <> 'RECOVERY') not valid",
  )
  const broken = await anna.call(subAccounts.remove, { userId }, key)
  expect(broken).toMatchObject({
    status: 500,
    success: false,
    data: { code: 'serverError' },
    msg: 'Server error, please contact staff',
  })
  const line = server.lines().find((text) => text.includes(broken.headers.get('x-request-id')!))!
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    code: 'serverError',
    failure: expect.stringContaining('broken'),
  })
  expect(broken.text).not.toContain('broken')
  await db.execute('alter table account_log drop constraint broken')
  expect((await anna.call(subAccounts.remove, { userId }, key)).success).toBe(true)
})

test('an idempotency key has 1 to 255 characters', async () => {
  const { userId } = await newSub()
  expect(await anna.call(subAccounts.remove, { userId }, { 'idempotency-key': '' })).toMatchObject({
    data: { code: 'invalid' },
  })
  expect(
    await anna.call(subAccounts.remove, { userId }, { 'idempotency-key': 'x'.repeat(256) }),
  ).toMatchObject({ data: { code: 'invalid' } })
  expect(
    (await anna.call(subAccounts.remove, { userId }, { 'idempotency-key': 'x'.repeat(255) }))
      .success,
  ).toBe(true)
})
