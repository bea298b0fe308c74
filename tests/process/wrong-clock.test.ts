/**
 * A process with a wrong clock next to a right one on the same database: it expires and dates
 * nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { openDb } from '#server/platform/db/open.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { caller, type Caller } from '#tests/support/server/server.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { nameIn } from '#tests/support/server/postgres.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

const day = 24 * 3_600_000
const preload = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'yq-clock-'))
const processes: ServerProcess[] = []
let database: Awaited<ReturnType<typeof demoDatabase>>
let client: Client

beforeAll(async () => {
  database = await demoDatabase()
  client = new Client(database.DATABASE_URL)
  await client.connect()
})
afterEach(async () => {
  for (const server of processes.splice(0))
    if (server.child.exitCode === null) await server.end('SIGTERM')
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true, force: true })
})

async function start(offsetMs?: number) {
  const shiftedServer =
    offsetMs === undefined
      ? {}
      : { NODE_OPTIONS: `--import ${preload}`, CLOCK_WRONG_BY: String(offsetMs) }
  const server = serverProcess({
    ...database,
    DATA_DIR: folder,
    ...shiftedServer,
  })
  processes.push(server)
  const origin = await server.address()
  return { origin, server, api: `${origin}/api`, now: () => Date.now() }
}

const count = async (tableAndFilter: string): Promise<number> =>
  Number(
    (await client.query<{ count: string }>(`select count(*) from ${tableAndFilter}`)).rows[0]!
      .count,
  )
const readyStatus = async (origin: string) => (await fetch(`${origin}/readyz`)).status

test('processes with a wrong clock are not ready, expire nothing, and use database time', async () => {
  const rightServer = await start()
  const demo = await signInDemo(rightServer)
  expect(await readyStatus(rightServer.origin)).toBe(200)
  const expirableCounts = async () => [
    await count('sessions'),
    await count('balances where expires_at is not null and chars > 0'),
  ]
  const before = await expirableCounts()
  expect(before[1]).toBeGreaterThan(0)
  const shiftedServers = await Promise.all([40 * day, -60_000].map(start))
  // Time for ten rounds of the clean-up.
  await wait(2_000)
  expect(await expirableCounts()).toEqual(before)

  const { rows } = await client.query<{ now: string }>('select now()::text as now')
  const startedAt = rows[0]!.now
  for (const { origin, server, api, now } of shiftedServers) {
    expect(await readyStatus(origin)).toBe(503)
    expect(server.output()).toContain('too far apart')
    const sameSession = caller({ api, now }, demo.signer)
    expect((await sameSession.call(users.get, {})).status).toBe(200)
    const { userId } = (await sameSession.call(subAccounts.page, { account: demoAccounts.demosub }))
      .data.rows[0]!
    const reply = await sameSession.call(subAccounts.distribute, {
      childUserId: userId,
      changeCharNum: 1,
    })
    expect(reply.success).toBe(true)
    expect(Math.abs(Date.parse(reply.headers.get('date')!) - Date.now())).toBeLessThan(20_000)
  }
  expect(await count(`account_log where at > now() + interval '20 seconds'`)).toBe(0)
  expect(await count(`account_log where at >= '${startedAt}'`)).toBe(2 * shiftedServers.length)
  expect((await demo.call(users.get, {})).status).toBe(200)
})

test('a database clock set back an hour does not allow replays of that hour', async () => {
  // An adjustable clock: found before PostgreSQL's own, which it reads.
  await client.query(`create schema settable;
    create table settable.shift as select interval '0' as by;
    create function settable.clock_timestamp() returns timestamptz language sql
      as 'select pg_catalog.clock_timestamp() + by from settable.shift';
    alter database ${nameIn(database.DATABASE_URL)} set search_path = public, settable, pg_catalog`)
  const setClock = (by: string) => client.query(`update settable.shift set by = $1::interval`, [by])
  const noOffset = 0
  let rightServer = await start(noOffset)
  let demo = await signInDemo(rightServer)
  const { userId } = (await demo.call(subAccounts.page, { account: demoAccounts.demosub })).data
    .rows[0]!
  const distributeOne = (as: Caller) =>
    as.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1 })
  /** Signs with a timestamp of an hour ago, whose signatures are deleted by now. */
  const anHourAgo = () =>
    caller({ api: rightServer.api, now: () => Date.now() - 3_600_000 }, demo.signer)
  expect((await distributeOne(demo)).success).toBe(true)
  expect(await readyStatus(rightServer.origin)).toBe(200)

  await setClock('-1 hour')
  await expect.poll(() => readyStatus(rightServer.origin)).toBe(503)
  await expect
    .poll(rightServer.server.output)
    .toMatch(/"event":"the database’s clock was set back: not ready, [^"]+","seconds":3(59|60)\d\b/)
  expect((await distributeOne(anHourAgo())).status).toBe(700)
  const distribution = await distributeOne(demo)
  expect(distribution.success).toBe(true)
  expect(Math.abs(Date.parse(distribution.headers.get('date')!) - Date.now())).toBeLessThan(20_000)

  await rightServer.server.end('SIGTERM')
  rightServer = await start(noOffset)
  demo = caller({ api: rightServer.api, now: () => Date.now() }, demo.signer)
  expect(await readyStatus(rightServer.origin)).toBe(503)
  expect((await distributeOne(anHourAgo())).status).toBe(700)
  expect((await distributeOne(demo)).success).toBe(true)

  await setClock('0')
  await expect.poll(() => readyStatus(rightServer.origin)).toBe(200)
  await expect.poll(rightServer.server.output).toContain('agrees with the database’s again')
  expect((await distributeOne(demo)).success).toBe(true)
  const { db, close } = openDb(database.DATABASE_URL, { connections: 2 })
  expect(await discrepancies(db)).toEqual([])
  await close()
})
