/** Operators search accounts, read their details, and change them with a reason. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { approvals } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { twoFactor } from '#contract/two-factor.ts'
import { translation } from '#contract/translation.ts'
import { usage } from '#contract/usage.ts'
import { users } from '#contract/users.ts'
import { transaction } from '#server/platform/db/db.ts'
import { balances, users as userTable } from '#server/schema.ts'
import { enableTwoFactor } from '#tests/support/actors/authenticator.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { password } from '#tests/support/actors/people.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn, signIn, type Caller } from '#tests/support/server/server.ts'

const { server } = await serverWithGateways()
let staff = await operatorsOfEachRole(server)

const group = async () => {
  const { main, subs } = await addMember(server.database.db, { groupId: '2', chars: [5_000, 10] })
  return { main, sub: subs[0]! }
}
const found = async (search: string, more = {}) => {
  const { data } = await staff.support.call(customers.page, { search, ...more })
  return data.rows.map(({ id }) => id)
}
const detailsOf = async (id: string, caller: Caller = staff.support) =>
  (await caller.call(customers.get, { id })).data
const charsOf = async ({ userId }: { userId: string }) => {
  const { db } = server.database
  const [row] = await db.select().from(balances).where(eq(balances.userId, userId))
  return row!.chars
}
const reason = 'called back'

test('a main account has the number of its sub-accounts, and leads to their rows', async () => {
  const { main, sub } = await group()
  const { data } = await staff.support.call(customers.page, { search: main.userId })
  expect(
    data.rows.map(({ id, subAccountCount, ownerAccount }) => [id, subAccountCount, ownerAccount]),
  ).toEqual([
    [main.userId, 1, main.account],
    [sub.userId, 0, main.account],
  ])
  expect(await found(main.userId, { type: 'main' })).toEqual([main.userId])
})

test('the usage of a customer is that of its own chart: of a main account with its sub-accounts', async () => {
  const { main, sub } = await group()
  await (
    await signedIn(server, sub)
  ).call(translation.text, {
    source: 'en',
    target: 'zh',
    text: 'hello',
  })
  const usageOf = async (id: string, groupBy: 'channel' | 'user') =>
    (await staff.support.call(customers.usage, { id, groupBy })).data
  const ownersChart = await (await signedIn(server, main)).call(usage.daily, { groupBy: 'user' })
  expect(await usageOf(main.userId, 'user')).toEqual(ownersChart.data)
  expect((await usageOf(main.userId, 'channel')).groups.map(({ chars }) => chars)).toEqual([5])
  expect((await usageOf(sub.userId, 'user')).groups).toMatchObject([{ id: sub.userId, chars: 5 }])
  expect((await staff.support.refused(customers.usage, { id: '999999' })).code).toBe('notFound')
})

test('an account is found by name, address, nickname, id, invitation code and order', async () => {
  const { db } = server.database
  const { main, sub } = await group()
  await db
    .update(userTable)
    .set({ username: 'yiqiaohangzhou', nickname: '张三', inviteCode: 'INV774411' })
    .where(eq(userTable.userId, main.userId))
  const customer = await signedIn(server, main)
  const order = await placeOrder(customer)
  const first = main.account.slice(1, 9)
  for (const text of [main.account, first, 'hangzhou', '张三', 'inv7744', order.no])
    expect([text, await found(text)]).toEqual([
      text,
      expect.arrayContaining([main.userId]) as unknown,
    ])
  expect(await found(main.userId)).toEqual([main.userId, sub.userId])
  expect(await found(main.userId, { pageSize: 1 })).toEqual([main.userId])
  expect(await found(main.userId, { pageSize: 1, pageNum: 2 })).toEqual([sub.userId])
  expect(await found(main.userId, { type: 'sub' })).toEqual([sub.userId])
  expect(await found(sub.account)).toContain(sub.userId)
  expect(await found('no such text anywhere')).toEqual([])
  const { data } = await staff.support.call(customers.page, { search: order.no })
  expect(data.rows).toMatchObject([{ id: main.userId, found: order.no, state: 'open' }])
})

test('without a search the newest accounts are listed first, each once', async () => {
  await group()
  const page = async (pageNum: number) =>
    (await staff.support.call(customers.page, { pageSize: 2, pageNum })).data
  const { total } = await page(1)
  const ids: unknown[] = []
  for (let pageNum = 1; ids.length < total; pageNum++)
    ids.push(...(await page(pageNum)).rows.map(({ id }) => id))
  expect(new Set(ids).size).toBe(total)
})

test('the details of an account have its balances, group, orders, ledger, sign-ins and changes', async () => {
  const { main, sub } = await group()
  const customer = await signIn(server, main.account)
  const order = await placeOrder(customer)
  await staff.finance.call(customers.adjust, { id: main.userId, chars: 250, reason })
  const result = await detailsOf(main.userId)
  expect(result).toMatchObject({
    id: main.userId,
    account: main.account,
    type: 'main',
    state: 'open',
    user: { account: main.account, memberAccount: { usableCharNum: 5_250 } },
    twoFactorDateTime: null,
    memberCount: 2,
    orderCount: 1,
    orders: [{ no: order.no, payStatus: 'W' }],
    logins: [{ clientType: 'web' }],
    sessions: [{ blocked: 0 }],
    changes: [{ action: 'adjust', operator: staff.finance.operator.name, reason }],
  })
  expect(result.members.map(({ id }) => id)).toEqual([main.userId, sub.userId])
  expect(result.accountLog[0]).toMatchObject({
    logType: 'SYS_ADJUST',
    charChangeNum: 250,
    lastCharNum: 5_250,
    managerName: staff.finance.operator.name,
  })
  expect((await detailsOf(sub.userId)).user).toMatchObject({ parentUserId: main.userId })
  expect((await staff.support.refused(customers.get, { id: '999999' })).code).toBe('notFound')
  expect((await staff.support.refused(customers.get, { id: 'x' })).code).toBe('notFound')
})

test('the next call of a suspended account gets 701, and reopening allows sign-in again', async () => {
  const { main, sub } = await group()
  const customer = await signedIn(server, main)
  const call = (name: 'suspend' | 'reopen', id: string) =>
    staff.support.refused(customers[name], { id, reason })
  expect(await call('suspend', sub.userId)).toMatchObject({ code: 'notAllowed' })
  expect((await staff.support.call(customers.suspend, { id: main.userId, reason })).success).toBe(
    true,
  )
  expect(await customer.refused(users.get, {})).toMatchObject({ status: 701 })
  expect(await call('suspend', main.userId)).toMatchObject({
    code: 'changedElsewhere',
    msg: `The account ${main.account} is already suspended.`,
  })
  expect(await found(main.userId, { state: 'suspended' })).toEqual([main.userId, sub.userId])
  expect((await detailsOf(sub.userId)).state).toBe('suspended')
  expect((await staff.support.call(customers.reopen, { id: main.userId, reason })).success).toBe(
    true,
  )
  expect((await detailsOf(main.userId)).changes.map(({ action }) => action)).toEqual([
    'accounts reopen',
    'accounts suspend',
  ])
  expect((await signIn(server, main.account)).signer).not.toBeNull()
})

test('sessions of one account or of its group are ended', async () => {
  const { main, sub } = await group()
  const [owner, worker] = [await signedIn(server, main), await signedIn(server, sub)]
  const end = (more = {}) =>
    staff.support.call(customers.endSessions, { id: main.userId, reason, ...more })
  expect((await end()).data).toEqual({ ended: 1 })
  expect((await owner.refused(users.get, {})).status).toBe(700)
  expect((await worker.call(users.get, {})).success).toBe(true)
  expect((await end({ group: 1 })).data).toEqual({ ended: 1 })
  expect((await worker.refused(users.get, {})).status).toBe(700)
})

test('two-factor sign-in is removed with a reason, and not by finance', async () => {
  const { main } = await group()
  const customer = await signedIn(server, main)
  await enableTwoFactor(server, customer)
  expect((await detailsOf(main.userId)).twoFactorDateTime).not.toBeNull()
  const input = { id: main.userId, reason: 'identity checked by video' }
  expect((await staff.finance.refused(customers.removeTwoFactor, input)).code).toBe('notAllowed')
  expect((await staff.support.call(customers.removeTwoFactor, input)).success).toBe(true)
  expect((await customer.call(twoFactor.get, {})).data).toMatchObject({ enabled: 0 })
  expect((await staff.support.refused(customers.removeTwoFactor, input)).code).toBe(
    'changedElsewhere',
  )
})

test('an adjustment takes effect once, is logged with before and after, and never goes below zero', async () => {
  const { main } = await group()
  const adjust = (more: object, key?: string) =>
    staff.support.call(
      customers.adjust,
      { id: main.userId, reason, ...more },
      key ? { 'idempotency-key': key } : undefined,
    )
  for (let n = 0; n < 2; n++)
    expect((await adjust({ chars: -1_000 }, 'adjust-1')).data).toEqual({ outcome: 'done' })
  expect(await charsOf(main)).toBe(4_000)
  const { data } = await staff.support.call(operatorLog.page, { subject: main.account })
  expect(JSON.parse(data.rows[0]!.before!)).toMatchObject({ chars: 5_000 })
  expect(JSON.parse(data.rows[0]!.after!)).toMatchObject({ chars: 4_000 })
  expect(await adjust({ chars: -4_001 })).toMatchObject({ success: false })
  expect(await adjust({})).toMatchObject({ success: false, data: { code: 'invalid' } })
  expect(await charsOf(main)).toBe(4_000)
})

test('adjustments above the limit, also by several small ones, need a second operator', async () => {
  const { main, sub } = await group()
  const adjust = async (id: string, chars: number) =>
    (await staff.finance.call(customers.adjust, { id, chars, reason })).data.outcome
  const adjustableBy = async (by: Caller) =>
    (await by.call(customers.adjustable, { id: sub.userId })).data
  expect(await adjustableBy(staff.finance)).toEqual(businessLimits.adjustment)
  expect(await adjust(main.userId, businessLimits.adjustment.chars)).toBe('done')
  expect(await adjustableBy(staff.finance)).toEqual({ ...businessLimits.adjustment, chars: 0 })
  expect(await adjustableBy(staff.admin)).toEqual(businessLimits.adjustment)
  expect(await adjust(sub.userId, 1)).toBe('asked')
  expect(await charsOf(sub)).toBe(10)
  server.passTime(24 * 60 * 60_000)
  staff = await operatorsOfEachRole(server)
  expect(await adjust(main.userId, businessLimits.adjustment.chars + 1)).toBe('asked')
  expect(await charsOf(main)).toBe(5_000 + businessLimits.adjustment.chars)

  const { data } = await staff.admin.call(approvals.page, { subject: main.account })
  const [asked] = data.rows
  expect(asked).toMatchObject({ kind: 'adjust', state: 'open', mayApprove: 1, reason })
  const approve = (caller: Caller) => caller.call(approvals.approve, { id: asked!.id })
  expect((await approve(staff.finance)).success).toBe(false)
  expect((await approve(staff.support)).success).toBe(false)
  expect((await approve(staff.admin)).success).toBe(true)
  expect((await approve(staff.admin)).success).toBe(false)
  expect(await charsOf(main)).toBe(5_000 + 2 * businessLimits.adjustment.chars + 1)
  const [change] = (await detailsOf(main.userId)).changes.filter(
    ({ action }) => action === 'adjust',
  )
  expect(change).toMatchObject({ operator: staff.finance.operator.name, reason })
  expect(JSON.parse(change!.after!)).toMatchObject({ approvedBy: staff.admin.operator.name })
})

test('concurrent small adjustments do not exceed the limit together', async () => {
  const { main } = await group()
  const part = businessLimits.adjustment.chars / 2
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { data } = await staff.finance.call(customers.adjust, {
        id: main.userId,
        chars: part,
        reason,
      })
      return data.outcome
    }),
  )
  expect(outcomes.toSorted()).toEqual(['asked', 'asked', 'done', 'done'])
})

test('the details of a deleted account have no names', async () => {
  const { main } = await group()
  await staff.support.call(customers.suspend, { id: main.userId, reason })
  await staff.support.call(customers.reopen, { id: main.userId, reason })
  const customer = await signIn(server, main.account)
  expect((await customer.call(users.cancel, { userPassword: password })).success).toBe(true)
  const left = await detailsOf(main.userId)
  expect(left).toMatchObject({ state: 'deleted', account: '', user: null, logins: [] })
  expect(JSON.stringify(left)).not.toContain(main.account)
  expect(left.changes.map(({ action }) => action)).toContain('accounts suspend')
  expect((await staff.support.refused(customers.suspend, { id: main.userId, reason })).code).toBe(
    'notFound',
  )
})

test('common and rare parts of names are found among thousands, in order and with the total', async () => {
  const { db } = server.database
  const { main } = await group()
  const { main: late, sub } = await group()
  await transaction(
    db,
    async (tx) => {
      // Indexing so many names may exceed the statement timeout on a busy machine.
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`with added as (insert into users (owner_id, user_id, account, password_hash)
    select ${main.userId}::bigint, 900000 + n, 'Teller' || n, 'x' from generate_series(1, 12000) n returning owner_id, user_id)
    insert into balances (owner_id, user_id) select owner_id, user_id from added`)
    },
    { isLong: true },
  )
  await db
    .update(userTable)
    .set({ nickname: '欧阳 50%_Off' })
    .where(eq(userTable.userId, sub.userId))
  for (const text of ['欧', '阳 50%', '%_o', '50%_off'])
    expect(await found(text)).toEqual([sub.userId])
  expect(await found('0_o')).toEqual([])
  const page = async (search: string, more = {}) =>
    (await staff.support.call(customers.page, { search, pageSize: 5, ...more })).data
  expect(await page('teller')).toMatchObject({ total: 10_000, isTotalCapped: true })
  const first = (await page('teller1199')).rows.map(({ account }) => account)
  expect(first).toEqual(['Teller1199', ...[0, 1, 2, 3].map((n) => `Teller1199${n}`)])
  expect(await page('teller1199', { pageNum: 3 })).toMatchObject({
    total: 11,
    rows: [{ account: 'Teller11999' }],
  })
  expect((await page('teller1199', { state: 'suspended' })).total).toBe(0)
  await staff.support.call(customers.suspend, { id: main.userId, reason })
  expect((await page('teller1199', { state: 'suspended' })).total).toBe(11)
  const order = await placeOrder(await signedIn(server, late))
  expect(await found(order.no.slice(-9))).toEqual([late.userId])
})
