/** The server as a process: start errors, shutdown, kill -9, and two processes on one database. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { customerService, type ServicePlatform } from '#contract/site.ts'
import { transaction } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { findServerPid } from '#server/platform/db/postmaster.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

/** Milliseconds for which a call waits for a lock. */
const lockTimeout = 5_000

const processes: ServerProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'yq-'))

afterEach(async () => {
  for (const server of processes.splice(0))
    if (server.child.exitCode === null && server.child.signalCode === null)
      await server.end('SIGTERM')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string>): ServerProcess {
  const server = serverProcess(env)
  processes.push(server)
  return server
}

async function signIn(address: string, account = 'demo'): Promise<boolean> {
  const response = await fetch(`${address}/api${login.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: demoPassword }),
  })
  return ((await response.json()) as { success: boolean }).success
}

/** Beginnings of the pictures of support contacts, which a thread of their own draws. */
async function readPictures(address: string): Promise<string[]> {
  const response = await fetch(`${address}/api${customerService.list.path}?width=299`)
  const { data } = (await response.json()) as { data: ServicePlatform[] }
  return data.flatMap(({ accountList }) =>
    accountList!.map(({ qrCode }) => qrCode!.slice(0, 'data:image/png;base64,'.length)),
  )
}

test('after an interrupted start and a kill -9 the data is served; SIGTERM leaves no PostgreSQL', async () => {
  const dataDir = join(folder, 'own')
  const interrupted = start({ DATA_DIR: dataDir })
  await wait(800)
  await interrupted.end('SIGTERM')
  const first = start({ DATA_DIR: dataDir })
  expect(await signIn(await first.address())).toBe(true)
  expect(first.output()).toContain(demoPassword)
  await first.end('SIGKILL')
  const second = start({ DATA_DIR: dataDir })
  expect(await signIn(await second.address(), 'demosub')).toBe(true)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(findServerPid(join(dataDir, 'postgres', 'cluster'))).toBeUndefined()
})

test('two concurrent starts on one empty database both serve it, seeded once', async () => {
  const url = await freshUrl()
  const servers = [start({ DATABASE_URL: url }), start({ DATABASE_URL: url })]
  for (const server of servers) {
    const address = await server.address()
    expect(await signIn(address)).toBe(true)
    expect(new Set(await readPictures(address))).toEqual(new Set(['data:image/png;base64,']))
  }
})

test('a start waits for another one’s demo data longer than a call for a lock, and adds none', async () => {
  const url = await freshUrl()
  const other = openDb(url)
  await migrate(other.db, migrationsOnDisk())
  const findWaiting = async () =>
    (
      await other.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows
  const second = start({ DATABASE_URL: url })
  await transaction(other.db, async (tx) => {
    await tx.execute(sql`insert into one_time_tasks (name) values ('demo')`)
    await expect.poll(findWaiting, { timeout: 60_000 }).toHaveLength(1)
    await wait(lockTimeout + 1_000)
    expect(await findWaiting()).toHaveLength(1)
  })
  expect(await signIn(await second.address())).toBe(false)
  await other.close()
})

test('a request in progress during a repeated SIGINT is completed', async () => {
  const server = start(await demoDatabase())
  const address = await server.address()
  const body = JSON.stringify({ account: 'demo', password: demoPassword })
  const status = new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    }
    const pendingRequest = request(
      `${address}/api${login.login.path}`,
      { method: 'POST', headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
      },
    )
    pendingRequest.on('error', reject)
    // The server sends this after it has read the headers.
    pendingRequest.on('continue', () => {
      server.child.kill('SIGINT')
      server.child.kill('SIGINT')
      setTimeout(() => pendingRequest.end(body), 300)
    })
    pendingRequest.flushHeaders()
  })
  expect(await status).toBe(200)
  expect(await server.end()).toBe(0)
})

test('a second SIGINT a second later ends at once', async () => {
  const server = start(await demoDatabase())
  const address = await server.address()
  const openRequest = request(`${address}/api${login.login.path}`, {
    method: 'POST',
    headers: { 'content-length': 100, expect: '100-continue' },
  })
  openRequest.on('error', () => {})
  openRequest.flushHeaders()
  await once(openRequest, 'continue')
  server.child.kill('SIGINT')
  // After the first signal it refuses new connections.
  while (await fetch(`${address}/healthz`, { headers: { connection: 'close' } }).catch(() => null))
    await wait(20)
  await wait(1_200)
  expect(await server.end('SIGINT')).toBe(1)
})

test('invalid settings end the process with code 1 and a sentence for each', async () => {
  const server = start({ PORT: 'many', TIME_ZONE: 'Mars' })
  expect(await server.end()).toBe(1)
  expect(server.output()).toContain('PORT is “many”')
  expect(server.output()).toContain('TIME_ZONE is “Mars”')
})

test('a port in use, a foreign HOST and a DATA_DIR that is no folder are named in a sentence', async () => {
  const env = await demoDatabase()
  const port = new URL(await start(env).address()).port
  const refusals: [Record<string, string>, string][] = [
    [{ PORT: port }, `PORT is ${port}, and another program listens there`],
    [{ METRICS_PORT: port }, `METRICS_PORT is ${port}, and another program listens there`],
    [
      { SECRET_KEY: '', DATA_DIR: join(import.meta.dirname, 'server-process.test.ts') },
      'and the secret key can’t be kept there (EEXIST)',
    ],
    [
      { HOST: '192.0.2.1', METRICS_PORT: '0' },
      'HOST is “192.0.2.1”, and the server can’t listen there (EADDRNOTAVAIL). Set it to an address of this machine',
    ],
  ]
  await Promise.all(
    refusals.map(async ([settings, sentence]) => {
      const refused = start({ ...env, ...settings })
      expect(await refused.end()).toBe(1)
      expect(refused.output()).toContain(sentence)
    }),
  )
})

test('production refuses unsafe settings by name, and a database with demo accounts', async () => {
  const withoutSettings = start({ APP_MODE: 'production' })
  expect(await withoutSettings.end()).toBe(1)
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'MAIL_URL', 'PUBLIC_URL', 'TRUST_PROXY'])
    expect(withoutSettings.output()).toContain(`- ${name} is`)

  const url = await freshUrl()
  const safeSettings = {
    APP_MODE: 'production',
    DATABASE_URL: url,
    PUBLIC_URL: 'https://www.example.com',
    MAIL_URL: 'smtps://mail.example.com',
    TRUST_PROXY: '1',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ALLOW_DATABASE_OWNER: 'yes',
    DRAIN_SECONDS: '0',
  }
  const production = start(safeSettings)
  expect(await signIn(await production.address())).toBe(false)
  expect(production.output()).not.toContain(demoPassword)
  await production.end('SIGTERM')

  const demoOnProduction = start({ DATABASE_URL: url })
  expect(await demoOnProduction.end()).toBe(1)
  expect(demoOnProduction.output()).toContain(
    'The database serves production, and APP_MODE is not production',
  )

  const productionOnDemo = start({ ...safeSettings, ...(await demoDatabase()) })
  expect(await productionOnDemo.end()).toBe(1)
  expect(productionOnDemo.output()).toContain(
    'DATABASE_URL leads to a database with the demo accounts in it',
  )
})
