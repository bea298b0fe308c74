/** Two-factor sign-in: enabling, signing in, recovery codes and disabling, over HTTP. */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#contract/login.ts'
import { notices } from '#contract/notices.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { mails, recoveryCodes, twoFactorSecrets } from '#server/schema.ts'
import {
  codeAt,
  codePeriodMs,
  fromBase32,
  enableTwoFactor,
} from '#tests/support/actors/authenticator.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { addPeople, addPerson, password, type Person } from '#tests/support/actors/people.ts'
import {
  caller,
  signIn,
  startServer,
  type ApiErrorData,
  type TestServer,
} from '#tests/support/server/server.ts'

let server: TestServer
let anna: Person
let count = 0
beforeAll(async () => {
  server = await startServer()
  anna = (await addPeople(server.database.db)).anna
})
afterAll(() => server.close())

/** The main account of each test. */
let name: string
let person: Person
beforeEach(async () => {
  // Stops the clock: on a busy machine the time step may change between creating and checking a
  // code.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  name = `person${++count}`
  person = await addPerson(server.database.db, { account: `${name}@example.com`, username: name })
})

afterEach(() => vi.restoreAllMocks())

const visitor = () => caller(server, null)
const challengeFor = async (account = name) => {
  const { data } = await visitor().call(login.login, { account, password })
  return (data as unknown as ApiErrorData & { challenge: string }).challenge
}
const mailsTo = async (address: string) =>
  (await server.services.db.select().from(mails))
    .filter(({ to }) => to === address)
    .map(({ subject }) => subject)
const nextCode = (secret: string) => {
  server.passTime(codePeriodMs)
  return codeAt(secret, server.now())
}

test('without two-factor a password is enough', async () => {
  const user = await signIn(server, name)
  expect((await user.call(twoFactor.get, {})).data).toEqual({
    enabled: 0,
    enabledDateTime: null,
    recoveryCodesLeft: 0,
  })
})

