/**
 * Independence of approvals: operators linked by created accounts or renewed credentials may not
 * approve each other's requests.
 */
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { approvals } from '#contract/operator/approvals.ts'
import { customers } from '#contract/operator/customers.ts'
import { operators as calls } from '#contract/operator/operators.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { operatorSession } from '#contract/operator/session.ts'
import type { OperatorRole } from '#contract/operator/roles.ts'
import { eq, sql } from 'drizzle-orm'
import { approvals as approvalTable, balances, operators } from '#server/schema.ts'
import { transaction } from '#server/platform/db/db.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { addOperator, newOperator, operatorCaller } from '#tests/support/actors/operators.ts'
import { waitingForLocks } from '#tests/support/server/database-state.ts'
import { ops } from '#tests/support/server/ops.ts'
import { type Caller } from '#tests/support/server/server.ts'
import { serverWithCatalogue } from '#tests/support/server/server-with-catalogue.ts'

const day = 24 * 60 * 60_000
const reason = 'called back'

const server = await serverWithCatalogue()

let number = 0
/** Operator created by `by` through the API, and signed in. */
async function created(by: Caller, role: OperatorRole = 'admin') {
  const name = `Made ${(number += 1)}`
  const email = `made-${number}@staff.example.com`
  const { success, msg } = await by.call(calls.create, { email, name, role })
  expect(success, msg).toBe(true)
  const [row] = await server.database.db.select().from(operators).where(eq(operators.email, email))
  const operator = { userId: row!.userId, email, name, role }
  return { ...(await operatorCaller(server, operator)), operator }
}
type Operator = Awaited<ReturnType<typeof created>>

/** Asks for an adjustment that needs an approval; returns the request's id and the account. */
async function request(by: Caller) {
  const { main } = await addMember(server.database.db, { groupId: '2', chars: [5] })
  const chars = businessLimits.adjustment.chars + 1
  const { data } = await by.call(customers.adjust, { id: main.userId, chars, reason })
  expect(data.outcome).toBe('asked')
  const [row] = await server.database.db
    .select()
    .from(approvalTable)
    .where(eq(approvalTable.ownerId, main.ownerId))
  return { id: String(row!.id), main }
}
const charsOf = async ({ userId }: { userId: string }) => {
  const { db } = server.database
  const [row] = await db.select().from(balances).where(eq(balances.userId, userId))
  return row!.chars
}
const approve = (caller: Caller, id: string) => caller.call(approvals.approve, { id })
const rowOf = async (caller: Caller, id: string) =>
  (await caller.call(approvals.page, { pageSize: 100 })).data.rows.find((row) => row.id === id)

async function expectLinked(asking: Operator, approving: Operator) {
  const { id, main } = await request(asking)
  expect(await rowOf(approving, id)).toMatchObject({ mayApprove: 0, mayRefuse: 1, isOwn: 0 })
  const refused = await approving.refused(approvals.approve, { id })
  expect(refused).toMatchObject({
    code: 'notAllowed',
    msg: expect.stringContaining('operators confirm') as unknown,
  })
  expect(await charsOf(main)).toBe(5)
  return { id, main }
}

test('an admin and an operator created by that admin may not approve each other’s requests', async () => {
  const admin = await newOperator(server)
  const second = await created(admin)
  const { id, main } = await expectLinked(admin, second)
  await expectLinked(second, admin)
  expect((await approve(await newOperator(server), id)).success).toBe(true)
  expect(await charsOf(main)).toBe(5 + businessLimits.adjustment.chars + 1)
})

test('the link is transitive: operators of one creator are linked, and so are those they create', async () => {
  const admin = await newOperator(server)
  const [left, right] = [await created(admin), await created(admin)]
  const third = await created(left)
  await expectLinked(left, right)
  await expectLinked(admin, third)
  await expectLinked(third, right)
})

test('renewing credentials and enabling an account link two operators too', async () => {
  const admin = await newOperator(server)
  const renewed = { operator: await addOperator(server) }
  const enabled = { operator: await addOperator(server) }
  await admin.call(calls.renewCredentials, { id: renewed.operator.userId })
  await admin.call(calls.changeEnabled, { id: enabled.operator.userId, enabled: 0 })
  await admin.call(calls.changeEnabled, { id: enabled.operator.userId, enabled: 1 })
  for (const { operator } of [renewed, enabled])
    await expectLinked(admin, { ...(await operatorCaller(server, operator)), operator })
})

