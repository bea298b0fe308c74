/** Migrations apply once and atomically, also when several processes start at once. */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'

const names = migrationsOnDisk().map(({ name }) => name)

test('of six concurrent migrations of an empty database one applies all, the others none', async () => {
  const url = await freshUrl()
  const databases = Array.from({ length: 6 }, () => openDb(url, { connections: 1 }))
  const applied = await Promise.all(databases.map(({ db }) => migrate(db, migrationsOnDisk())))
  expect(applied.filter(({ length }) => length > 0)).toEqual([names])
  expect(await migrate(databases[0]!.db, migrationsOnDisk())).toEqual([])
  await Promise.all(databases.map(({ close }) => close()))
})

test('a migration that fails leaves the database as it was', async () => {
  const { db, close } = openDb(await freshUrl())
  const broken = {
    name: '99999999999999_broken',
    sql: 'create table half (n int);--> statement-breakpoint\ncreate table nonsense (n nonsense)',
  }
  await expect(migrate(db, [...migrationsOnDisk(), broken])).rejects.toThrow()
  expect(
    (await db.execute(sql`select tablename from pg_tables where schemaname = 'public'`)).rows,
  ).toEqual([])
  expect(await migrate(db, migrationsOnDisk())).toEqual(names)
  await close()
})

test('a migration waiting for a lock gives way to other statements and is retried', async () => {
  const url = await freshUrl()
  const { db, close } = openDb(url, { connections: 1 })
  await migrate(db, migrationsOnDisk())
  const reader = new Client(url)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from contacts')
  const added = { name: '99999999999999_added', sql: 'alter table contacts add column extra text' }
  const retries: number[] = []
  const done = migrate(
    db,
    [...migrationsOnDisk(), added],
    {
      onRetry(tries) {
        retries.push(tries)
        if (tries === 2) void reader.query('commit')
      },
    },
    { lockTimeout: 200, firstDelay: 100 },
  )
  const other = new Client(url)
  await other.connect()
  expect((await other.query('select count(*) from contacts')).rows).toEqual([{ count: '0' }])
  expect(await done).toEqual([added.name])
  expect(retries.slice(0, 2)).toEqual([1, 2])

  await reader.query('begin')
  await reader.query('select count(*) from contacts')
  const dropped = {
    name: '99999999999999_dropped',
    sql: 'alter table contacts drop column extra',
  }
  const all = [...migrationsOnDisk(), added, dropped]
  await expect(
    migrate(db, all, undefined, { lockTimeout: 100, firstDelay: 1, tries: 2 }),
  ).rejects.toThrow()
  await reader.query('commit')
  await Promise.all([reader.end(), other.end(), close()])
})

const slow = (text: string) => ({ name: '99999999999999_slow', sql: text })
const isValid = async (db: Db, name: string): Promise<boolean> => {
  const { rows } = await db.execute<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`,
  )
  return rows[0]?.valid === true
}

test('an index of a table in use is built while others write, by one process', async () => {
  const url = await freshUrl()
  const { db, close } = openDb(url)
  await migrate(db, migrationsOnDisk())
  await db.execute(sql`create table large (n int)`)
  const writers = [new Client(url), new Client(url)] as const
  await Promise.all(writers.map((writer) => writer.connect()))
  await writers[0].query('begin; insert into large values (1)')
  const all = [
    ...migrationsOnDisk(),
    slow(
      'CREATE INDEX CONCURRENTLY "large_n" ON "large" ("n");--> statement-breakpoint\nCREATE INDEX CONCURRENTLY large_m ON large ((n + 1))',
    ),
  ]
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const done = Promise.all([1, 2].map(() => migrate(db, all, { onIndex: begun })))
  await hasBegun
  await writers[1].query("set lock_timeout = '10s'")
  await writers[1].query('insert into large values (2)')
  await writers[0].query('commit')
  expect((await done).flat()).toEqual(['99999999999999_slow'])
  expect([await isValid(db, 'large_n'), await isValid(db, 'large_m')]).toEqual([true, true])
  expect(await migrate(db, all)).toEqual([])
  await Promise.all([...writers.map((writer) => writer.end()), close()])
})

test('a build that failed is repeated, and leaves earlier migrations applied', async () => {
  const { db, close } = openDb(await freshUrl())
  await migrate(db, migrationsOnDisk())
  await db.execute(sql`create table large as select 1 as n from generate_series(1, 2)`)
  const added = { name: '99999999999998_added', sql: 'create table added (n int)' }
  const all = [
    ...migrationsOnDisk(),
    added,
    slow('create unique index concurrently large_n on large (n)'),
  ]
  await expect(migrate(db, all)).rejects.toThrow()
  expect(await isValid(db, 'large_n')).toBe(false)
  await db.execute(sql`update large set n = 2 where ctid = '(0,1)'`)
  expect(await migrate(db, all)).toEqual(['99999999999999_slow'])
  expect(await isValid(db, 'large_n')).toBe(true)
  await close()
})

test('a migration that builds an index while others write contains nothing else', async () => {
  const { db, close } = openDb(await freshUrl())
  await migrate(db, migrationsOnDisk())
  const mixed = slow(
    'create table large (n int);--> statement-breakpoint\ncreate index concurrently large_n on large (n)',
  )
  await expect(migrate(db, [...migrationsOnDisk(), mixed])).rejects.toThrow('nothing else')
  await close()
})

test('the migrations create the tables and columns of the schema', async () => {
  const { db, close } = openDb(await freshUrl())
  await migrate(db, migrationsOnDisk())
  const columns = await db.execute(
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
  )
  const schema = await import('#server/schema.ts')
  const { getTableName, is } = await import('drizzle-orm')
  const { getTableConfig, PgTable } = await import('drizzle-orm/pg-core')
  const { toSnakeCase } = await import('drizzle-orm/casing')
  const { generatedTables } = await import('#server/features/collections/table.ts')
  const expected = [...Object.values(schema), ...Object.values(generatedTables)].flatMap((table) =>
    is(table, PgTable)
      ? getTableConfig(table).columns.map(
          ({ name }) => `${getTableName(table)}.${toSnakeCase(name)}`,
        )
      : [],
  )
  const partition = /^(login|translation)_log_(\d{4}_\d\d|rest)\./
  const found = columns.rows
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('migrations.') && !partition.test(name))
  expect(found.toSorted()).toEqual(expected.toSorted())
  await close()
})
