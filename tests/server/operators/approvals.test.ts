/** Approvals: a request is executed once, after a second operator with the role approves it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { approvals } from '#contract/operator/approvals.ts'
import { operatorLog as logCalls } from '#contract/operator/operator-log.ts'
import { createApprovalHandlers } from '#server/features/operators/approvals/handlers.ts'
import { approvalKind } from '#server/features/operators/approvals/approval-kind.ts'
import { operatorHandlers } from '#server/operator-handlers.ts'
import { approvals as table, channels, operatorLog } from '#server/schema.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction } from '#server/platform/db/db.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { operatorsOfEachRole } from '#tests/support/actors/operators.ts'
import { startServer, type Caller, type TestServer } from '#tests/support/server/server.ts'

/** The request of these tests: each execution raises a channel's price by a cent. */
const raise = approvalKind('adjust', {
  request: z.object({ id: z.string() }),
  roles: ['finance', 'admin'],
  requiresOtherRole: true,
  async execute(tx, { id }) {
    const [channel] = await tx.select().from(channels).where(eq(channels.id, id)).for('update')
    if (!channel) throw new ApiError('notFound')
    await tx
      .update(channels)
      .set({ centsPerMillion: channel.centsPerMillion + 1 })
      .where(eq(channels.id, id))
    return { ownerId: null, about: ['tranChannel'] }
  },
})

let server: TestServer
let staff: Awaited<ReturnType<typeof operatorsOfEachRole>>
let other: Awaited<ReturnType<typeof operatorsOfEachRole>>
beforeAll(async () => {
  const operating = { ...operatorHandlers, approvals: createApprovalHandlers([raise]) }
  server = await startServer({}, undefined, { operatorHandlers: operating })
  await ensureCatalogue(server.database.db)
  staff = await operatorsOfEachRole(server)
  other = await operatorsOfEachRole(server)
})
afterAll(() => server.close())

let id = ''
let price = 0
const priceNow = async () => {
  const { db } = server.database
  const [channel] = await db.select().from(channels).where(eq(channels.id, '1'))
  return channel!.centsPerMillion
}
const ask = (by: keyof typeof staff, channel = '1') =>
  transaction(server.database.db, (tx) =>
    raise.createRequest(
      tx,
      { ...staff[by].operator, tokenHash: '', sessionEndsAt: server.services.clock() },
      { subject: 'channel 1', ownerId: '10001', request: { id: channel }, reason: 'costs rose' },
      server.services.clock(),
    ),
  )
const codeOf = async (caller: Caller, call: 'approve' | 'refuse') => {
  const { success, data } = await caller.call(approvals[call], { id, note: 'checked' })
  return success ? 'done' : (data as { code: string }).code
}
const row = async (caller: Caller) =>
  (await caller.call(approvals.page, { pageSize: 100 })).data.rows.find((each) => each.id === id)!

beforeEach(async () => {
  id = await ask('finance')
  price = await priceNow()
})

test('a second operator of another role approves, and the request is executed', async () => {
  expect(await row(other.admin)).toMatchObject({
    kind: 'adjust',
    subject: 'channel 1',
    operator: staff.finance.operator.name,
    operatorRole: 'finance',
    reason: 'costs rose',
    request: '{"id":"1"}',
    state: 'open',
    mayApprove: 1,
    mayRefuse: 1,
  })
  expect(await codeOf(other.admin, 'approve')).toBe('done')
  expect(await priceNow()).toBe(price + 1)
  expect(await row(other.admin)).toMatchObject({
    state: 'approved',
    decidedOperator: other.admin.operator.name,
    note: 'checked',
    mayApprove: 0,
    mayRefuse: 0,
  })
  const { data } = await other.admin.call(logCalls.page, { subject: 'channel 1' })
  expect(data.rows.slice(0, 2)).toMatchObject([
    { operator: other.admin.operator.name, action: 'approvals approve' },
    { operator: staff.finance.operator.name, action: 'approvals ask', reason: 'costs rose' },
  ])
})

test('the requester and operators of the same role or without the required role may not approve', async () => {
  for (const caller of [staff.finance, other.finance, other.support]) {
    expect(await codeOf(caller, 'approve')).toBe('notAllowed')
    expect((await row(caller)).mayApprove).toBe(0)
  }
  expect(await priceNow()).toBe(price)
  expect(await codeOf(other.support, 'refuse')).toBe('notAllowed')
})

test('a request with concurrent approvals is executed once', async () => {
  const codes = await Promise.all(
    [staff.admin, other.admin, staff.admin, other.admin].map((caller) => codeOf(caller, 'approve')),
  )
  expect(codes.toSorted()).toEqual([...Array<string>(3).fill('changedElsewhere'), 'done'])
  expect(await priceNow()).toBe(price + 1)
})

test('a refused request is never executed; refusing one’s own request withdraws it', async () => {
  expect(await codeOf(other.admin, 'refuse')).toBe('done')
  expect((await row(other.admin)).state).toBe('refused')
  expect(await codeOf(staff.admin, 'approve')).toBe('changedElsewhere')
  id = await ask('finance')
  expect((await row(staff.finance)).mayRefuse).toBe(1)
  expect(await codeOf(staff.finance, 'refuse')).toBe('done')
  expect((await row(staff.finance)).state).toBe('withdrawn')
  expect(await priceNow()).toBe(price)
})

test('a request whose execution fails stays open, with nothing changed or logged', async () => {
  id = await ask('finance', '999')
  const logged = await server.database.db.$count(operatorLog)
  expect(await codeOf(other.admin, 'approve')).toBe('notFound')
  expect((await row(other.admin)).state).toBe('open')
  expect(await server.database.db.$count(operatorLog)).toBe(logged)
})

test('open requests come first, and filters find them', async () => {
  await codeOf(other.admin, 'refuse')
  const later = id
  id = await ask('finance')
  const { data } = await other.admin.call(approvals.page, { pageSize: 100 })
  const states = data.rows.map(({ state }) => state)
  expect(states.lastIndexOf('open')).toBeLessThan(states.findIndex((state) => state !== 'open'))
  const found = async (query: object) =>
    (await other.admin.call(approvals.page, query)).data.rows.map((each) => each.id)
  expect(await found({ state: 'refused' })).toContain(later)
  expect(await found({ state: 'refused' })).not.toContain(id)
  expect(await found({ operator: 'nobody of this name' })).toEqual([])
  expect(await found({ createDateTimeBegin: '2999-01-01 00:00:00' })).toEqual([])
})

test('the database refuses an approval by the requester', async () => {
  const { db } = server.database
  const own = { state: 'approved', decidedBy: staff.finance.operator.userId } as const
  await expect(
    db
      .update(table)
      .set({ ...own, decidedAt: new Date() })
      .where(eq(table.id, Number(id))),
  ).rejects.toThrow()
})
