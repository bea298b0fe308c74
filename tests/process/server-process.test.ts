/**
 * The server as a process: refuses in sentences, ends in order, comes back after a kill -9, runs
 * twice on one database.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { startEmbedded, type Embedded } from '#server/platform/db/embedded.ts'
import { runningOn } from '#server/platform/db/postmaster.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const processes: ServerProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'yq-'))
let postgres: Embedded
let databases = 0

beforeAll(async () => {
  postgres = await startEmbedded(join(folder, 'owners'), { settings: { fsync: 'off' } })
})
afterEach(async () => {
  for (const server of processes.splice(0))
    if (server.child.exitCode === null && server.child.signalCode === null)
      await server.end('SIGTERM')
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string>): ServerProcess {
  const server = serverProcess(env)
  processes.push(server)
  return server
}

async function databaseUrl(): Promise<string> {
  const name = `of_owner_${(databases += 1)}`
  await postgres.create(name)
  return postgres.url(name)
}

async function signIn(address: string, account = 'demo'): Promise<boolean> {
  const answer = await fetch(`${address}/api${login.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: demoPassword }),
  })
  return ((await answer.json()) as { success: boolean }).success
}

test('after a kill -9 the next start serves the same data, and SIGTERM leaves no PostgreSQL behind', async () => {
  const dataDir = join(folder, 'own')
  const cluster = join(dataDir, 'postgres', 'cluster')
  const first = start({ DATA_DIR: dataDir })
  expect(await signIn(await first.address())).toBe(true)
  expect(first.output()).toContain(demoPassword)
  await first.end('SIGKILL')
  const second = start({ DATA_DIR: dataDir })
  expect(await signIn(await second.address(), 'demosub')).toBe(true)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(runningOn(cluster)).toBeUndefined()
})

test('a server stopped during its start ends, and the next start succeeds', async () => {
  const dataDir = join(folder, 'hurried')
  for (const after of [300, 600, 1_200]) {
    const hurried = start({ DATA_DIR: dataDir })
    await wait(after)
    await hurried.end('SIGTERM')
  }
  expect(await signIn(await start({ DATA_DIR: dataDir }).address())).toBe(true)
})

test('two processes started at once on one empty database both serve it, filled once', async () => {
  const url = await databaseUrl()
  const both = [start({ DATABASE_URL: url }), start({ DATABASE_URL: url })]
  for (const server of both) expect(await signIn(await server.address())).toBe(true)
})

test('a request in progress when the server is stopped is answered', async () => {
  const server = start({ DATABASE_URL: await databaseUrl() })
  const address = await server.address()
  const body = JSON.stringify({ account: 'demo', password: demoPassword })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    }
    const call = request(
      `${address}/api${login.login.path}`,
      { method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      },
    )
    call.on('error', reject)
    // The server says so once it has the head.
    call.on('continue', () => {
      server.child.kill('SIGTERM')
      setTimeout(() => call.end(body), 300)
    })
    call.flushHeaders()
  })
  expect(await answered).toBe(200)
  expect(await server.end()).toBe(0)
})

test('the same Ctrl-C passed on twice ends it in order; a later second one ends it at once', async () => {
  const together = start({ DATABASE_URL: await databaseUrl() })
  await together.address()
  together.child.kill('SIGINT')
  together.child.kill('SIGINT')
  expect(await together.end()).toBe(0)

  const later = start({ DATABASE_URL: await databaseUrl() })
  const address = await later.address()
  const stuck = request(`${address}/api${login.login.path}`, {
    method: 'POST',
    headers: { 'content-length': 100, expect: '100-continue' },
  })
  stuck.on('error', () => {})
  stuck.flushHeaders()
  await once(stuck, 'continue')
  later.child.kill('SIGINT')
  // Once it has heard of that it takes nobody in any more.
  while (await fetch(`${address}/healthz`, { headers: { connection: 'close' } }).catch(() => null))
    await wait(20)
  await wait(1_200)
  expect(await later.end('SIGINT')).toBe(1)
})

test('wrong settings end it with code 1 and a sentence for each', async () => {
  const server = start({ PORT: 'many', TIME_ZONE: 'Mars' })
  expect(await server.end()).toBe(1)
  expect(server.output()).toContain('PORT is “many”')
  expect(server.output()).toContain('TIME_ZONE is “Mars”')
})

test('a port in use and a missing database are each reported in a sentence', async () => {
  const url = await databaseUrl()
  const port = new URL(await start({ DATABASE_URL: url }).address()).port
  const second = start({ DATABASE_URL: url, PORT: port })
  expect(await second.end()).toBe(1)
  expect(second.output()).toContain(`PORT is ${port}, and another program listens there`)
  const lost = start({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/app' })
  expect(await lost.end()).toBe(1)
  expect(lost.output()).toContain(
    'DATABASE_URL is “postgres://me:***@127.0.0.1:9/app”, and no PostgreSQL answers there',
  )
})

test('production refuses unsafe settings by name, and a database with the demo accounts in it', async () => {
  const bare = start({ APP_MODE: 'production' })
  expect(await bare.end()).toBe(1)
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'MAIL_URL', 'PUBLIC_URL', 'TRUST_PROXY'])
    expect(bare.output()).toContain(`- ${name} is`)

  const url = await databaseUrl()
  const safe = {
    APP_MODE: 'production',
    DATABASE_URL: url,
    PUBLIC_URL: 'https://www.example.com',
    MAIL_URL: 'smtps://mail.example.com',
    TRUST_PROXY: '1',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ALLOW_DATABASE_OWNER: 'yes',
    DRAIN_SECONDS: '0',
  }
  const empty = start(safe)
  expect(await signIn(await empty.address())).toBe(false)
  expect(empty.output()).not.toContain(demoPassword)
  await empty.end('SIGTERM')

  const forgotten = start({ DATABASE_URL: url })
  expect(await forgotten.end()).toBe(1)
  expect(forgotten.output()).toContain(
    'The database serves production, and APP_MODE is not production',
  )

  const tried = await databaseUrl()
  const demo = start({ DATABASE_URL: tried })
  await demo.address()
  await demo.end('SIGTERM')
  const refused = start({ ...safe, DATABASE_URL: tried })
  expect(await refused.end()).toBe(1)
  expect(refused.output()).toContain(
    'DATABASE_URL leads to a database with the demo accounts in it',
  )
})
