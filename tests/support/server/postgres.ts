/** Vitest globalSetup: one real PostgreSQL per run, with a migrated database per test. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { isAlive, stopServer } from '#server/platform/db/postmaster.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { distributeTables } from '#server/distribute-tables.ts'
import { transaction } from '#server/platform/db/db.ts'
import { placements } from '#server/placement.ts'
import {
  citusPrefix,
  copyOnAll,
  createOnAll,
  machinesOf,
  removeCitus,
  runOnAll,
  startCitus,
  stopCitus,
} from '#tests/support/server/citus.ts'
import { startPooler, throughPooler } from '#tests/support/server/pooler.ts'

/** Migrated database that new ones copy. */
export const template = 'template_of_tests'
const urlVariable = 'TEST_POSTGRES'
/** Set to run the tests behind PgBouncer; then holds the folder of its socket. */
const poolerVariable = 'TEST_POOLER'
/** Set to run the tests on a Citus cluster; then holds the URLs of its machines. */
const citusVariable = 'TEST_CITUS'
const prefix = 'yq-tests-'

/**
 * Starts PostgreSQL without durability, once for all projects. Its files are in memory if there is
 * enough: a database then costs a fifth of the processor time that it costs on ext4, which searches
 * long for an inode that was not deleted within the last five seconds. Returns the teardown
 * function.
 */
export const setup = (): Promise<() => Promise<void>> =>
  startIn(hasMemory() ? memoryFolder : tmpdir())

const memoryFolder = '/dev/shm'
function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > 2 ** 31
  } catch {
    return false
  }
}

async function startIn(parent: string): Promise<() => Promise<void>> {
  if (process.env[urlVariable]) return async () => {}
  await removeFoldersOfKilledRuns(parent)
  if (process.env[citusVariable]) return startCluster(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  const postgres = await startEmbedded(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // No database lives long enough to need it.
      autovacuum: 'off',
      max_wal_size: '512MB',
    },
  })
  await postgres.create(template)
  const database = openDb(postgres.url(template))
  await migrate(database.db, migrationsOnDisk())
  await database.close()
  process.env[urlVariable] = postgres.url('postgres')
  const pooler = process.env[poolerVariable]
    ? await startPooler(postgres.url('postgres'))
    : undefined
  if (pooler) process.env[poolerVariable] = pooler.sockets
  return async () => {
    delete process.env[urlVariable]
    await pooler?.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a Citus cluster. Creates the template on the coordinator and distributes its tables. */
async function startCluster(parent: string): Promise<() => Promise<void>> {
  const folder = join(parent, `${citusPrefix}${process.pid}`)
  const cluster = await startCitus(folder, template)
  const database = openDb(cluster.url(template))
  await migrate(database.db, migrationsOnDisk())
  await transaction(database.db, (tx) => distributeTables(tx, placements))
  await database.close()
  await cluster.closeTemplate(template)
  process.env[urlVariable] = cluster.url('postgres')
  process.env[citusVariable] = JSON.stringify(cluster.machines)
  return async () => {
    delete process.env[urlVariable]
    await stopCitus(folder)
  }
}

/** Removes folders of killed runs and stops their PostgreSQL. */
async function removeFoldersOfKilledRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((file) => file.startsWith(prefix))) {
    if (isAlive(Number.parseInt(name.slice(prefix.length)))) continue
    await stopServer(join(parent, name, 'postgres', 'cluster'))
    rmSync(join(parent, name), { recursive: true, force: true })
  }
  for (const name of readdirSync(parent).filter((file) => file.startsWith(citusPrefix)))
    if (!isAlive(Number.parseInt(name.slice(citusPrefix.length)))) removeCitus(join(parent, name))
}

/**
 * Creates an empty migrated database in about 20 ms. `connections`: for transactions; five more
 * serve reads and events. The caller must close it.
 */
export async function freshDb(connections = 20): Promise<Database & { url: string }> {
  const url = await freshUrl(template)
  const sockets = process.env[poolerVariable]
  const poolSize = connections + 5
  const options = sockets ? { connections: poolSize, directUrl: url } : { connections: poolSize }
  return { ...openDb(sockets ? throughPooler(url, sockets) : url, options), url }
}

/** URLs of databases created in this process and not dropped. */
const undroppedUrls = new Set<string>()

/** Drops the databases created in this process. */
export async function dropCreatedDatabases(): Promise<void> {
  for (const url of undroppedUrls) await dropDb(url)
}

/** Creates a database, empty or copied from another, and returns its URL. */
export async function freshUrl(copyOf?: string): Promise<string> {
  const name = newName()
  if (process.env[citusVariable] && copyOf !== undefined) {
    await copyOnAll(machinesOf(process.env[citusVariable]), copyOf, name)
    return urlOf(name)
  }
  // The default strategy writes each page to the log and takes twice the processor time: 43 ms
  // instead of 23 for a database and its end.
  await query(`create database ${name}${copyOf ? ` template ${copyOf}` : ''} strategy file_copy`)
  return urlOf(name)
}

/**
 * Creates and fills a database that stays for the whole run, so that all workers can copy it. The
 * first worker does, while others wait.
 */
export async function ensureDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
  copyOf?: string,
): Promise<void> {
  const client = new Client(serverUrl())
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const url = await freshUrl(copyOf)
    await fill(url)
    await client.query(`alter database ${nameIn(url)} rename to ${name}`)
    undroppedUrls.delete(url)
  } finally {
    await client.end()
  }
}

/** Creates an empty database, which can be split if there is a cluster, and returns its URL. */
export async function freshSplittableUrl(): Promise<string> {
  if (!isOnCitus()) return freshUrl()
  const name = newName()
  await createOnAll(machinesOf(process.env[citusVariable]!), name)
  return urlOf(name)
}

const newName = (): string => `t_${randomUUID().replaceAll('-', '')}`

function urlOf(name: string): string {
  const url = process.env[urlVariable]!.replace('/postgres?', `/${name}?`)
  undroppedUrls.add(url)
  return url
}

/** Whether the tests run on a Citus cluster. */
export const isOnCitus = (): boolean => Boolean(process.env[citusVariable])

/** Drops a database, for tests that create many (about 10 MB each). */
export async function dropDb(url: string): Promise<void> {
  undroppedUrls.delete(url)
  const statement = `drop database if exists ${nameIn(url)} with (force)`
  if (process.env[citusVariable])
    await runOnAll(machinesOf(process.env[citusVariable]), 'postgres', statement)
  else await query(statement)
}

/** Database name in a URL. */
export const nameIn = (url: string): string => /@\/(\w+)\?/.exec(url)![1]!

/** URL of the database `postgres`. */
export function serverUrl(): string {
  const url = process.env[urlVariable]
  if (!url)
    throw new Error(
      'This test has no PostgreSQL: set globalSetup of its Vitest project to tests/support/server/postgres.ts.',
    )
  return url
}

async function query(text: string): Promise<void> {
  const client = new Client(serverUrl())
  await client.connect()
  await client.query(text)
  await client.end()
}
