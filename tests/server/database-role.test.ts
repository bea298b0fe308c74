/** The server's database role owns nothing: it serves the product but cannot alter the ledger. */
import { transaction } from '#server/platform/db/db.ts'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { reconciliation } from '#contract/ledger.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { maintainPartitions } from '#server/platform/db/log-partitions.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { appendOnlyTables } from '#server/platform/db/roles.ts'
import { cleanUp } from '#server/jobs.ts'
import { reconcile } from '#server/features/ledger/reconciliation/job.ts'
import { placeOrder, statusOf } from '#tests/support/actors/order-fixtures.ts'
import { addPeople, password } from '#tests/support/actors/people.ts'
import { nameIn, freshSplittableUrl, isOnCitus } from '#tests/support/server/postgres.ts'
import { programArgs } from '#tests/support/server/programs.ts'
import { caller, signedIn, startServer, type TestServer } from '#tests/support/server/server.ts'
import { ops } from '#tests/support/server/ops.ts'
import { startServer as startProcess } from '#server/start.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-role-'))
const production = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://www.example.com',
  MAIL_URL: 'smtps://mail.example.com',
  TRUST_PROXY: '1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATA_DIR: folder,
  DRAIN_SECONDS: '0',
  PORT: '0',
  LOG_LEVEL: 'error',
}
let superuser: string
let ownerUrl: string
let serviceUrl: string
let roles: { owner: string; service: string }
let service: Database
let server: TestServer

/** URL of the database for another role, with a password: the embedded PostgreSQL asks for none. */
const urlAs = (role: string) => superuser.replace(/\/\/[^@]*@/, `//${role}:k3J9dkE72hd@`)
const runMigrate = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, programArgs('src/commands/migrate.ts'), {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stdout: stderr }),
  )
const startAs = (url: string, env: Record<string, string> = {}) =>
  startProcess({ ...production, DATABASE_URL: url, ...env }, () => {})

beforeAll(async () => {
  superuser = await freshSplittableUrl()
  const name = nameIn(superuser)
  roles = { owner: `owner_${name}`, service: `service_${name}` }
  const { db, close } = openDb(superuser, { connections: 1 })
  for (const role of Object.values(roles))
    await db.execute(sql.raw(`create role ${role} login password 'k3J9dkE72hd'`))
  await db.execute(sql.raw(`alter database ${name} owner to ${roles.owner}`))
  await close()
  ownerUrl = urlAs(roles.owner)
  serviceUrl = urlAs(roles.service)
})
afterAll(async () => {
  await server?.close()
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('production refuses an unmigrated database and names the command to run', async () => {
  await expect(startAs(serviceUrl)).rejects.toThrow(
    /lacks \d+ of the program’s migrations.*npm run migrate/,
  )
})

test('migrating as the owner grants the service role access; a second run changes nothing', async () => {
  const urls = { DATABASE_DIRECT_URL: ownerUrl, DATABASE_URL: serviceUrl }
  expect(await runMigrate(urls)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Migrated: .*\nThe role service_\w+ may serve\.\n$/) as string,
  })
  expect(await runMigrate(urls)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing to migrate.') as string,
  })
  expect((await runMigrate({ ...urls, DATABASE_DIRECT_URL: serviceUrl })).code).toBe(1)
})

test.runIf(isOnCitus())('the owner splits the tables, and migrating places new ones', async () => {
  const urls = { DATABASE_DIRECT_URL: ownerUrl, DATABASE_URL: serviceUrl }
  expect(await ops(urls, 'database', 'distribute')).toMatchObject({ code: 0, stderr: '' })
  const { db, close } = openDb(ownerUrl, { connections: 1 })
  await db.execute(sql`select undistribute_table('notices')`)
  await close()
  expect((await runMigrate(urls)).stdout).toContain('Placed on the cluster: notices\n')
})

test('production refuses a superuser, the owner and its members as role', async () => {
  await expect(startAs(superuser)).rejects.toThrow('which is a superuser')
  await expect(startAs(ownerUrl)).rejects.toThrow('which owns the ledger’s tables')
  const { db, close } = openDb(superuser, { connections: 1 })
  await db.execute(sql.raw(`grant ${roles.owner} to ${roles.service}`))
  await expect(startAs(serviceUrl)).rejects.toThrow('which owns the ledger’s tables')
  await db.execute(sql.raw(`revoke ${roles.owner} from ${roles.service}`))
  await close()
})

