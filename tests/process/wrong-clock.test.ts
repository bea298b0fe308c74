/**
 * A process whose machine has a wrong clock, beside one whose clock is right, at the same database:
 * it ends nothing and dates nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { startEmbedded, type Embedded } from '#server/platform/db/embedded.ts'
import { openDb } from '#server/platform/db/open.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { caller, type Caller } from '#tests/support/server/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const day = 24 * 3_600_000
const preload = fileURLToPath(
  new URL('../support/server/programs/shifted-clock.mjs', import.meta.url),
)
const folder = mkdtempSync(join(tmpdir(), 'yq-clock-'))
const processes: ServerProcess[] = []
let postgres: Embedded
let client: Client

beforeAll(async () => {
  postgres = await startEmbedded(join(folder, 'owners'), { settings: { fsync: 'off' } })
  await postgres.create('clock')
  client = new Client(postgres.url('clock'))
  await client.connect()
})
afterEach(async () => {
  for (const server of processes.splice(0))
    if (server.child.exitCode === null) await server.end('SIGTERM')
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(wrongBy?: number) {
  const wrong =
    wrongBy === undefined
      ? {}
      : { NODE_OPTIONS: `--import ${preload}`, CLOCK_WRONG_BY: String(wrongBy) }
  const server = serverProcess({ DATABASE_URL: postgres.url('clock'), DATA_DIR: folder, ...wrong })
  processes.push(server)
  const origin = await server.address()
  return { origin, server, api: `${origin}/api`, now: () => Date.now() }
}

const count = async (what: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) from ${what}`)).rows[0]!.count)
const ready = async (origin: string) => (await fetch(`${origin}/readyz`)).status

async function demoAt(where: { api: string; now: () => number }): Promise<Caller> {
  const { data } = await caller(where, null).call(login.login, {
    account: demoAccounts.demo,
    password: demoPassword,
  })
  return caller(where, data)
}

test.each([
  ['40 days ahead', 40 * day],
  ['40 days behind', -40 * day],
  ['a minute ahead', 60_000],
])(
  'a process whose clock is %s is not ready, ends no session and no trial, and dates by the database',
  async (_, wrongBy) => {
    const right = await start()
    const demo = await demoAt(right)
    expect(await ready(right.origin)).toBe(200)
    const standing = async () => [
      await count('sessions'),
      await count('balances where expires_at is not null and chars > 0'),
    ]
    const before = await standing()
    expect(before[1]).toBeGreaterThan(0)

    const wrong = await start(wrongBy)
    expect(await ready(wrong.origin)).toBe(503)
    expect(wrong.server.output()).toContain('too far apart')
    // Ten rounds of its sweeps.
    await wait(2_000)
    expect(await standing()).toEqual(before)

    const same = caller({ api: wrong.api, now: () => Date.now() }, demo.signer)
    expect((await same.call(users.get, {})).status).toBe(200)
    const { userId } = (await same.call(subAccounts.page, { account: demoAccounts.demosub })).data
      .rows[0]!
    const reply = await same.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1 })
    expect(reply.success).toBe(true)
    expect(Math.abs(Date.parse(reply.headers.get('date')!) - Date.now())).toBeLessThan(20_000)
    expect(await count(`account_log where at > now() + interval '20 seconds'`)).toBe(0)
    expect(
      await count(`account_log where at > now() - interval '20 seconds'`),
    ).toBeGreaterThanOrEqual(2)
    expect((await demo.call(users.get, {})).status).toBe(200)
  },
)

test('a database whose clock is set back an hour lets nobody repeat a call of an hour ago', async () => {
  // A clock that can be set: found before PostgreSQL's own, which it reads.
  await client.query(`create schema settable;
    create table settable.shift as select interval '0' as by;
    create function settable.clock_timestamp() returns timestamptz language sql
      as 'select pg_catalog.clock_timestamp() + by from settable.shift';
    alter database clock set search_path = public, settable, pg_catalog`)
  const setClock = (by: string) => client.query(`update settable.shift set by = $1::interval`, [by])
  const intervals = 0
  let right = await start(intervals)
  let demo = await demoAt(right)
  const { userId } = (await demo.call(subAccounts.page, { account: demoAccounts.demosub })).data
    .rows[0]!
  const move = (as: Caller) =>
    as.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1 })
  /** Signs as this user did an hour ago; that its signatures were seen is long deleted. */
  const anHourAgo = () => caller({ api: right.api, now: () => Date.now() - 3_600_000 }, demo.signer)
  expect((await move(demo)).success).toBe(true)
  expect(await ready(right.origin)).toBe(200)

  await setClock('-1 hour')
  await expect.poll(() => ready(right.origin)).toBe(503)
  await expect
    .poll(right.server.output)
    .toMatch(/"event":"the database’s clock was set back: not ready, [^"]+","seconds":3(59|60)\d\b/)
  expect((await move(anHourAgo())).status).toBe(700)
  const given = await move(demo)
  expect(given.success).toBe(true)
  expect(Math.abs(Date.parse(given.headers.get('date')!) - Date.now())).toBeLessThan(20_000)

  await right.server.end('SIGTERM')
  right = await start(intervals)
  demo = caller({ api: right.api, now: () => Date.now() }, demo.signer)
  expect(await ready(right.origin)).toBe(503)
  expect((await move(anHourAgo())).status).toBe(700)
  expect((await move(demo)).success).toBe(true)

  await setClock('0')
  await expect.poll(() => ready(right.origin)).toBe(200)
  await expect.poll(right.server.output).toContain('agrees with the database’s again')
  expect((await move(demo)).success).toBe(true)
  const { db, close } = openDb(postgres.url('clock'), { connections: 2 })
  expect(await discrepancies(db)).toEqual([])
  await close()
})
