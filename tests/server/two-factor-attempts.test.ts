/**
 * Two-factor codes: the standard's values, guessing limits, secrets in the database, and removal by
 * staff.
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { notices } from '#contract/notices.ts'
import { customers } from '#contract/operator/customers.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { users } from '#contract/users.ts'
import { mails, operatorLog, twoFactorSecrets } from '#server/schema.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import {
  codeAt,
  codePeriodMs,
  toBase32,
  enableTwoFactor,
} from '#tests/support/actors/authenticator.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { addPeople, addPerson, password, type Person } from '#tests/support/actors/people.ts'
import {
  caller,
  signIn,
  startServer,
  type Caller,
  type ApiErrorData,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startServer()
  await addPeople(server.database.db)
})
afterAll(() => server.close())

let name: string
let person: Person
beforeEach(async () => {
  // Stops the clock: on a busy machine a second may pass, which allows one more attempt.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  name = `guessed${++count}`
  person = await addPerson(server.database.db, { account: `${name}@example.com`, username: name })
})

afterEach(() => vi.restoreAllMocks())

const day = 24 * 3_600_000
const visitor = () => caller(server, null)
const challengeFor = async (actor = visitor()) => {
  const { data } = await actor.call(login.login, { account: name, password })
  return (data as unknown as ApiErrorData & { challenge: string }).challenge
}
const nextCode = (secret: string) => {
  server.passTime(codePeriodMs)
  return codeAt(secret, server.now())
}
/** A code that is wrong now and in the next 200 time steps. */
const wrongCode = (secret: string) => {
  const rightCodes = new Set(
    Array.from({ length: 200 }, (_, step) =>
      codeAt(secret, server.now() + (step - 2) * codePeriodMs),
    ),
  )
  return Array.from({ length: 300 }, (_, number) => String(number).padStart(6, '0')).find(
    (code) => !rightCodes.has(code),
  )!
}
const guess = async (actor: Caller, code: string) =>
  actor.refused(twoFactor.signIn, { challenge: await challengeFor(actor), code })

test('after five wrong codes more are refused and the owner alerted; a recovery code works', async () => {
  const { secret, recoveryCodes } = await enableTwoFactor(server, await signIn(server, name))
  const [thief, owner] = [visitor(), visitor()]
  for (let tries = 0; tries < 5; tries++)
    expect(await guess(thief, wrongCode(secret))).toMatchObject({ status: 200, code: 'invalid' })
  expect(await guess(thief, wrongCode(secret))).toMatchObject({ status: 429, code: 'tooManyTries' })
  expect(await guess(visitor(), codeAt(secret, server.now()))).toMatchObject({ status: 429 })
  const alerts = (await server.services.db.select().from(mails))
    .filter(({ to }) => to === person.account)
    .map(({ subject }) => subject)
  expect(
    alerts.filter((subject) => subject === '有人多次输错动态码 · Wrong login codes entered'),
  ).toHaveLength(1)
  expect(
    await owner.call(twoFactor.signIn, {
      challenge: await challengeFor(owner),
      code: recoveryCodes[0]!,
    }),
  ).toMatchObject({ success: true })
})

test('with the password known, 15 codes a day can be tried; a new password resets the count', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const thief = visitor()
  let triedCodes = 0
  let lastRefusal: ApiErrorData | undefined
  for (let quarter = 0; quarter < 40; quarter++) {
    server.passTime(910_000)
    lastRefusal = await guess(thief, wrongCode(secret))
    if (lastRefusal.code === 'invalid') triedCodes++
  }
  expect([triedCodes, lastRefusal!.code]).toEqual([15, 'tooManyTries'])
  const email = person.account
  await visitor().call(login.sendVCode, { account: email })
  await visitor().call(login.resetPassword, {
    email,
    vcode: server.mailbox.codeFor(email),
    password: 'known-to-me-alone',
  })
  const { data } = await visitor().call(login.login, {
    account: name,
    password: 'known-to-me-alone',
  })
  const { challenge } = data as unknown as { challenge: string }
  expect(
    await visitor().call(twoFactor.signIn, { challenge, code: nextCode(secret) }),
  ).toMatchObject({ success: true })
})

test('one address may try twenty recovery codes a minute, and blocks no other address', async () => {
  const { recoveryCodes } = await enableTwoFactor(server, await signIn(server, name))
  const thief = visitor()
  const challenge = await challengeFor(thief)
  const guessRecoveryCode = () =>
    thief.refused(twoFactor.signIn, { challenge, code: 'ABCD-EFGH-JKLM' })
  for (let tries = 0; tries < 20; tries++) expect((await guessRecoveryCode()).code).toBe('invalid')
  expect(await guessRecoveryCode()).toMatchObject({ status: 429, code: 'tooManyRequests' })
  expect(
    (await visitor().call(twoFactor.signIn, { challenge, code: recoveryCodes[0]! })).success,
  ).toBe(true)
})