test('customers’ calls work with the role that owns nothing', async () => {
  service = openDb(serviceUrl, { connections: 5 })
  server = await startServer({}, { ...service, url: serviceUrl })
  const { db } = service
  const people = await addPeople(db)
  const account = 'new@example.com'
  await caller(server, null).call(login.sendVCode, { account })
  const form = {
    username: 'newcomer',
    account,
    password,
    vcode: server.mailbox.codeFor(account),
    nickname: null,
  }
  expect((await caller(server, null).call(login.register, form)).success).toBe(true)
  const newcomer = caller(
    server,
    (await caller(server, null).call(login.login, { account, password })).data,
  )

  const anna = await signedIn(server, people.anna)
  const order = await placeOrder(anna, { payChannel: 'WC_LIAN' })
  expect((await fetch(order.code, { method: 'POST' })).status).toBe(200)
  await expect.poll(() => statusOf(anna, order.id)).toBe('P')
  expect(
    (await anna.call(subAccounts.distribute, { childUserId: people.sub.userId, changeCharNum: 7 }))
      .success,
  ).toBe(true)
  expect(
    (await anna.call(translation.text, { text: '你好', source: 'zh', target: 'en' })).success,
  ).toBe(true)

  await reconcile(server.services)
  expect((await newcomer.call(reconciliation.get, {})).data).toMatchObject({
    ok: true,
    findings: 0,
  })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)

  // The background jobs: clean-up, creating partitions of months ahead and dropping old ones.
  await cleanUp(server.services)
  const later = new Date(Date.now() + 400 * 86_400_000)
  await maintainPartitions(db, undefined, later)
  expect(await maintainPartitions(db, 3, later)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^translation_log_/)]),
  )

  // Erasure blanks personal data in the ledger.
  expect((await anna.call(users.cancel, { userPassword: password })).success).toBe(true)
  expect(
    (
      await db.execute(
        sql`select 1 from account_log where owner_id = ${people.anna.ownerId} and consumer_ip is not null`,
      )
    ).rows,
  ).toEqual([])
})

test.each([
  'update account_log set char_change = char_change + 1',
  'delete from account_log',
  'truncate account_log',
  'drop trigger account_log_stays on account_log',
  'alter table account_log disable trigger all',
  'drop table account_log',
  'drop schema public cascade',
  'create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin return new; end $$',
  `set session_replication_role = 'replica'`,
  `update operator_log set reason = 'other'`,
  'delete from operator_log',
  'truncate operator_log',
  'delete from migrations',
  `insert into migrations values ('more')`,
  `select make_log_months('account_log', now(), now())`,
  `select drop_log_month('account_log', 'account_log')`,
  `select drop_log_month('login_log', 'login_log_rest')`,
  `create table public.mine (n int)`,
])('the server’s role is denied: %s', async (statement) => {
  await expect(service.db.execute(sql.raw(statement))).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^(42501|22023)$/) as string },
  })
})

test('append-only tables give the server’s role no deletion, and changes of declared columns only', async () => {
  const { rows } = await service.db.execute<{ table: string; may: string }>(
    sql`select c.relname as table, concat_ws(' ', case when has_table_privilege(c.oid, 'delete') then 'delete' end,
        case when has_table_privilege(c.oid, 'truncate') then 'truncate' end,
        (select string_agg(a.attname, ' ' order by a.attnum) from pg_attribute a where a.attrelid = c.oid
          and a.attnum > 0 and not a.attisdropped and has_column_privilege(c.oid, a.attnum, 'update'))) as may
      from pg_class c where c.relname = any(${sql.param(Object.keys(appendOnlyTables))}::text[])`,
  )
  expect(Object.fromEntries(rows.map(({ table, may }) => [table, may]))).toEqual(
    Object.fromEntries(
      Object.entries(appendOnlyTables).map(([table, { changes = {} }]) => [
        table,
        Object.keys(changes).join(' '),
      ]),
    ),
  )
})

test('the operators’ log lets an account’s name become its number, and nothing else', async () => {
  const { db, close } = openDb(ownerUrl, { connections: 1 })
  const insert = (subject: string) =>
    service.db.execute(
      sql`insert into operator_log (at, operator, action, subject) values (now(), 'o', 'customers adjust', ${subject})`,
    )
  await insert('account gone@example.com')
  await insert('package 1')
  const rename = (from: string, to: string) =>
    service.db.execute(sql`update operator_log set subject = ${to} where subject = ${from}`)
  await rename('account gone@example.com', 'account of owner 10001')
  const refusal = { cause: { message: expect.stringContaining('append-only') as string } }
  await expect(rename('package 1', 'account of owner 10001')).rejects.toMatchObject(refusal)
  await expect(
    rename('account of owner 10001', 'account of owner 10002 too'),
  ).rejects.toMatchObject(refusal)
  for (const statement of ['delete from operator_log', 'truncate operator_log'])
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject(refusal)
  await close()
})

test('production serves with the role that owns nothing', async () => {
  const { db, close } = openDb(superuser, { connections: 1 })
  // Removes the sandbox payments of the tests above, which production refuses.
  await db.execute(sql`truncate payments, sandbox_bills`)
  await close()
  const running = await startAs(serviceUrl)
  // As a proxy asks, until it is ready: on a loaded machine a check may take too long at first.
  const readyStatus = async () => (await fetch(`${running.address}/readyz`)).status
  await expect.poll(readyStatus, { timeout: 30_000 }).toBe(200)
  await running.stop()
  // A temporary table hides the real one from its session, but not from the trigger that rejects
  // sandbox payments.
  const sandboxInsert = transaction(service.db, async (tx) => {
    await tx.execute(sql`create temp table one_time_tasks (name text)`)
    await tx.execute(
      sql`insert into payments (gateway, gateway_no, owner_id, order_id) values ('sandbox', 'x', 1, 1)`,
    )
  })
  await expect(sandboxInsert).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no play money') as string },
  })
})
