/**
 * One real PostgreSQL for a whole test run (Vitest's globalSetup), and in it a migrated database of
 * its own for whoever asks.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { isAlive, stopOn } from '#server/platform/db/embedded/postmaster.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'

const template = 'template_of_tests'
const variable = 'TEST_POSTGRES'
const prefix = 'yq-tests-'

/** Starts it; what it returns stops it. Nothing is kept, so nothing waits for the disk. */
export async function setup(): Promise<() => Promise<void>> {
  await clearLeftBehind()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const postgres = await startEmbedded(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
    },
  })
  await postgres.create(template)
  const database = openDb(postgres.url(template))
  await migrate(database.db, migrationsOnDisk())
  await database.close()
  process.env[variable] = postgres.url('postgres')
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of runs that were killed: their folders, and their PostgreSQL if it still runs. */
async function clearLeftBehind(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((file) => file.startsWith(prefix))) {
    if (isAlive(Number.parseInt(name.slice(prefix.length)))) continue
    await stopOn(join(tmpdir(), name, 'postgres', 'cluster'))
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** A new database with all tables, empty; close it when done. Takes about 20 ms. */
export async function freshDb(connections = 20): Promise<Database & { url: string }> {
  const url = await freshUrl(template)
  return { ...openDb(url, { connections }), url }
}

/** The address of a new database: without any table, unless it is a copy of another. */
export async function freshUrl(copyOf?: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const address = await query(`create database ${name}${copyOf ? ` template ${copyOf}` : ''}`)
  return address.replace('/postgres?', `/${name}?`)
}

/** For tests that make many: some ten megabytes each. */
export async function dropDb(url: string): Promise<void> {
  await query(`drop database ${nameIn(url)} with (force)`)
}

/** The name of a database by its address. */
export const nameIn = (url: string): string => /@\/(\w+)\?/.exec(url)![1]!

/** Tells the address of the PostgreSQL it was asked of. */
async function query(text: string): Promise<string> {
  const address = process.env[variable]
  if (!address)
    throw new Error(
      'There is no PostgreSQL for this test: give its Vitest project globalSetup: tests/support/postgres.ts.',
    )
  const client = new Client(address)
  await client.connect()
  await client.query(text)
  await client.end()
  return address
}
