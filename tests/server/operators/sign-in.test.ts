/** Operators sign in with password and code, and their sessions end. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorSession } from '#contract/operator/session.ts'
import { operators as calls } from '#contract/operator/operators.ts'
import { refusedSignIns } from '#contract/operator/refused-sign-ins.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { operatorLog, operatorSessions, securityEvents } from '#server/schema.ts'
import { codeAt, codePeriodMs } from '#tests/support/actors/authenticator.ts'
import {
  addOperator,
  newOperator,
  operatorCaller,
  operatorSecret,
  signInOperator,
} from '#tests/support/actors/operators.ts'
import { password } from '#tests/support/actors/people.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { demoOperator, ensureDemoOperator } from '#server/seed/operator.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'
import {
  caller,
  startServer,
  testEncryption,
  type TestServer,
} from '#tests/support/server/server.ts'
import { desc, eq } from 'drizzle-orm'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const refusal = async (...args: Parameters<typeof signInOperator>) => {
  const { success, status, msg, data } = await signInOperator(...args)
  return success ? 'signed in' : { status, msg, code: (data as unknown as { code: string }).code }
}
const wrongCredentials = {
  status: 200,
  code: 'wrongPassword',
  msg: 'Wrong email, password or code. Each code can be used once.',
}

test('password and code open a session of the operator', async () => {
  const operator = await addOperator(server, 'finance')
  const { data, success } = await signInOperator(server, { email: operator.email.toUpperCase() })
  expect(success).toBe(true)
  const signedIn = caller(server, data)
  expect((await signedIn.call(operatorSession.get, {})).data).toEqual({
    userId: operator.userId,
    email: operator.email,
    name: operator.name,
    role: 'finance',
  })
  const [logged] = await server.database.db
    .select()
    .from(operatorLog)
    .where(eq(operatorLog.operator, operator.name))
  expect(logged).toMatchObject({
    action: 'session signIn',
    subject: `operator ${operator.email}`,
    after: { ip: expect.stringMatching(/^10\./) as unknown },
  })
  await signedIn.call(operatorSession.signOut, {})
  expect((await signedIn.refused(operatorSession.get, {})).status).toBe(700)
})

test('a wrong email, password or code is refused with the same message', async () => {
  const operator = await addOperator(server)
  expect(await refusal(server, { email: 'nobody@staff.example.com' })).toEqual(wrongCredentials)
  expect(await refusal(server, operator, { password: 'not-this-one' })).toEqual(wrongCredentials)
  const off = codeAt(operatorSecret, server.now() + 10 * codePeriodMs)
  expect(await refusal(server, operator, { code: off })).toEqual(wrongCredentials)
  expect(await refusal(server, operator, { code: 'ABCD-EFGH-JKLM' })).toEqual(wrongCredentials)
  const events = await server.database.db
    .select({ event: securityEvents.event })
    .from(securityEvents)
    .where(sql`user_id = ${operator.userId}::bigint`)
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['wrongPassword', 'wrongCode']))
})

test('a code is used once', async () => {
  const operator = await addOperator(server)
  const code = codeAt(operatorSecret, server.now())
  expect(await refusal(server, operator, { code })).toBe('signed in')
  expect(await refusal(server, operator, { code })).toEqual(wrongCredentials)
  server.passTime(codePeriodMs)
  expect(await refusal(server, operator)).toBe('signed in')
})

test('of concurrent uses of one code, one opens a session', async () => {
  const operator = await addOperator(server)
  const code = codeAt(operatorSecret, server.now())
  const results = await Promise.all(
    Array.from({ length: 4 }, () => refusal(server, operator, { code })),
  )
  expect(results.filter((result) => result === 'signed in')).toHaveLength(1)
})

test('guesses from one network are throttled, and the owner signs in from a known one', async () => {
  const operator = await addOperator(server)
  const guesser = caller(server, null)
  const guess = () =>
    guesser.refused(operatorSession.signIn, {
      email: operator.email,
      password: 'guessed',
      code: '000000',
    })
  for (let n = 0; n < 5; n++) expect((await guess()).code).toBe('wrongPassword')
  expect(await guess()).toMatchObject({ status: 429, code: 'tooManyTries' })
  expect(await refusal(server, operator)).toBe('signed in')
})

test('a session ends after an hour without use, and after twelve in any case', async () => {
  const operator = await addOperator(server)
  const [used, unused] = [
    await operatorCaller(server, operator),
    await operatorCaller(server, operator),
  ]
  for (let minutes = 0; minutes < 12 * 60 - 50; minutes += 50) {
    expect((await used.call(operatorSession.get, {})).status).toBe(200)
    server.passTime(50 * 60_000)
  }
  expect((await unused.refused(operatorSession.get, {})).status).toBe(700)
  expect((await used.call(operatorSession.get, {})).status).toBe(200)
  server.passTime(21 * 60_000)
  expect((await used.refused(operatorSession.get, {})).status).toBe(700)
})

test('a disabled operator’s sessions end, and stay ended once enabled again', async () => {
  const admin = await newOperator(server)
  const other = await newOperator(server, 'support')
  const change = (enabled: 0 | 1) =>
    admin.call(calls.changeEnabled, { id: other.operator.userId, enabled })
  expect((await change(0)).success).toBe(true)
  expect((await other.refused(operatorSession.get, {})).status).toBe(700)
  expect(await refusal(server, other.operator)).toEqual(wrongCredentials)
  expect((await change(1)).success).toBe(true)
  expect((await other.refused(operatorSession.get, {})).status).toBe(700)
  server.passTime(codePeriodMs)
  expect(await refusal(server, other.operator)).toBe('signed in')
})

test('a new password needs the old one and ends all sessions', async () => {
  const operator = await addOperator(server)
  const [first, second] = [
    await operatorCaller(server, operator),
    await operatorCaller(server, operator),
  ]
  const change = (oldPassword: string) =>
    first.refused(operatorSession.changePassword, { oldPassword, password: 'another-one-1' })
  expect(await change('not-this-one')).toMatchObject({ code: 'wrongPassword' })
  await change(password)
  for (const session of [first, second])
    expect((await session.refused(operatorSession.get, {})).status).toBe(700)
  server.passTime(codePeriodMs)
  expect(await refusal(server, operator)).toEqual(wrongCredentials)
  server.passTime(codePeriodMs)
  expect(await refusal(server, operator, { password: 'another-one-1' })).toBe('signed in')
})

test('the demo’s operator signs in as printed, also after a start with another key', async () => {
  const { db } = server.database
  const { hashPassword } = testCrypto
  for (const encryption of [createEncryption(new Uint8Array(32).fill(9)), testEncryption])
    await ensureDemoOperator(db, { now: new Date(), hashPassword, encryption })
  const { email, password: printed, secret } = demoOperator
  const typed = { password: printed, code: codeAt(secret, server.now()) }
  expect((await signInOperator(server, { email }, typed)).success).toBe(true)
})

test('the secret is stored encrypted, and tokens as hashes', async () => {
  const operator = await addOperator(server)
  const { data } = await signInOperator(server, operator)
  const stored = JSON.stringify([
    (await server.database.db.execute(sql`select * from two_factor_secrets`)).rows,
    await server.database.db.select().from(operatorSessions).orderBy(desc(operatorSessions.usedAt)),
  ])
  expect(stored).not.toContain(operatorSecret)
  expect(stored).not.toContain(data.sk)
})

test('admins see refused sign-ins with network and time; unknown emails store bounded rows', async () => {
  const [admin, finance] = [await newOperator(server), await newOperator(server, 'finance')]
  const { email } = finance.operator
  const before = await admin.call(refusedSignIns.page, { account: email })
  expect(before.data.total).toBe(0)
  for (const typed of [{ password: 'wrong one' }, { code: '000000' }])
    await refusal(server, { email }, typed)
  await refusal(server, { email: 'nobody-here@staff.example.com' })
  const { data } = await admin.call(refusedSignIns.page, { account: email })
  // Each call of these tests comes from another network.
  expect(data.rows.map(({ account, count }) => [account, count])).toEqual(
    [1, 1, 1].map((times) => [email, times]),
  )
  expect(data.rows.map(({ refusal: kind }) => kind).toSorted()).toEqual([
    'code',
    'signIn',
    'signIn',
  ])
  for (const { network } of data.rows) expect(network).toMatch(/\/24$|\/48$/)
  const day = formatWireTime(server.services.clock(), 'Asia/Shanghai').slice(0, 10)
  expect(data.rows[0]!.lastDateTime.slice(0, 10)).toBe(day)
  const all = (await admin.call(refusedSignIns.page, { pageSize: 100 })).data.rows
  expect(all.some(({ account, ip }) => account === '' && ip !== '')).toBe(true)
  expect((await admin.call(refusedSignIns.page, { ip: '203.0.113.' })).data.total).toBe(0)
  expect((await finance.refused(refusedSignIns.page, {})).code).toBe('notAllowed')
})
