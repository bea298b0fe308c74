/** Secrets appear neither in the log nor in the database. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import { caller, signIn, startServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
const secrets = new Map<string, string>([
  ['password of everybody', password],
  ['wrong password', 'my-wrong-guess'],
  ['password of a new sub-account', 'for-the-new-one'],
  ['password set anew', 'set-anew-by-main'],
  ['password in a broken body', 'in-a-broken-body'],
  ['text searched for', 'searched-by-me'],
])
beforeAll(async () => {
  server = await startServer()
  const people = await addPeople(server.database.db)
  const anna = await signIn(server, 'anna')
  const headers = anna.headers()
  secrets.set('sk', anna.signer!.sk)
  secrets.set('token', headers['auth-token']!)
  secrets.set('sign', headers['auth-sign']!)
  await fetch(`${server.api}/user/get?sk=${anna.signer!.sk}&t=${headers['auth-token']}`, {
    headers,
  })
  await fetch(`${server.api}/nothing?t=${headers['auth-token']}`, { headers })
  await caller(server, null).call(login.login, { account: 'anna', password: 'my-wrong-guess' })
  await anna.call(subAccounts.create, { account: 'newone', password: 'for-the-new-one' })
  await anna.call(subAccounts.resetPassword, {
    userId: people.sub.userId,
    password: 'set-anew-by-main',
  })
  await anna.send('POST', '/login/login', '{"account":"anna","password":"in-a-broken-body"')
  await anna.call(subAccounts.page, { account: 'searched-by-me' })
  await anna.call(loginLog.page, { loginIp: 'searched-by-me' })
  await anna.call(
    subAccounts.remove,
    { userId: people.sibling.userId },
    { 'idempotency-key': 'key-of-anna' },
  )
  // The error message of a failing query contains its parameters.
  await server.services.db.execute('alter table users rename column password_hash to hidden')
  expect(
    (await caller(server, null).call(login.login, { account: 'anna', password: 'my-wrong-guess' }))
      .status,
  ).toBe(500)
  expect((await anna.call(users.get, {})).status).toBe(200)
  await server.services.db.execute('alter table users rename column hidden to password_hash')
})
afterAll(() => server.close())

test('no log line contains a secret, and each is a JSON entry of a request', () => {
  const lines = server.lines()
  expect(lines.length).toBeGreaterThan(10)
  for (const [name, secret] of secrets)
    for (const line of lines) expect(line.includes(secret), `${name} in ${line}`).toBe(false)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      time: expect.any(String),
      level: expect.any(String),
      event: 'request',
    })
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      path: '/login/login',
      status: 200,
      code: 'wrongPassword',
    }),
  )
  expect(entries).toContainEqual(
    expect.objectContaining({
      path: '/user/page',
      status: 200,
      userId: expect.any(String),
      ms: expect.any(Number),
      ip: expect.any(String),
    }),
  )
  expect(entries).toContainEqual(
    expect.objectContaining({
      level: 'error',
      status: 500,
      failure: expect.stringContaining('password_hash'),
    }),
  )
})

test('a dump of the database contains no secret', async () => {
  const { db } = server.services
  const tables = await db.execute<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      db.execute(sql.raw(`select row_to_json(t)::text as row from "${name}" t`)),
    ),
  )
  const dump = JSON.stringify(rows.map((table) => table.rows))
  expect(dump).toContain('newone')
  const findable = [...secrets].filter(([name]) => name !== 'sign')
  for (const [name, secret] of findable) expect(dump.includes(secret), name).toBe(false)
})

test('responses contain no password hash and no internal field', async () => {
  const anna = await signIn(server, 'anna')
  for (const reply of [await anna.call(users.get, {}), await anna.call(subAccounts.page, {})]) {
    expect(reply.success).toBe(true)
    expect(reply.text).not.toMatch(/argon2|password|hash|erased|ownerId|owner_id/i)
  }
})