test('forged challenges are refused and do not throttle the owner', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  for (let tries = 0; tries < 8; tries++) {
    const refused = await visitor().refused(twoFactor.signIn, {
      challenge: 'x'.repeat(40 + tries),
      code: wrongCode(secret),
    })
    expect(refused).toMatchObject({ status: 200, code: 'secondStepOver' })
  }
  expect(
    await visitor().call(twoFactor.signIn, {
      challenge: await challengeFor(),
      code: nextCode(secret),
    }),
  ).toMatchObject({ success: true })
})

test('a challenge is valid for five minutes and no session; a changed one is refused', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const challenge = await challengeFor()
  expect(
    await caller(server, { sk: challenge, userId: person.userId }).call(users.get, {}),
  ).toMatchObject({ status: 700 })
  const changedChallenge = challenge
    .replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'))
    .replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))
  expect(
    await visitor().refused(twoFactor.signIn, {
      challenge: changedChallenge,
      code: nextCode(secret),
    }),
  ).toMatchObject({ code: 'secondStepOver' })
  server.passTime(5 * 60_000)
  expect(
    await visitor().refused(twoFactor.signIn, { challenge, code: nextCode(secret) }),
  ).toMatchObject({ code: 'secondStepOver' })
})

test('database and log contain no usable secret, and another key decrypts none', async () => {
  const { secret, recoveryCodes } = await enableTwoFactor(server, await signIn(server, name))
  const challenge = await challengeFor()
  const code = nextCode(secret)
  await visitor().call(twoFactor.signIn, { challenge, code })
  const { db } = server.services
  const tables = await db.execute<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const rows = await Promise.all(
    tables.rows.map(({ name: table }) =>
      db.execute(sql.raw(`select row_to_json(t)::text as row from "${table}" t`)),
    ),
  )
  const stored = JSON.stringify(rows.map((table) => table.rows)) + server.lines().join('\n')
  for (const text of [
    secret,
    challenge,
    ...recoveryCodes,
    ...recoveryCodes.map((one) => one.replaceAll('-', '')),
  ])
    expect(stored).not.toContain(text)
  const [step] = (await db.select().from(twoFactorSecrets)).filter(
    ({ userId }) => userId === person.userId,
  )
  const context = `secondStep:${person.userId}`
  expect(await server.services.encryption.decrypt(step!.sealedSecret, context)).toBe(secret)
  expect(
    await server.services.encryption.decrypt(
      step!.sealedSecret,
      `secondStep:${Number(person.userId) + 1}`,
    ),
  ).toBeUndefined()
  expect(
    await createEncryption(new Uint8Array(32).fill(8)).decrypt(step!.sealedSecret, context),
  ).toBeUndefined()
})

test('staff remove two-factor sign-in; the owner is notified, and the history has the reason', async () => {
  const staff = await newOperator(server, 'support')
  const user = await signIn(server, name)
  await enableTwoFactor(server, user)
  const input = { id: user.signer!.userId, reason: 'lost the phone, showed the passport' }
  expect((await staff.call(customers.removeTwoFactor, input)).success).toBe(true)
  expect(await visitor().call(login.login, { account: name, password })).toMatchObject({
    success: true,
  })
  const [logged] = (await server.services.db.select().from(operatorLog)).filter(
    ({ subject }) => subject === `account ${person.account}`,
  )
  expect(logged).toMatchObject({
    operator: staff.operator.name,
    action: 'two-factor remove',
    reason: 'lost the phone, showed the passport',
  })
  const { rows } = (await user.call(notices.page, {})).data
  expect(rows.map(({ title }) => title)).toContain('Two-step verification was removed')
})

/** RFC 6238, appendix B, SHA-1: seconds since 1970 and the last six digits of the code. */
const standardCodes = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test.each(standardCodes)(
  'at %d seconds the code of RFC 6238 is accepted',
  async (seconds, code) => {
    const { db, encryption } = server.services
    const secret = toBase32(Buffer.from('12345678901234567890'))
    const sealedSecret = await encryption.encrypt(secret, `secondStep:${person.userId}`)
    await db.insert(twoFactorSecrets).values({
      ownerId: person.ownerId,
      userId: person.userId,
      sealedSecret,
      enabledAt: new Date(0),
    })
    await db.execute(sql`truncate throttles`)
    server.passTime(seconds * 1_000 - server.now())
    expect(codeAt(secret, seconds * 1_000)).toBe(code)
    expect(
      await visitor().call(twoFactor.signIn, { challenge: await challengeFor(), code }),
    ).toMatchObject({ success: true })
    server.passTime(day)
  },
)
