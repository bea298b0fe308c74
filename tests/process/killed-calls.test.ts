/**
 * A server killed in the middle of a change of many sub-accounts, an import, or a request for a refund
 * or a fapiao: nothing is half done, and the same call sent again to another server takes effect once.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fapiaos, fapiaoTitles } from '#contract/fapiaos.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { openDb } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import type { Caller } from '#tests/support/server/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const env = await demoDatabase()
const { db, close } = openDb(env.DATABASE_URL, { connections: 4 })
const target = { api: '', now: () => Date.now() }
let server: ServerProcess
let owner: Caller

async function startServer() {
  server = serverProcess(env)
  target.api = `${await server.address()}/api`
}
beforeAll(async () => {
  await startServer()
  owner = await signInDemo(target, 'demo')
}, 120_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await close()
})

/**
 * Kills the server once `send` waits for what `block` locks, and starts another one. `block` returns
 * what undoes its changes, if it makes some.
 */
async function killDuring(
  block: (tx: Db) => Promise<void | (() => Promise<unknown>)>,
  send: () => Promise<unknown>,
) {
  await transaction(db, async (tx) => {
    const undo = await block(tx)
    const sent = send().catch(() => 'no answer')
    await vi.waitFor(
      async () => {
        const { rows } = await db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows.length).toBeGreaterThan(0)
      },
      { timeout: 60_000 },
    )
    await server.end('SIGKILL')
    expect(await sent).toBe('no answer')
    await undo?.()
  })
  await startServer()
}

const countOf = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ count: number }>(query)).rows[0]!.count

test('quota for many is distributed to each once', { timeout: 180_000 }, async () => {
  const { data } = await owner.call(subAccounts.page, { pageSize: 100 })
  const childUserIds = data.rows.filter(({ enabled }) => enabled === 1).map(({ userId }) => userId)
  const send = () =>
    owner.call(
      subAccounts.distributeMany,
      { childUserIds, changeCharNum: 1_234, changeVoiceNum: 0, changeImageNum: 0 },
      { 'idempotency-key': 'killed-distribution' },
    )
  const given = () =>
    countOf(
      sql`select count(*)::int as count from account_log where log_type = 'DISTRIBUTION' and char_change = 1234`,
    )
  await killDuring(async (tx) => {
    await tx.execute(
      sql`select 1 from balances where user_id = ${childUserIds.at(-1)}::bigint for update`,
    )
  }, send)
  expect(await given()).toBe(0)
  expect(await send()).toMatchObject({ success: true, data: { count: childUserIds.length } })
  expect(await send()).toMatchObject({ success: true, data: { count: childUserIds.length } })
  expect(await given()).toBe(childUserIds.length)
  expect(await discrepancies(db)).toEqual([])
})

test(
  'sub-accounts of a file are added once, with their group and quota',
  {
    timeout: 180_000,
  },
  async () => {
    const rows = ['killed1', 'killed2', 'killed3'].map((account) => ({
      account,
      groupName: 'Killed',
      changeCharNum: 100,
    }))
    const { data } = await owner.call(subAccounts.hashPasswords, {
      rows: rows.map(({ account }) => ({ account, password: `first-${account}` })),
    })
    const sealed = rows.map((row, at) => ({ ...row, password: data.passwords[at]! }))
    const send = () =>
      owner.call(
        subAccounts.importMany,
        { rows: sealed, createGroups: 1 },
        { 'idempotency-key': 'killed-import' },
      )
    const added = () =>
      countOf(sql`select count(*)::int as count from users where account like 'killed%'`)
    // The name of the last row is taken by a transaction that ends without it.
    await killDuring(async (tx) => {
      await tx.execute(
        sql`insert into login_names (name, kind, owner_id, user_id) select 'killed3', kind, owner_id, user_id from login_names where name = 'demosub'`,
      )
      return () => tx.execute(sql`delete from login_names where name = 'killed3'`)
    }, send)
    expect(await added()).toBe(0)
    expect(await send()).toMatchObject({ success: true, data: { count: 3, problems: [] } })
    expect(await send()).toMatchObject({ success: true, data: { count: 3, problems: [] } })
    expect(await added()).toBe(3)
    expect(
      await countOf(
        sql`select count(*)::int as count from sub_account_budgets b join sub_account_groups g on g.owner_id = b.owner_id and g.id = b.group_id where g.name = 'Killed'`,
      ),
    ).toBe(3)
    expect(await discrepancies(db)).toEqual([])
  },
)

/** An act waits here at the end of its transaction, where it is recorded. */
const lockAuditLog = async (tx: Db) => {
  await tx.execute(sql`select 1 from collection_counts where collection = 'auditLog' for update`)
}

test('a refund is requested once, and its quota is taken once', { timeout: 180_000 }, async () => {
  const { data } = await owner.call(orders.page, { payStatus: 'P' })
  const offers = await Promise.all(
    data.rows.map(async ({ id }) => ({
      id,
      ...(await owner.call(orderRefunds.preview, { id })).data,
    })),
  )
  const { id, amount, num } = offers.find(({ refusal }) => !refusal)!
  const send = () =>
    owner.call(
      orderRefunds.ask,
      { id, cause: 'notNeeded', amount, num },
      { 'idempotency-key': 'killed-refund' },
    )
  const taken = () =>
    countOf(
      sql`select count(*)::int as count from account_log l join refund_requests r on r.owner_id = l.owner_id and r.id = l.refund_request_id where r.order_id = ${id}::bigint`,
    )
  await killDuring(lockAuditLog, send)
  expect(await taken()).toBe(0)
  expect((await send()).success).toBe(true)
  expect((await send()).success).toBe(true)
  expect(await taken()).toBe(1)
  expect(await discrepancies(db)).toEqual([])
})

test('a fapiao is requested once for its orders', { timeout: 180_000 }, async () => {
  const { data } = await owner.call(fapiaos.calls.orders, {})
  const titles = (await owner.call(fapiaoTitles.calls.page, {})).data.rows
  const orderIds = data.orders.map(({ id }) => id)
  const send = () =>
    owner.call(
      fapiaos.calls.ask,
      {
        titleId: titles[0]!.id,
        kind: 'ordinary',
        orderIds,
        amount: data.orders.reduce((sum, { amount }) => sum + amount, 0),
        email: 'finance@example.com',
      },
      { 'idempotency-key': 'killed-fapiao' },
    )
  const asked = () =>
    countOf(
      sql`select count(*)::int as count from fapiao_orders where order_id = any(${sql.param(orderIds.map(String))}::bigint[])`,
    )
  await killDuring(lockAuditLog, send)
  expect(await asked()).toBe(0)
  expect((await send()).success).toBe(true)
  expect((await send()).success).toBe(true)
  expect(await asked()).toBe(orderIds.length)
  expect(await discrepancies(db)).toEqual([])
})
