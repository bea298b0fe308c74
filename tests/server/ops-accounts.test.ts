/** The operator command on accounts: find, suspend, reopen, end sessions, and the log of it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { mailCodes, securityEvents, unmatchedPayments } from '#server/schema.ts'
import { recordSecurityEvent } from '#server/auth/security-events.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { codeAt, codePeriodMs, enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { ops, opsJson, opsProcess } from '#tests/support/server/ops.ts'
import { placeOrder, creditCount, scriptedGateways } from '#tests/support/actors/order-fixtures.ts'
import { password } from '#tests/support/actors/people.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import {
  caller,
  signedIn,
  signIn,
  startServer,
  type ApiErrorData,
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
let env: Record<string, string>
beforeAll(async () => {
  server = await startServer({}, undefined, { gateways, translators: scriptedVendor.translators })
  env = { DATABASE_URL: server.database.url }
  await ensureCatalogue(server.database.db)
})
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
})

const operatorOptions = ['--by', 'Li Lei'] as const
const reasonOptions = ['--reason', 'chargebacks', ...operatorOptions] as const
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
  expect((await opsProcess(env, 'accounts', 'suspend', main.account, ...reasonOptions)).code).toBe(
    0,
  )
  expect((await ops(env, 'accounts', 'suspend', main.account, ...reasonOptions)).code).toBe(1)
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
  expect(
    await opsJson(env, 'accounts', 'reopen', main.account.split('@')[0]!, ...reasonOptions),
  ).toMatchObject({ after: { enabled: true }, done: true })
  expect((await owner.call(users.get, {})).status).toBe(700)
  expect(
    (await (await signIn(server, main.account)).call(users.get, {})).data.memberAccount
      .usableCharNum,
  ).toBe(1_001_000)
  expect(
    (await (await signIn(server, sub.account)).call(users.get, {})).data.memberAccount
      .usableCharNum,
  ).toBe(10)
  const log = await opsJson<{ action: string; reason: string }[]>(
    env,
    'history',
    'list',
    '--last',
    '2',
  )
  expect(log).toMatchObject([
    { action: 'accounts reopen' },
    { action: 'accounts suspend', reason: 'chargebacks' },
  ])
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
  await ops(env, 'accounts', 'suspend', main.account, ...reasonOptions)
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
  await ops(env, 'accounts', 'suspend', main.account, ...reasonOptions)
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
    await ops(env, 'accounts', 'suspend', main.account, ...reasonOptions)
    for (const actor of await Promise.all(tries))
      if (actor) expect((await actor.call(users.get, {})).status).toBe(701)
  }
})

test('suspending a sub-account, an unknown account or without a reason is refused', async () => {
  const { sub } = await createAccountGroup()
  expect((await ops(env, 'accounts', 'suspend', sub.account, ...reasonOptions)).stderr).toContain(
    'is a sub-account',
  )
  expect(
    (await ops(env, 'accounts', 'suspend', 'nobody@example.com', ...reasonOptions)).stderr,
  ).toContain('was not found')
  expect((await ops(env, 'accounts', 'suspend', sub.account)).code).toBe(2)
})

test('a sub-account disabled by its owner stays so after a suspension of the main account', async () => {
  const { main, sub } = await createAccountGroup()
  const owner = await signIn(server, main.account)
  await owner.call(subAccounts.changeEnabled, { userId: sub.userId, enabled: 0 })
  for (const action of ['suspend', 'reopen'])
    expect((await ops(env, 'accounts', action, main.account, ...reasonOptions)).code).toBe(0)
  expect((await (await signIn(server, main.account)).call(users.get, {})).status).toBe(200)
  expect(
    await caller(server, null).refused(login.login, { account: sub.account, password }),
  ).toMatchObject({ code: 'accountDisabled' })
})

test('sessions of one account or of a whole account group are ended', async () => {
  const { main, sub } = await createAccountGroup()
  const [owner, subCaller] = [await signedIn(server, main), await signedIn(server, sub)]
  expect(await opsJson(env, 'sessions', 'end', sub.account, ...operatorOptions)).toMatchObject({
    before: { sessions: 1 },
  })
  expect([
    (await owner.call(users.get, {})).status,
    (await subCaller.call(users.get, {})).status,
  ]).toEqual([200, 700])
  await ops(env, 'sessions', 'end', sub.account, '--family', ...operatorOptions)
  expect((await owner.call(users.get, {})).status).toBe(700)
})

test('accounts, orders and payments are found by any part of their identifiers', async () => {
  const { main, sub } = await createAccountGroup()
  const owner = await signedIn(server, main)
  const { no } = await placeOrder(owner)
  const payment = wechat.pay(no, { gatewayNo: '4200001234567890' })
  await wechat.notify(server.origin, payment)
  const found = async (text: string) =>
    (await opsJson<{ kind: string; userId?: string; no?: string }[]>(env, 'find', text)).map(
      ({ userId, no: order }) => userId ?? order,
    )
  const { inviteCode } = (await owner.call(users.get, {})).data
  for (const text of [main.account.toUpperCase(), main.account.split('@')[0]!, main.userId])
    expect(await found(text), text).toContain(main.userId)
  if (inviteCode) expect(await found(inviteCode)).toContain(main.userId)
  expect(await found(sub.account.slice(0, -1))).toContain(sub.userId)
  for (const text of [no, no.slice(4, -1), '1234567890'])
    expect(await found(text), text).toContain(no)
  expect(await found('%%%')).toEqual([])
  expect((await ops(env, 'find', 'ab')).code).toBe(1)
})

test('an unmatched payment is marked as handled once, with the operator', async () => {
  const paidAt = new Date()
  const unmatched = {
    gateway: 'wechat',
    gatewayNo: 'W77',
    orderNo: '1',
    reason: 'unknownOrder' as const,
    amountCents: 100,
    paidAt,
    at: paidAt,
  }
  await server.database.db.insert(unmatchedPayments).values(unmatched)
  expect((await ops(env, 'unmatched-payments', 'handle', 'W77', ...operatorOptions)).code).toBe(2)
  expect(
    (
      await opsProcess(
        env,
        'unmatched-payments',
        'handle',
        'W77',
        '--how',
        'refunded by hand',
        ...operatorOptions,
      )
    ).code,
  ).toBe(0)
  expect(
    (await ops(env, 'unmatched-payments', 'handle', 'W77', '--how', 'again', ...operatorOptions))
      .stderr,
  ).toContain('refunded by hand')
  expect(await opsJson(env, 'unmatched-payments', 'list')).toEqual([])
  expect(await opsJson(env, 'unmatched-payments', 'list', '--state', 'all')).toMatchObject([
    { handledBy: 'Li Lei', handling: 'refunded by hand' },
  ])
})

test('a withdrawn announcement is listed as withdrawn only', async () => {
  const textOptions = [
    '--zh-title',
    '维护',
    '--zh-text',
    '今晚维护',
    '--en-title',
    'Maintenance',
    '--en-text',
    'Tonight',
  ]
  const { after } = await opsJson<{ after: { id: number } }>(
    env,
    'announcements',
    'add',
    ...textOptions,
  )
  expect(
    (await opsProcess(env, 'announcements', 'withdraw', String(after.id), ...operatorOptions)).code,
  ).toBe(0)
  expect(
    (await ops(env, 'announcements', 'withdraw', String(after.id), ...operatorOptions)).code,
  ).toBe(1)
  expect(await opsJson(env, 'announcements', 'list')).toEqual([])
  expect(await opsJson(env, 'announcements', 'list', '--all')).toMatchObject([{ withdrawn: true }])
})

test('the security events of an account are exported as JSON and as CSV', async () => {
  const { main } = await createAccountGroup()
  await signIn(server, main.account)
  await ops(env, 'accounts', 'suspend', main.account, ...reasonOptions)
  const rows = await opsJson<{ event: string; ip: string }[]>(
    env,
    'accounts',
    'events',
    main.account,
  )
  expect(rows.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      'signed in',
      'session, blocked',
      'security alert',
      'operator: accounts suspend',
    ]),
  )
  const { stdout } = await opsProcess(env, 'accounts', 'events', main.account, '--csv')
  expect(stdout.split('\r\n')[0]).toBe('"at","event","ip","client","detail"')
  expect(stdout).toContain('"signed in"')
})

test('security events are exported, summed by network and day, and erased with the account', async () => {
  const { db } = server.database
  const { main, sub } = await createAccountGroup()
  const eventsOf = async (account: string) =>
    (
      await opsJson<{ event: string; ip: string; detail: string }[]>(
        env,
        'accounts',
        'events',
        account,
      )
    ).filter(({ event }) => /password|code/.test(event))
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
  const listed = await eventsOf(main.account)
  expect(listed.map(({ event }) => event)).toEqual([
    'sign-in refused: wrong password',
    'wrong password while signed in',
    'password changed',
    'password reset by a mailed code',
  ])
  expect(listed[0]!.detail).toMatch(/^3 times from 10\.\d+\.\d+\.0\/24, last /)
  expect((await eventsOf(sub.account)).map(({ event }) => event)).toEqual([
    'password set by the main account',
  ])
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
