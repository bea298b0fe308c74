/** The embedded PostgreSQL: kill -9, concurrent starts, half-made data and reused process ids. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { findServerPid, stopServer } from '#server/platform/db/postmaster.ts'
import { programArgs } from '#tests/support/server/programs.ts'

const started: ChildProcess[] = []
const folders: string[] = []
/** Shared by the tests that need no new data folder: creating one takes most of the time. */
const folder = newFolder()

afterEach(async () => {
  const alive = started
    .splice(0)
    .filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(
    alive.map((child) => {
      child.kill('SIGTERM')
      return once(child, 'exit')
    }),
  )
})

afterAll(async () => {
  for (const dataFolder of folders) {
    await stopServer(join(dataFolder, 'postgres', 'cluster'))
    rmSync(dataFolder.slice(0, dataFolder.indexOf('/data')), {
      recursive: true,
      force: true,
      maxRetries: 5,
    })
  }
})

/** Creates a data folder in one that only its owner may enter, like /root. */
function newFolder(...below: string[]): string {
  const parent = mkdtempSync(join(tmpdir(), 'yq-'))
  chmodSync(parent, 0o700)
  const dataFolder = join(parent, 'data', ...below)
  folders.push(dataFolder)
  mkdirSync(dataFolder, { recursive: true })
  return dataFolder
}

const serverOf = (dataDir: string) => findServerPid(join(dataDir, 'postgres', 'cluster'))

/** Starts a process that holds the folder; `next` returns its output line by line. */
function startHolder(dataDir: string) {
  const child = spawn(
    process.execPath,
    [...programArgs('tests/support/server/programs/embedded-postgres.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  started.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    next: async () => ((await lines.next()) as { value: string }).value,
    async kill(signal: NodeJS.Signals) {
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const urlOf = (line: string) => line.replace(/^ready /, '')

test('after a kill -9 the next start finds the data and adopts the running PostgreSQL', async () => {
  const first = startHolder(folder)
  const url = urlOf(await first.next())
  await query(url, 'create table kept_1 as select 42 as answer')
  await first.kill('SIGKILL')
  const postgresPid = serverOf(folder)
  expect(postgresPid).toBeDefined()

  const second = startHolder(folder)
  expect(await query(urlOf(await second.next()), 'select answer from kept_1')).toEqual([
    { answer: 42 },
  ])
  expect(serverOf(folder)).toBe(postgresPid)
  await second.kill('SIGTERM')
  expect(serverOf(folder)).toBeUndefined()
})

test('a PostgreSQL killed with kill -9 is restarted and recovers, while its process runs on', async () => {
  const holder = startHolder(folder)
  const url = urlOf(await holder.next())
  await query(url, 'create table kept_2 as select generate_series(1, 1000) as n')
  process.kill(serverOf(folder)!, 'SIGKILL')
  expect(await holder.next()).toMatch(/^restarted/)
  expect(await query(url, 'select count(*)::int as rows from kept_2')).toEqual([{ rows: 1000 }])
})

test('after kill -9 of process and PostgreSQL the next start recovers', async () => {
  const first = startHolder(folder)
  await query(urlOf(await first.next()), 'create table kept_3 as select 1 as n')
  const server = serverOf(folder)!
  await first.kill('SIGKILL')
  process.kill(server, 'SIGKILL')
  const second = startHolder(folder)
  expect(await query(urlOf(await second.next()), 'select n from kept_3')).toEqual([{ n: 1 }])
})

test('a second process on the same folder is refused with the id of the first', async () => {
  const first = startHolder(folder)
  const url = urlOf(await first.next())
  const second = startHolder(folder)
  expect(await second.next()).toBe(
    `refused The data in ${folder} is in use by process ${first.child.pid}. Stop that, or set DATA_DIR to another folder.`,
  )
  expect(await query(url, 'select 1 as still')).toEqual([{ still: 1 }])
})

test('of two concurrent starts on a new folder one gets it', async () => {
  const emptyFolder = newFolder()
  const lines = await Promise.all(
    [startHolder(emptyFolder), startHolder(emptyFolder)].map(({ next }) => next()),
  )
  expect(lines.map((line) => line.split(' ')[0]!).toSorted()).toEqual(['ready', 'refused'])
  expect(readdirSync(join(emptyFolder, 'postgres')).toSorted()).toEqual(['cluster', 'log'])
})

test('a start killed while creating data does not prevent the next', async () => {
  const emptyFolder = newFolder()
  const first = startHolder(emptyFolder)
  while (
    !existsSync(join(emptyFolder, 'postgres')) ||
    !readdirSync(join(emptyFolder, 'postgres')).some((name) => name.startsWith('new-'))
  )
    await wait(5)
  await first.kill('SIGKILL')
  const second = startHolder(emptyFolder)
  expect(await second.next()).toMatch(/^ready/)
})

test('a stale lock file with a reused process id does not prevent the start', async () => {
  const first = startHolder(folder)
  await first.next()
  await first.kill('SIGTERM')
  const cluster = join(folder, 'postgres', 'cluster')
  const rest = `\n/proc/self/cwd\n1700000000\n5432\n.\n\n 123456         9\nready   \n`
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
    writeFileSync(join(cluster, name), `${process.pid}${rest}`)
  const second = startHolder(folder)
  expect(await second.next()).toMatch(/^ready/)
})

test('a path too long for a socket is supported', async () => {
  const holder = startHolder(newFolder('a'.repeat(60), 'b'.repeat(60)))
  expect(await query(urlOf(await holder.next()), 'select 1 as fine')).toEqual([{ fine: 1 }])
})

test('PostgreSQL does not listen on the network, and only the owner may enter its data', async () => {
  const url = urlOf(await startHolder(folder).next())
  expect(
    await query(
      url,
      "select current_setting('listen_addresses') as network, current_setting('fsync') as fsync",
    ),
  ).toEqual([{ network: '', fsync: 'on' }])
  expect(statSync(join(folder, 'postgres', 'cluster')).mode & 0o777).toBe(0o700)
})

test('data of another major version is refused with the commands to migrate it', async () => {
  const home = join(newFolder(), 'postgres')
  const start = (version: string) => {
    mkdirSync(join(home, 'cluster'), { recursive: true })
    writeFileSync(join(home, 'cluster', 'PG_VERSION'), `${version}\n`)
    return startHolder(join(home, '..')).next()
  }
  expect(await start('17')).toBe(
    `refused The database in ${home}/cluster was made by PostgreSQL 17, and this version of the program brings 18. With the version that ran before, run npm run backup -- FILE; then mv ${home} ${home}-17, and with this version run npm run restore -- FILE.`,
  )
  expect(await start('99')).toMatch(
    /^refused The database in .* was made by PostgreSQL 99, and .* Run the version that brought it\.$/,
  )
})
