/** The second step of signing in: turned on, asked for, turned off, over a real socket. */
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

/** A new main account for each test. */
let name: string
let person: Person
beforeEach(async () => {
  // On a busy machine the next code's time may come between the making of a code and the look at
  // it.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  name = `person${++count}`
  person = await addPerson(server.database.db, { account: `${name}@example.com`, username: name })
})

afterEach(() => vi.restoreAllMocks())

const visitor = () => caller(server, null)
const challenged = async (account = name) => {
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

test('who has not turned it on signs in as ever', async () => {
  const me = await signIn(server, name)
  expect((await me.call(twoFactor.get, {})).data).toEqual({
    enabled: 0,
    enabledDateTime: null,
    recoveryCodesLeft: 0,
  })
})

test('it takes the password and a first code, gives ten recovery codes, and ends the other sessions', async () => {
  const [me, elsewhere] = [await signIn(server, name), await signIn(server, name)]
  expect(await me.refused(twoFactor.begin, { password: 'not mine' })).toMatchObject({
    code: 'wrongPassword',
    msg: 'Wrong password',
  })
  const { data } = await me.call(twoFactor.begin, { password })
  expect(data.uri).toBe(
    `otpauth://totp/Yiqiao:${name}%40example.com?issuer=Yiqiao&secret=${data.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(fromBase32(data.secret)).toHaveLength(20)
  expect((await me.call(twoFactor.get, {})).data.enabled).toBe(0)
  expect(await visitor().call(login.login, { account: name, password })).toMatchObject({
    success: true,
  })
  expect(await me.refused(twoFactor.confirm, { code: '000000' })).toMatchObject({
    code: 'invalid',
    msg: expect.stringContaining('wrong'),
  })
  const confirmed = await me.call(twoFactor.confirm, { code: codeAt(data.secret, server.now()) })
  expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
  for (const code of confirmed.data.recoveryCodes)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)
  expect((await me.call(twoFactor.get, {})).data).toMatchObject({
    enabled: 1,
    enabledDateTime: expect.any(String),
    recoveryCodesLeft: 10,
  })
  expect([
    (await me.call(users.get, {})).status,
    (await elsewhere.call(users.get, {})).status,
  ]).toEqual([200, 700])
  expect(await mailsTo(`${name}@example.com`)).toContain(
    '两步验证已开启 · Two-step verification is on',
  )
  for (const call of [
    () => me.refused(twoFactor.begin, { password }),
    () => me.refused(twoFactor.confirm, { code: '000000' }),
  ])
    expect(await call()).toMatchObject({
      code: 'changedElsewhere',
      msg: 'Two-step verification is already on.',
    })
})

test('the password alone is refused with a challenge, which a code turns into a session', async () => {
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

test('the code that turned it on signs nobody in', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const again = { challenge: await challenged(), code: codeAt(secret, server.now()) }
  expect(await visitor().refused(twoFactor.signIn, again)).toMatchObject({
    status: 200,
    code: 'invalid',
  })
})

test('a code turns nothing on when its secret was replaced in that moment', async () => {
  const me = await signIn(server, name)
  const { secret } = (await me.call(twoFactor.begin, { password })).data
  const { db } = server.database
  const confirming = await transaction(db, async (tx) => {
    await tx
      .update(twoFactorSecrets)
      .set({ sealedSecret: 'another' })
      .where(eq(twoFactorSecrets.userId, person.userId))
    const answer = me.refused(twoFactor.confirm, { code: codeAt(secret, server.now()) })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { answer }
  })
  expect(await confirming.answer).toMatchObject({ code: 'changedElsewhere' })
  expect((await me.call(twoFactor.get, {})).data.enabled).toBe(0)
})

test('a code signs nobody in when its secret was replaced in that moment', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const answer = { challenge: await challenged(), code: nextCode(secret) }
  const { db } = server.database
  const signingIn = await transaction(db, async (tx) => {
    await tx
      .update(twoFactorSecrets)
      .set({ sealedSecret: 'another' })
      .where(eq(twoFactorSecrets.userId, person.userId))
    const refused = visitor().refused(twoFactor.signIn, answer)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { refused }
  })
  expect(await signingIn.refused).toMatchObject({ status: 200, code: 'invalid' })
})

test('a code signs in although its secret is encrypted anew in that moment', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  const answer = { challenge: await challenged(), code: nextCode(secret) }
  const { db, encryption } = server.services
  const sealedSecret = await encryption.encrypt(secret, `secondStep:${person.userId}`)
  const signingIn = await transaction(db, async (tx) => {
    await tx
      .update(twoFactorSecrets)
      .set({ sealedSecret })
      .where(eq(twoFactorSecrets.userId, person.userId))
    const signed = visitor().call(twoFactor.signIn, answer)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { signed }
  })
  expect((await signingIn.signed).success).toBe(true)
})

test('codes one time step off are accepted, two are not, and none twice or after a later one', async () => {
  const { secret } = await enableTwoFactor(server, await signIn(server, name))
  server.passTime(10 * codePeriodMs)
  const challenge = await challenged()
  const trying = (steps: number) =>
    visitor().call(twoFactor.signIn, {
      challenge,
      code: codeAt(secret, server.now() + steps * codePeriodMs),
    })
  expect([(await trying(-2)).success, (await trying(2)).success]).toEqual([false, false])
  expect((await trying(-1)).success).toBe(true)
  expect((await trying(0)).success).toBe(true)
  const again = await trying(0)
  expect(again).toMatchObject({ status: 200, success: false, data: { code: 'invalid' } })
  expect((await trying(-1)).success).toBe(false)
  expect((await trying(1)).success).toBe(true)
  expect((await trying(0)).success).toBe(false)
})

test('of twenty who use one code in the same moment, one gets in', async () => {
  const { secret, recoveryCodes: codes } = await enableTwoFactor(server, await signIn(server, name))
  const code = nextCode(secret)
  for (const used of [code, codes[0]!]) {
    const challenge = await challenged()
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
  const { data } = await visitor().call(twoFactor.signIn, { challenge: await challenged(), code })
  const me = caller(server, data)
  expect((await me.call(twoFactor.get, {})).data).toMatchObject({ recoveryCodesLeft: 9 })
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: await challenged(), code }),
  ).toMatchObject({ code: 'invalid' })
  expect(await mailsTo(`${name}@example.com`)).toContain(
    '使用了一个恢复码 · A recovery code was used',
  )
  expect((await me.call(notices.page, {})).data.rows.map(({ content }) => content)).toContainEqual(
    expect.stringContaining('Codes left: 9'),
  )
})

test('new recovery codes take the place of the old ones, for the password and a code', async () => {
  const me = await signIn(server, name)
  const { secret, recoveryCodes: old } = await enableTwoFactor(server, me)
  expect(
    await me.refused(twoFactor.renewCodes, { password: 'not mine', code: nextCode(secret) }),
  ).toMatchObject({ code: 'wrongPassword' })
  expect(await me.refused(twoFactor.renewCodes, { password, code: '000000' })).toMatchObject({
    code: 'invalid',
  })
  const { data } = await me.call(twoFactor.renewCodes, { password, code: nextCode(secret) })
  expect(data.recoveryCodes).toHaveLength(10)
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: await challenged(), code: old[0]! }),
  ).toMatchObject({ code: 'invalid' })
  expect(
    await visitor().call(twoFactor.signIn, {
      challenge: await challenged(),
      code: data.recoveryCodes[0]!,
    }),
  ).toMatchObject({ success: true })
})

test('it is turned off by password and code, and then the password is enough', async () => {
  const me = await signIn(server, name)
  const { secret } = await enableTwoFactor(server, me)
  const open = await challenged()
  expect(await me.refused(twoFactor.disable, { password, code: '000000' })).toMatchObject({
    code: 'invalid',
  })
  expect(
    await me.refused(twoFactor.disable, { password: 'not mine', code: nextCode(secret) }),
  ).toMatchObject({ code: 'wrongPassword' })
  expect(await me.call(twoFactor.disable, { password, code: nextCode(secret) })).toMatchObject({
    success: true,
  })
  expect(await signIn(server, name)).toBeDefined()
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: open, code: '000000' }),
  ).toMatchObject({ code: 'secondStepOver' })
  expect(await me.refused(twoFactor.disable, { password, code: '000000' })).toMatchObject({
    code: 'changedElsewhere',
  })
  expect(await mailsTo(`${name}@example.com`)).toContain(
    '两步验证已关闭 · Two-step verification is off',
  )
})

test('a forgotten password set anew leaves it on, and so does one that the main account sets', async () => {
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
  const open = await challenged()
  const reset = { email, vcode: server.mailbox.codeFor(email), password: 'remembered-this-time' }
  expect(await visitor().call(login.resetPassword, reset)).toMatchObject({ success: true })
  expect(
    await visitor().refused(login.login, { account: name, password: 'remembered-this-time' }),
  ).toMatchObject({ code: 'secondStepNeeded' })
  expect(
    await visitor().refused(twoFactor.signIn, { challenge: open, code: '000000' }),
  ).toMatchObject({ code: 'secondStepOver' })
})

test('a deleted sub-account leaves nothing of it', async () => {
  const sub = await addPerson(server.database.db, { account: `${name}sub`, owner: anna })
  await enableTwoFactor(server, await signIn(server, sub.account))
  const left = async () =>
    (
      await Promise.all(
        [twoFactorSecrets, recoveryCodes].map((table) => server.services.db.select().from(table)),
      )
    )
      .flat()
      .filter(({ userId }) => userId === sub.userId).length
  expect(await left()).toBe(11)
  await (await signIn(server, 'anna')).call(subAccounts.remove, { userId: sub.userId })
  expect(await left()).toBe(0)
})
