/** A start without its database: it waits for what passes by itself, and names what does not. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Client } from 'pg'
import { login } from '#contract/login.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { freshUrl, nameIn } from '#tests/support/server/postgres.ts'
import { programArgs } from '#tests/support/server/programs.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-start-'))
const processes: ServerProcess[] = []
const listeners: Server[] = []
afterEach(async () => {
  for (const server of processes.splice(0))
    if (server.child.exitCode === null) await server.end('SIGTERM')
  for (const listener of listeners.splice(0)) listener.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string>): ServerProcess {
  const server = serverProcess({ DATA_DIR: folder, LOG_LEVEL: 'info', ...env })
  processes.push(server)
  return server
}

/** Listens on a port; each connection is passed on. Returns the port. */
async function listenOn(port: number, onSocket: (socket: Socket) => void): Promise<number> {
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    onSocket(socket)
  })
  listeners.push(listener)
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  return (listener.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const port = await listenOn(0, () => {})
  await new Promise((resolve) => listeners.pop()!.close(resolve))
  return port
}

/** Fields of PostgreSQL's refusal of a connection. */
type PostgresError = { code: string; message: string }

/** Refuses each connection as PostgreSQL does, whatever it asks for. */
const refuse =
  ({ code, message }: PostgresError) =>
  (socket: Socket) => {
    socket.once('data', () => {
      const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`
      const head = Buffer.from('E\0\0\0\0')
      head.writeInt32BE(4 + Buffer.byteLength(fields), 1)
      socket.end(Buffer.concat([head, Buffer.from(fields)]))
    })
  }

/** Passes a TCP connection on to the socket of the test's PostgreSQL. */
const passOnTo = (url: string) => (socket: Socket) => {
  const { host, port } = new Client({ connectionString: url })
  const upstream = connect(`${host}/.s.PGSQL.${port}`)
  upstream.on('error', () => socket.destroy())
  socket.pipe(upstream).pipe(socket)
}

test('a server whose database is away waits, says so, and serves when it comes', async () => {
  const { DATABASE_URL: url, SECRET_KEY } = await demoDatabase()
  const databasePort = await freePort()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = start({
    DATABASE_URL: `postgres://postgres@127.0.0.1:${databasePort}/${nameIn(url)}`,
    PORT: String(port),
    SECRET_KEY,
  })
  await expect.poll(server.output).toContain('"event":"waiting for the database"')
  expect(server.output()).toMatch(
    /DATABASE_URL is “postgres:[^”]+”, and no PostgreSQL answers there \(Error: connect ECONNREFUSED/,
  )
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)
  const signIn = () =>
    fetch(`${origin}/api${login.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
      body: JSON.stringify({ account: 'demo', password: demoPassword }),
    })
  const refused = await signIn()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ success: false, data: { code: 'unavailable' } })

  // PostgreSQL answers this while it recovers.
  await listenOn(
    databasePort,
    refuse({ code: '57P03', message: 'the database system is starting up' }),
  )
  await expect.poll(server.output).toContain('the database system is starting up')
  await new Promise((resolve) => listeners.pop()!.close(resolve))
  await listenOn(databasePort, passOnTo(url))
  expect(await server.address()).toBe(origin)
  expect(server.output()).toContain('"event":"the database answers"')
  expect(await (await signIn()).json()).toMatchObject({ success: true })
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

test.each([
  ['SIGTERM', 'postgres://me:hidden@127.0.0.1:9/app'],
  ['SIGINT', 'postgres://me:hidden@database.invalid/app'],
] as const)(
  '%s ends a server that waits for %s, and no password was logged',
  async (signal, url) => {
    const server = start({ DATABASE_URL: url })
    await expect.poll(server.output).toContain('waiting for the database')
    expect(await server.end(signal)).toBe(0)
    expect(server.output()).not.toContain('hidden')
  },
)

const refusals: [PostgresError, string][] = [
  [
    { code: '28P01', message: 'password authentication failed for user "me"' },
    'PostgreSQL there refuses the password of “me”, or has no such role. Correct DATABASE_URL',
  ],
  // PgBouncer.
  [{ code: '08P01', message: 'SASL authentication failed' }, 'refuses the password of “me”'],
  [{ code: '08P01', message: 'no such database: app' }, 'there is no database “app”'],
  [
    { code: '28000', message: 'no pg_hba.conf entry for host "1.2.3.4"' },
    'PostgreSQL there does not admit “me” (no pg_hba.conf entry',
  ],
  [
    { code: '42501', message: 'permission denied for database "app"' },
    'Run there: grant connect on database app to me.',
  ],
]

test('a start is refused at once by what does not pass by itself', async () => {
  const refuseStart = async ([refusal, sentence]: (typeof refusals)[number]) => {
    const port = await listenOn(0, refuse(refusal))
    const server = start({ DATABASE_URL: `postgres://me:hidden@127.0.0.1:${port}/app` })
    expect(await server.end()).toBe(1)
    expect(server.output()).toContain(
      `The server can’t start:\n  - DATABASE_URL is “postgres://me:***@127.0.0.1:${port}/app”, and `,
    )
    expect(server.output()).toContain(sentence)
    expect(server.output()).not.toMatch(/no PostgreSQL answers|hidden/)
  }
  await Promise.all(refusals.map(refuseStart))
})

