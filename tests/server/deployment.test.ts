/** A database is marked as demo or production once, and no other mode serves it afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { loginNames, oneTimeTasks, payments } from '#server/schema.ts'
import { connectDatabase } from '#server/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { ensureDemoOperator } from '#server/seed/operator.ts'
import { pollDueOrders } from '#server/features/orders/payment/poll-job.ts'
import { runCommand } from '#server/cli/run.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { placeOrder, scriptedGateways, statusOf } from '#tests/support/actors/order-fixtures.ts'
import { serverWithPeople } from '#tests/support/server/server-with-people.ts'
import { freshDb, freshUrl } from '#tests/support/server/postgres.ts'
import {
  caller,
  signedIn,
  startServer as startTestServer,
  testEncryption,
} from '#tests/support/server/server.ts'
import { testCrypto } from '#tests/support/server/test-crypto.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'yq-deployment-'))
const running: RunningServer[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Database = Awaited<ReturnType<typeof freshDb>>
const production = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://www.example.com',
  MAIL_URL: 'smtps://mail.example.com',
  TRUST_PROXY: '1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  ALLOW_DATABASE_OWNER: 'yes',
  DRAIN_SECONDS: '0',
}

async function startAt(
  { url }: Database,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const started = await startServer(
    { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...env },
    () => {},
  )
  running.push(started)
  return started
}

async function canDemoSignIn({ address }: RunningServer): Promise<boolean> {
  const target = { api: `${address}/api`, now: () => Date.now() }
  return (
    await caller(target, null).call(login.login, {
      account: demoAccounts.demo,
      password: demoPassword,
    })
  ).success
}
/** The modes that a database has served. */
const modesOf = async ({ db }: Database) => {
  const { name } = oneTimeTasks
  const rows = await db
    .select({ name })
    .from(oneTimeTasks)
    .where(inArray(name, ['demo', 'production']))
  return rows.map((task) => task.name)
}

test('a production database is refused by every other mode and reopened by production', async () => {
  const database = await freshDb(2)
  expect(await canDemoSignIn(await startAt(database, production))).toBe(false)
  expect(await modesOf(database)).toEqual(['production'])
  for (const forgotten of [{}, { APP_MODE: 'demo' }, { NODE_ENV: 'test', PORT: '0' }])
    await expect(startAt(database, forgotten)).rejects.toThrow(
      'The database serves production, and APP_MODE is not production.',
    )
  expect(await database.db.$count(loginNames)).toBe(0)
  expect((await runCommand(['secret-keys', 'list'], { DATABASE_URL: database.url })).code).toBe(0)
  expect(await database.db.$count(loginNames)).toBe(0)
  expect(await canDemoSignIn(await startAt(database, production))).toBe(false)
  await database.close()
})

test('a start warns of too few connections and of migrations by a newer version', async () => {
  const database = await freshDb(2)
  const start = async (databaseConnections: number) => {
    let lines = ''
    const log = createJsonLog((written) => (lines += written))
    const settings = { databaseUrl: database.url, dataDir, production: false, databaseConnections }
    const opened = await connectDatabase(settings, log, () => {})
    await opened.close()
    log.flush()
    return lines
  }
  expect(await start(5)).toBe('')
  expect(await start(5_000)).toMatch(
    /The database has \d+ connections left, and two processes, as during a deploy, may use 10000\./,
  )
  await database.db.execute(
    sql`insert into migrations (name) values ('99990101000000_of-tomorrow')`,
  )
  expect(await start(5)).toContain(
    'The database has 1 migrations that this program does not know, the last 99990101000000_of-tomorrow',
  )
  await database.close()
})