test('enabling needs password and code, returns ten recovery codes, and ends other sessions', async () => {
  const [user, otherSession] = [await signIn(server, name), await signIn(server, name)]
  expect(await user.refused(twoFactor.begin, { password: 'not mine' })).toMatchObject({
    code: 'wrongPassword',
    msg: 'Wrong password.',
  })
  const { data } = await user.call(twoFactor.begin, { password })
  expect(data.uri).toBe(
    `otpauth://totp/Yiqiao:${name}%40example.com?issuer=Yiqiao&secret=${data.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(fromBase32(data.secret)).toHaveLength(20)
  expect((await user.call(twoFactor.get, {})).data.enabled).toBe(0)
  expect(await visitor().call(login.login, { account: name, password })).toMatchObject({
    success: true,
  })
  expect(await user.refused(twoFactor.confirm, { code: '000000' })).toMatchObject({
    code: 'invalid',
    msg: expect.stringContaining('wrong'),
  })
  const confirmed = await user.call(twoFactor.confirm, { code: codeAt(data.secret, server.now()) })
  expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
  for (const code of confirmed.data.recoveryCodes)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)
  expect((await user.call(twoFactor.get, {})).data).toMatchObject({
    enabled: 1,
    enabledDateTime: expect.any(String),
    recoveryCodesLeft: 10,
  })
  expect([
    (await user.call(users.get, {})).status,
    (await otherSession.call(users.get, {})).status,
  ]).toEqual([200, 700])
  expect(await mailsTo(`${name}@example.com`)).toContain(
    '两步验证已开启 · Two-step verification is on',
  )
  for (const call of [
    () => user.refused(twoFactor.begin, { password }),
    () => user.refused(twoFactor.confirm, { code: '000000' }),
  ])
    expect(await call()).toMatchObject({
      code: 'changedElsewhere',
      msg: 'Two-step verification is already on.',
    })
})

test('a password returns a challenge, which a code turns into a session', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const refused = await visitor().call(login.login, {
    account: name,
    password,
    clientType: 'windows',
  })
  expect(refused).toMatchObject({
    status: 200,
    success: false,
    data: { code: 'secondStepNeeded', challenge: expect.any(String) },
  })
  const { challenge } = refused.data as unknown as { challenge: string }
  const { data, success } = await visitor().call(twoFactor.signIn, {
    challenge,
    code: nextCode(secret).replace(/^.../, '$& '),
  })
  expect(success).toBe(true)
  expect((await caller(server, data).call(users.get, {})).data.username).toBe(name)
  expect(
    await visitor().refused(login.login, { account: name, password: 'wrong one' }),
  ).toMatchObject({ code: 'wrongPassword' })
})

test('the code that enabled two-factor cannot sign in', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const repeated = { challenge: await challengeFor(), code: codeAt(secret, server.now()) }
  expect(await visitor().refused(twoFactor.signIn, repeated)).toMatchObject({
    status: 200,
    code: 'invalid',
  })
})

test('a code does not enable two-factor if its secret is replaced concurrently', async () => {
  const user = await signIn(server, name)
  const { secret } = (await user.call(twoFactor.begin, { password })).data
  const { db } = server.database
  const confirming = await transaction(db, async (tx) => {
    await tx
      .update(twoFactorSecrets)
      .set({ sealedSecret: 'another' })
      .where(eq(twoFactorSecrets.userId, person.userId))
    const response = user.refused(twoFactor.confirm, { code: codeAt(secret, server.now()) })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { answer: response }
  })
  expect(await confirming.answer).toMatchObject({ code: 'changedElsewhere' })
  expect((await user.call(twoFactor.get, {})).data.enabled).toBe(0)
})

test('a code does not sign in if its secret is replaced concurrently', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const response = { challenge: await challengeFor(), code: nextCode(secret) }
  const { db } = server.database
  const signingIn = await transaction(db, async (tx) => {
    await tx
      .update(twoFactorSecrets)
      .set({ sealedSecret: 'another' })
      .where(eq(twoFactorSecrets.userId, person.userId))
    const refused = visitor().refused(twoFactor.signIn, response)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { refused }
  })
  expect(await signingIn.refused).toMatchObject({ status: 200, code: 'invalid' })
})

test('a code signs in though its secret is re-encrypted concurrently', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const response = { challenge: await challengeFor(), code: nextCode(secret) }
  const { db, encryption } = server.services
  const sealedSecret = await encryption.encrypt(secret, `secondStep:${person.userId}`)
  const signingIn = await transaction(db, async (tx) => {
    await tx
      .update(twoFactorSecrets)
      .set({ sealedSecret })
      .where(eq(twoFactorSecrets.userId, person.userId))
    const signed = visitor().call(twoFactor.signIn, response)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { signed }
  })
  expect((await signingIn.signed).success).toBe(true)
})

test('codes one time step off are accepted, two are not; none is accepted twice', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  server.passTime(10 * codePeriodMs)
  const challenge = await challengeFor()
  const signInAt = (steps: number) =>
    visitor().call(twoFactor.signIn, {
      challenge,
      code: codeAt(secret, server.now() + steps * codePeriodMs),
    })
  expect([(await signInAt(-2)).success, (await signInAt(2)).success]).toEqual([false, false])
  expect((await signInAt(-1)).success).toBe(true)
  expect((await signInAt(0)).success).toBe(true)
  const repeated = await signInAt(0)
  expect(repeated).toMatchObject({ status: 200, success: false, data: { code: 'invalid' } })
  expect((await signInAt(-1)).success).toBe(false)
  expect((await signInAt(1)).success).toBe(true)
  expect((await signInAt(0)).success).toBe(false)
})

test('of twenty concurrent uses of a code one succeeds', async () => {
  const { secret, recoveryCodes: codes } = await enableTwoFactor(server, await signIn(server, name))
  const code = nextCode(secret)
  for (const used of [code, codes[0]!]) {
    const challenge = await challengeFor()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor().call(twoFactor.signIn, { challenge, code: used })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 429].includes(status))).toBe(true)
  }
})

test('a recovery code signs in once, in any notation, and its user is notified', async () => {
  const { recoveryCodes: codes } = await enableTwoFactor(server, await signIn(server, name))
  const code = ` ${codes[3]!.toLowerCase().replaceAll('-', ' ')} `
  const { data } = await visitor().call(twoFactor.signIn, { challenge: await challengeFor(), code })
  const user = caller(server, data)
  expect((await user.call(twoFactor.get, {})).data).toMatchObject({ recoveryCodesLeft: 9 })
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: await challengeFor(), code }),
  ).toMatchObject({ code: 'invalid' })
  expect(await mailsTo(`${name}@example.com`)).toContain(
    '使用了一个恢复码 · A recovery code was used',
  )
  expect(
    (await user.call(notices.page, {})).data.rows.map(({ content }) => content),
  ).toContainEqual(expect.stringContaining('Codes left: 9'))
})

test('new recovery codes need password and code, and replace the old ones', async () => {
  const user = await signIn(server, name)
  const { secret, recoveryCodes: oldCodes } = await enableTwoFactor(server, user)
  expect(
    await user.refused(twoFactor.renewCodes, { password: 'not mine', code: nextCode(secret) }),
  ).toMatchObject({ code: 'wrongPassword' })
  expect(await user.refused(twoFactor.renewCodes, { password, code: '000000' })).toMatchObject({
    code: 'invalid',
  })
  const { data } = await user.call(twoFactor.renewCodes, { password, code: nextCode(secret) })
  expect(data.recoveryCodes).toHaveLength(10)
  expect(
    await visitor().refused(twoFactor.signIn, {
      challenge: await challengeFor(),
      code: oldCodes[0]!,
    }),
  ).toMatchObject({ code: 'invalid' })
  expect(
    await visitor().call(twoFactor.signIn, {
      challenge: await challengeFor(),
      code: data.recoveryCodes[0]!,
    }),
  ).toMatchObject({ success: true })
})

test('disabling needs password and code, and then the password is enough', async () => {
  const user = await signIn(server, name)
  const { secret } = await enableTwoFactor(server, user)
  const openChallenge = await challengeFor()
  expect(await user.refused(twoFactor.disable, { password, code: '000000' })).toMatchObject({
    code: 'invalid',
  })
  expect(
    await user.refused(twoFactor.disable, { password: 'not mine', code: nextCode(secret) }),
  ).toMatchObject({ code: 'wrongPassword' })
  expect(await user.call(twoFactor.disable, { password, code: nextCode(secret) })).toMatchObject({
    success: true,
  })
  expect(await signIn(server, name)).toBeDefined()
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: openChallenge, code: '000000' }),
  ).toMatchObject({ code: 'secondStepOver' })
  expect(await user.refused(twoFactor.disable, { password, code: '000000' })).toMatchObject({
    code: 'changedElsewhere',
  })
  expect(await mailsTo(`${name}@example.com`)).toContain(
    '两步验证已关闭 · Two-step verification is off',
  )
})

test('two-factor stays enabled after password resets by mail or by the main account', async () => {
  const sub = await addPerson(server.database.db, { account: `${name}sub`, owner: anna })
  await enableTwoFactor(server, await signIn(server, sub.account))
  const main = await signIn(server, 'anna')
  await main.call(subAccounts.resetPassword, {
    userId: sub.userId,
    password: 'set-by-main-account',
  })
  const after = { account: sub.account, password: 'set-by-main-account' }
  expect(await visitor().refused(login.login, after)).toMatchObject({ code: 'secondStepNeeded' })
  await enableTwoFactor(server, await signIn(server, name))
  const email = `${name}@example.com`
  await visitor().call(login.sendVCode, { account: email })
  const openChallenge = await challengeFor()
  const reset = { email, vcode: server.mailbox.codeFor(email), password: 'remembered-this-time' }
  expect(await visitor().call(login.resetPassword, reset)).toMatchObject({ success: true })
  expect(
    await visitor().refused(login.login, { account: name, password: 'remembered-this-time' }),
  ).toMatchObject({ code: 'secondStepNeeded' })
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: openChallenge, code: '000000' }),
  ).toMatchObject({ code: 'secondStepOver' })
})

test('deleting a sub-account deletes its secret and recovery codes', async () => {
  const sub = await addPerson(server.database.db, { account: `${name}sub`, owner: anna })
  await enableTwoFactor(server, await signIn(server, sub.account))
  const rowsLeft = async () =>
    (
      await Promise.all(
        [twoFactorSecrets, recoveryCodes].map((table) => server.services.db.select().from(table)),
      )
    )
      .flat()
      .filter(({ userId }) => userId === sub.userId).length
  expect(await rowsLeft()).toBe(11)
  await (await signIn(server, 'anna')).call(subAccounts.remove, { userId: sub.userId })
  expect(await rowsLeft()).toBe(0)
})