test('a missing database, TLS that is not offered and a wrong direct address are named', async () => {
  const url = await freshUrl()
  const missing = start({ DATABASE_URL: url.replace(nameIn(url), 'no_such') })
  expect(await missing.end()).toBe(1)
  expect(missing.output()).toContain('there is no database “no_such”')
  const port = await listenOn(0, (socket) => socket.once('data', () => socket.end('N')))
  const direct = start({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: `postgres://me@127.0.0.1:${port}/app?sslmode=require`,
  })
  expect(await direct.end()).toBe(1)
  // Nothing beside it: neither a stack nor a warning of the driver.
  expect(direct.output()).toBe(
    `The server can’t start:\n  - DATABASE_DIRECT_URL is “postgres://me@127.0.0.1:${port}/app?sslmode=verify-full”, and PostgreSQL there offers no TLS. Switch it on there (ssl = on); within one machine, sslmode=disable does.\n`,
  )
})

const command = async (name: string, env: Record<string, string>, ...args: string[]) => {
  const program = programArgs(`src/commands/${name}.ts`)
  try {
    await promisify(execFile)(process.execPath, [...program, ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env },
    })
    return ''
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

test('commands say which setting is wrong, and do not wait', async () => {
  const port = await listenOn(
    0,
    refuse({ code: '28P01', message: 'password authentication failed' }),
  )
  const env = { DATABASE_DIRECT_URL: `postgres://me@127.0.0.1:${port}/app` }
  const commands = [
    ['migrate'],
    ['ledger-verify'],
    ['backup', join(folder, 'x')],
    ['ops', 'secret-keys', 'list'],
  ] as const
  await Promise.all(
    commands.map(async ([name, ...args]) =>
      expect(await command(name, env, ...args), name).toContain(
        `DATABASE_DIRECT_URL is “postgres://me@127.0.0.1:${port}/app”, and PostgreSQL there refuses the password of “me”`,
      ),
    ),
  )
  expect(await command('migrate', { DATABASE_URL: 'postgres://me@127.0.0.1:9/app' })).toContain(
    'no PostgreSQL answers there',
  )
})

test('migrate names DATABASE_DIRECT_URL if the role may make no tables', async () => {
  const url = await freshUrl()
  const role = `poor_${nameIn(url)}`
  const client = new Client(url)
  await client.connect()
  await client.query(`create role ${role} login password 'x'`)
  await client.end()
  const poor = url.replace(/\/\/[^@]*@/, `//${role}:x@`)
  expect(await command('migrate', { DATABASE_URL: poor })).toContain(
    `DATABASE_DIRECT_URL is not set, and “${role}”, which DATABASE_URL signs in as, may not make tables.`,
  )
  expect(await command('migrate', { DATABASE_URL: poor, DATABASE_DIRECT_URL: poor })).toContain(
    `DATABASE_DIRECT_URL signs in as “${role}”, which neither owns the tables nor may make them.`,
  )
})
