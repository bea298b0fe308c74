/** Suspended accounts, and the security events that operators see of an account. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { customers } from '#contract/operator/customers.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { mailCodes, securityEvents } from '#server/schema.ts'
import { recordSecurityEvent } from '#server/features/identity/security-events.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { codeAt, codePeriodMs, enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { placeOrder, creditCount, scriptedGateways } from '#tests/support/actors/order-fixtures.ts'
import { password } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  caller,
  signIn,
  startServer,
  type ApiErrorData,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import {
  echo,
  scriptedTranslators,
  type Script,
} from '#tests/support/gateways/scripted-translator.ts'

const { wechat, gateways } = scriptedGateways()
let currentScript: Script = echo
const scriptedVendor = scriptedTranslators(
  (request, engine) => currentScript(request, engine),
  ['youdao'],
)

let server: TestServer
let staff: Caller
beforeAll(async () => {
  server = await startServer({}, undefined, { gateways, translators: scriptedVendor.translators })
  staff = await newOperator(server, 'support')
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
})

const changeState = async (change: 'suspend' | 'reopen', { userId }: { userId: string }) => {
  const { success, msg } = await staff.call(customers[change], {
    id: userId,
    reason: 'chargebacks',
  })
  expect(success, msg).toBe(true)
}
const createAccountGroup = async () => {
  const { main, subs } = await addMember(server.database.db, { groupId: '2', chars: [1_000, 10] })
  return { main, sub: subs[0]! }
}
const suspendedEn =
  'This account is suspended and can’t log in. Its quota and data are kept. Please contact support.'

test('a suspended account cannot sign in, keeps its balance, is credited for payments, and reopens', async () => {
  const { main, sub } = await createAccountGroup()
  const [owner, subCaller] = [await signIn(server, main.account), await signIn(server, sub.account)]
  const stream = await openNoticeStream(server.api, owner)
  const lateOrder = await placeOrder(owner)
  await changeState('suspend', main)
  await expect.poll(() => stream.hasEnded()).toBe(true)
  for (const actor of [owner, subCaller]) expect((await actor.call(users.get, {})).status).toBe(701)
  for (const { account } of [main, sub]) {
    const visitor = caller(server, null)
    expect(await visitor.refused(login.login, { account, password })).toMatchObject({
      code: 'accountDisabled',
      msg: suspendedEn,
    })
    expect(
      await visitor.refused(login.login, { account, password: 'not it at all' }),
    ).toMatchObject({ code: 'wrongPassword' })
  }
  const chinese = await caller(server, null, 'zh-CN').refused(login.login, {
    account: main.account,
    password,
  })
  expect(chinese.msg).toContain('请联系客服')
  expect((await wechat.notify(server.origin, wechat.pay(lateOrder.no))).status).toBe(200)
  expect(await creditCount(server.database.db, lateOrder.no)).toBe(1)
  await changeState('reopen', main)
  expect((await owner.call(users.get, {})).status).toBe(700)
  expect(
    (await (await signIn(server, main.account)).call(users.get, {})).data.memberAccount
      .usableCharNum,
  ).toBe(1_001_000)
  expect(
    (await (await signIn(server, sub.account)).call(users.get, {})).data.memberAccount
      .usableCharNum,
  ).toBe(10)
})

test('a suspension ends running streams, later calls and two-factor sign-ins with its message', async () => {
  const { main, sub } = await createAccountGroup()
  const [owner, subCaller] = [await signIn(server, main.account), await signIn(server, sub.account)]
  const { secret } = await enableTwoFactor(server, owner)
  const visitor = caller(server, null)
  const { data } = await visitor.call(login.login, { account: main.account, password })
  const { challenge } = data as unknown as ApiErrorData & { challenge: string }
  const stream = await openNoticeStream(server.api, subCaller)
  let markEntered = () => {}
  let respond = () => {}
  const vendorCalled = new Promise<void>((resolve) => (markEntered = resolve))
  const mayRespond = new Promise<void>((resolve) => (respond = resolve))
  currentScript = async (request, engine) => {
    markEntered()
    await mayRespond
    return echo(request, engine)
  }
  const translating = subCaller.call(translation.text, {
    source: 'zh',
    target: 'en',
    text: '早上好',
  })
  await vendorCalled
  await changeState('suspend', main)
  respond()
  currentScript = echo
  await expect.poll(() => stream.hasEnded()).toBe(true)
  expect(await translating).toMatchObject({ success: true, data: { chars: 3 } })
  for (const actor of [owner, subCaller])
    expect(await actor.refused(users.get, {})).toMatchObject({
      status: 701,
      code: 'accountDisabled',
      msg: suspendedEn,
    })
  server.passTime(codePeriodMs)
  const code = codeAt(secret, server.now())
  expect(await visitor.refused(twoFactor.signIn, { challenge, code })).toMatchObject({
    code: 'accountDisabled',
    msg: suspendedEn,
  })
})

test('the message for a sub-account disabled by its owner refers to the owner', async () => {
  const { main, sub } = await createAccountGroup()
  const [owner, subCaller] = [await signIn(server, main.account), await signIn(server, sub.account)]
  await owner.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  expect((await subCaller.refused(users.get, {})).msg).toContain('owner of the main account')
})

test('the password of a suspended account cannot be reset', async () => {
  const { main } = await createAccountGroup()
  await changeState('suspend', main)
  const visitor = caller(server, null)
  await visitor.call(login.sendVCode, { account: main.account })
  expect(await server.database.db.$count(mailCodes)).toBeGreaterThan(0)
  const vcode = server.mailbox.codeFor(main.account)
  const reset = await visitor.refused(login.resetPassword, {
    email: main.account,
    vcode,
    password: 'another-secret',
  })
  expect(reset).toMatchObject({ code: 'accountDisabled', msg: suspendedEn })
})

test('sign-ins concurrent with a suspension leave no valid session', async () => {
  for (let round = 0; round < 4; round++) {
    const { main, sub } = await createAccountGroup()
    const tries = [main, sub, main, sub].map(({ account }) =>
      signIn(server, account).catch(() => undefined),
    )
    await changeState('suspend', main)
    for (const actor of await Promise.all(tries))
      if (actor) expect((await actor.call(users.get, {})).status).toBe(701)
  }
})

test('a sub-account disabled by its owner stays so after a suspension of the main account', async () => {
  const { main, sub } = await createAccountGroup()
  const owner = await signIn(server, main.account)
  await owner.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  for (const change of ['suspend', 'reopen'] as const) await changeState(change, main)
  expect((await (await signIn(server, main.account)).call(users.get, {})).status).toBe(200)
  expect(
    await caller(server, null).refused(login.login, { account: sub.account, password }),
  ).toMatchObject({ code: 'accountDisabled' })
})

test('operators see security events, summed by network and day, without what was typed', async () => {
  const { db } = server.database
  const { main, sub } = await createAccountGroup()
  const eventsOf = async ({ userId }: { userId: string }) =>
    (await staff.call(customers.get, { id: userId })).data.securityEvents
  const visitor = caller(server, null)
  for (const wrong of ['guess one', 'guess two', 'guess three'])
    await visitor.refused(login.login, { account: main.account, password: wrong })
  await visitor.refused(login.login, { account: 'nobody at all', password: 'guess one' })
  const owner = await signIn(server, main.account)
  await owner.refused(users.changePassword, { oldPassword: 'not mine', password: 'another-secret' })
  await owner.call(subAccounts.resetPassword, { userId: sub.userId, password: 'another-secret' })
  await owner.call(users.changePassword, { oldPassword: password, password: 'another-secret' })
  await visitor.call(login.sendVCode, { account: main.account })
  const vcode = server.mailbox.codeFor(main.account)
  await visitor.call(login.resetPassword, { email: main.account, vcode, password })
  const listed = await eventsOf(main)
  expect(listed.map(({ event }) => event).toSorted()).toEqual([
    'passwordChanged',
    'passwordReset',
    'wrongOwnPassword',
    'wrongPassword',
  ])
  expect(listed.find(({ event }) => event === 'wrongPassword')).toMatchObject({
    count: 3,
    network: expect.stringMatching(/^10\.\d+\.\d+\.0\/24$/) as unknown,
  })
  expect((await eventsOf(sub)).map(({ event }) => event)).toEqual(['passwordSetByOwner'])
  const stored = JSON.stringify(await db.select().from(securityEvents))
  for (const typed of ['guess one', 'another-secret', 'nobody at all'])
    expect(stored).not.toContain(typed)
})

test('password guesses store a bounded number of rows, for unknown names one a day', async () => {
  const { db } = server.database
  const { main } = await createAccountGroup()
  const nobody = eq(securityEvents.ownerId, '0')
  for (let guess = 0; guess < 130; guess++) {
    const call = {
      ip: `2a00:${guess.toString(16)}::1`,
      clock: server.services.clock,
      settings: server.services.settings,
    }
    await recordSecurityEvent(db, call, main, 'wrongPassword')
    await recordSecurityEvent(db, call, undefined, 'wrongPassword')
  }
  const rows = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.ownerId, main.ownerId))
  expect(rows).toHaveLength(101)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(130)
  expect(await db.$count(securityEvents, nobody)).toBe(1)
})