test('a database from before the first release is refused in a sentence and stays as it is', async () => {
  const url = await freshUrl()
  const old = openDb(url)
  await old.db.execute(
    sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  await old.db.execute(sql`insert into migrations (name) values ('20251121041416_tables')`)
  const log = createJsonLog(() => {})
  const settings = { databaseUrl: url, dataDir, production: false, databaseConnections: 5 }
  await expect(connectDatabase(settings, log, () => {})).rejects.toThrow(
    'The database was made before the first release (20251121041416_tables)',
  )
  await expect(migrate(old.db, migrationsOnDisk())).rejects.toThrow('before the first release')
  expect(
    (await old.db.execute(sql`select tablename from pg_tables where schemaname = 'public'`)).rows,
  ).toEqual([{ tablename: 'migrations' }])
  await old.close()
})

test('the mark of production cannot be deleted, changed or joined by another', async () => {
  const database = await freshDb(2)
  await startAt(database, production)
  for (const change of [
    sql`delete from one_time_tasks`,
    sql`update one_time_tasks set name = 'demo'`,
    sql`insert into one_time_tasks (name) values ('demo')`,
  ])
    await expect(database.db.execute(change)).rejects.toThrow()
  expect(await modesOf(database)).toEqual(['production'])
  await database.close()
})

test('a demo database reopens as demo and never becomes production', async () => {
  const database = await freshDb(2)
  expect(await canDemoSignIn(await startAt(database))).toBe(true)
  expect(await canDemoSignIn(await startAt(database))).toBe(true)
  await expect(startAt(database, production)).rejects.toThrow(
    'DATABASE_URL leads to a database with the demo accounts in it',
  )
  // Without the mark, the demo accounts themselves are detected.
  await database.db.execute(sql`alter table one_time_tasks disable trigger all`)
  await database.db.execute(sql`delete from one_time_tasks`)
  await expect(startAt(database, production)).rejects.toThrow(
    'DATABASE_URL leads to a database with the demo accounts in it',
  )
  await database.close()
})

test('a database with other users gets no demo accounts, and may become production', async () => {
  const { server } = await serverWithPeople()
  const { database } = server
  const namesBefore = await database.db.$count(loginNames)
  await expect(startAt(database)).rejects.toThrow(
    'The database has users that the demo did not create',
  )
  expect(await database.db.$count(loginNames)).toBe(namesBefore)
  await startAt(database, production)
  expect(await modesOf(database)).toEqual(['production'])
  await server.close()
})

test('a database with the demo operator, whose secret is public, never becomes production', async () => {
  const { server } = await serverWithPeople()
  await ensureDemoOperator(server.database.db, {
    now: new Date(),
    hashPassword: testCrypto.hashPassword,
    encryption: testEncryption,
  })
  await expect(startAt(server.database, production)).rejects.toThrow(
    'DATABASE_URL leads to a database with the demo accounts in it',
  )
  await server.close()
})

test('of demo and production started at once on an empty database exactly one serves', async () => {
  for (let round = 0; round < 3; round++) {
    const database = await freshDb(2)
    const ended = await Promise.allSettled([
      startAt(database),
      startAt(database, production),
      startAt(database),
      startAt(database, production),
    ])
    const served = ended.map(({ status }) => status === 'fulfilled')
    expect(served[0]).toBe(served[2])
    expect(served[1]).toBe(served[3])
    expect(served[0]).not.toBe(served[1])
    expect(await modesOf(database)).toEqual([served[0] ? 'demo' : 'production'])
    const hasDemoAccounts = (await database.db.$count(loginNames)) > 0
    expect(hasDemoAccounts).toBe(served[0])
    for (const each of running.splice(0)) await each.stop()
    await database.close()
  }
})

test('in a production database vendors credit orders, and the sandbox none, by any path', async () => {
  const { server, people } = await serverWithPeople()
  const { db } = server.database
  await ensureCatalogue(db)
  const anna = await signedIn(server, people.anna)
  const [paid, openOrder] = [
    await placeOrder(anna, { payChannel: 'WC_LIAN' }),
    await placeOrder(anna, { payChannel: 'WC_LIAN' }),
  ]
  await db.execute(
    sql`update sandbox_bills set state = 'paid', paid_at = now(), gateway_no = 'SB-1' where order_no = ${paid.no}`,
  )
  await db.insert(oneTimeTasks).values({ name: 'production' })

  // Tries the cashier, the poll job after a lost notification, and the customer's own query.
  expect((await fetch(openOrder.code, { method: 'POST' })).status).toBe(500)
  server.passTime(60_000)
  await pollDueOrders(server.services)
  expect([await statusOf(anna, paid.id), await statusOf(anna, openOrder.id)]).toEqual(['W', 'W'])
  expect(await db.$count(payments)).toBe(0)
  await expect(
    db.insert(payments).values({
      gateway: 'sandbox',
      gatewayNo: 'x',
      ownerId: people.anna.ownerId,
      orderId: paid.id,
    }),
  ).rejects.toThrow()
  expect(server.lines().some((line) => line.includes('a sandbox payment was refused'))).toBe(true)
  const { wechat, gateways } = scriptedGateways()
  const withVendor = await startTestServer({}, server.database, { gateways })
  const bought = await placeOrder(await signedIn(withVendor, people.anna))
  expect((await wechat.notify(withVendor.origin, wechat.pay(bought.no))).status).toBe(200)
  expect(await statusOf(anna, bought.id)).toBe('P')
  await withVendor.close()
  await server.close()
})