test('changing one’s own password does not end the link to the creator', async () => {
  const admin = await newOperator(server)
  const second = await created(admin)
  const { data } = await admin.call(calls.renewCredentials, { id: second.operator.userId })
  const signedIn = { ...(await operatorCaller(server, second.operator)), operator: second.operator }
  const passwords = { oldPassword: data.password, password: 'my-own-password' }
  expect((await signedIn.call(operatorSession.changePassword, passwords)).success).toBe(true)
  const again = { ...(await operatorCaller(server, second.operator)), operator: second.operator }
  await expectLinked(admin, again)
})

test('the link ends after 30 days, or when the command confirms the operator', async () => {
  const admin = await newOperator(server)
  const [confirmed, waiting] = [await created(admin), await created(admin)]
  const env = { DATABASE_URL: server.database.url }
  expect((await ops(env, 'operators', 'confirm', confirmed.operator.email)).code).toBe(0)
  expect((await approve(confirmed, (await request(admin)).id)).success).toBe(true)
  expect((await approve(admin, (await request(confirmed)).id)).success).toBe(true)
  const [logged] = (
    await admin.call(operatorLog.page, { subject: confirmed.operator.email, pageSize: 1 })
  ).data.rows
  expect(logged).toMatchObject({ action: 'operators confirm' })

  const { id } = await expectLinked(admin, waiting)
  server.passTime(30 * day + 1_000)
  const later = await operatorCaller(server, waiting.operator)
  expect((await approve(later, id)).success).toBe(true)
})

test('small adjustments by linked operators count together, also after a change of name', async () => {
  const admin = await newOperator(server)
  const { main } = await addMember(server.database.db, { groupId: '2', chars: [0] })
  const adjust = async (caller: Caller) => {
    const chars = businessLimits.adjustment.chars
    return (await caller.call(customers.adjust, { id: main.userId, chars, reason })).data.outcome
  }
  expect(await adjust(admin)).toBe('done')
  const second = await created(admin)
  expect(await adjust(second)).toBe('asked')
  const { userId: id, role } = admin.operator
  await second.call(calls.edit, { id, name: 'Another name', role })
  expect(await adjust(admin)).toBe('asked')
  expect(await adjust(await newOperator(server))).toBe('done')
})

test('open requests lapse when the requester is disabled or gets another role, and stay lapsed', async () => {
  const [admin, other] = [await newOperator(server), await newOperator(server)]
  for (const change of ['disable', 'role'] as const) {
    const asking = await newOperator(server, 'finance')
    const { userId, name } = asking.operator
    const { id, main } = await request(asking)
    if (change === 'disable') {
      await admin.call(calls.changeEnabled, { id: userId, enabled: 0 })
      await admin.call(calls.changeEnabled, { id: userId, enabled: 1 })
    } else await admin.call(calls.edit, { id: userId, name, role: 'support' })
    expect(await rowOf(other, id)).toMatchObject({
      state: 'lapsed',
      decidedOperator: admin.operator.name,
      mayApprove: 0,
      mayRefuse: 0,
    })
    expect((await other.refused(approvals.approve, { id })).code).toBe('changedElsewhere')
    expect(await charsOf(main)).toBe(5)
    const { rows } = (await admin.call(operatorLog.page, { subject: main.account })).data
    expect(rows[0]).toMatchObject({ action: 'approvals lapse', operator: admin.operator.name })
  }
})

test('a request approved while its requester is being disabled is executed first or lapses', async () => {
  const { db } = server.database
  const [admin, other] = [await newOperator(server), await newOperator(server)]
  for (const disableFirst of [true, false]) {
    const asking = await newOperator(server, 'finance')
    const { id, main } = await request(asking)
    const { userId } = asking.operator
    const steps = [
      () => admin.call(calls.changeEnabled, { id: userId, enabled: 0 }),
      () => approve(other, id),
    ]
    const begun: Promise<unknown>[] = []
    await transaction(db, async (tx) => {
      await tx.execute(sql`select 1 from operators where user_id = ${userId} for update`)
      for (const step of disableFirst ? steps : steps.toReversed()) {
        begun.push(step())
        await expect.poll(() => waitingForLocks(db)).toBe(begun.length)
      }
    })
    await Promise.all(begun)
    const state = (await rowOf(other, id))?.state
    expect([state, (await charsOf(main)) > 5]).toEqual(
      disableFirst ? ['lapsed', false] : ['approved', true],
    )
  }
})
