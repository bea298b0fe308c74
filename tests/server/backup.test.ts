/** Backups: consistent while the server works, complete after a restore, and refused if damaged. */
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { subAccounts } from '#contract/sub-accounts.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { writeBackup } from '#server/platform/db/backup.ts'
import { checkBackup, type BackupKey } from '#server/platform/db/backup-file.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { restoreBackup } from '#server/platform/db/restore.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { allRows } from '#tests/support/server/database-state.ts'
import { freshDb, freshUrl } from '#tests/support/server/postgres.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-backup-'))
const key = new Uint8Array(randomBytes(32))
let server: TestServer
let files = 0
const newFile = () => join(folder, `${files++}.backup`)

beforeAll(async () => {
  server = await startServer()
  await seedDemo(server.database.db, {
    now: new Date(),
    ...nodeCrypto,
    busy: 0.3,
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const noRoles = { databaseUrl: undefined, databaseDirectUrl: undefined }
const restoreInto = async (
  url: string,
  file: string,
  fileKey: BackupKey = null,
  migrations = migrationsOnDisk(),
) => restoreBackup(url, await checkBackup(file, fileKey), migrations, noRoles)

/** Restores into a new database without tables. */
async function restore(file: string, fileKey: BackupKey = null, migrations = migrationsOnDisk()) {
  const url = await freshUrl()
  const result = await restoreInto(url, file, fileKey, migrations)
  return { ...openDb(url, { connections: 2 }), url, result }
}

async function tablesOf(db: Db) {
  const { rows } = await db.execute(
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return rows
}

/** Expects the refusal of a restore, and the database without tables afterwards. */
async function expectRefused(file: string, fileKey: BackupKey, sentence: RegExp) {
  const url = await freshUrl()
  await expect(restoreInto(url, file, fileKey)).rejects.toThrow(sentence)
  const { db, close } = openDb(url, { connections: 1 })
  expect(await tablesOf(db)).toEqual([])
  await close()
}

/** The same of a database that has its tables already, which takes less time. */
async function expectUnchanged(
  file: string,
  sentence: RegExp,
  { url, db }: Awaited<ReturnType<typeof freshDb>>,
) {
  const before = await rowsOf(db)
  await expect(restoreInto(url, file)).rejects.toThrow(sentence)
  expect(await rowsOf(db)).toEqual(before)
}

/** All rows, without the time of each migration: a restore applies the migrations again. */
async function rowsOf(db: TestServer['database']['db']) {
  const { migrations, ...rows } = await allRows(db)
  return { ...rows, migrations: migrations!.length }
}

test.each([
  ['encrypted', key],
  ['not encrypted', null],
])('a restored backup has every row and sequence number, %s', async (_, fileKey) => {
  const file = newFile()
  const expected = await rowsOf(server.database.db)
  const written = await writeBackup(server.database.url, file, {
    key: fileKey,
    secretKey: 'key of the embedded database\n',
  })
  const { db, close, result } = await restore(file, fileKey)
  expect(await rowsOf(db)).toEqual(expected)
  const { tables, rows: rowCount } = written
  expect(result).toEqual({
    tables,
    rows: rowCount,
    secretKey: 'key of the embedded database\n',
    applied: [],
  })
  const nextNumber = async (name: string) =>
    Number((await db.execute<{ n: string }>(sql`select nextval(${name}) as n`)).rows[0]!.n)
  const { rows } = await db.execute<{ last: string }>(sql`select max(user_id) as last from users`)
  expect(await nextNumber('user_ids')).toBeGreaterThan(Number(rows[0]!.last))
  expect(await verifyLedger(db, 'Asia/Shanghai', () => {})).toBe(0)
  await close()
})

test('an encrypted backup contains no plain text of the data', async () => {
  const file = newFile()
  await writeBackup(server.database.url, file, { key })
  expect(readFileSync(file).includes('demo@example.com')).toBe(false)
})

test('a backup made during distributions contains both sides of each transfer or neither', async () => {
  const owner = await signInDemo(server)
  const { rows } = (await owner.call(subAccounts.page, { pageSize: 5, pageNum: 1 })).data
  const done = new AbortController()
  const distributing = rows.map(async ({ userId }) => {
    for (let round = 0; !done.signal.aborted || round < 5; round++)
      await owner.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 10 })
  })
  const file = newFile()
  await writeBackup(server.database.url, file, { key: null })
  done.abort()
  await Promise.all(distributing)
  const { db, close } = await restore(file)
  expect(await verifyLedger(db, 'Asia/Shanghai', () => {})).toBe(0)
  await close()
})

const damages: [string, (content: Buffer) => Buffer, RegExp][] = [
  ['cut short', (content) => content.subarray(0, content.length - 40), /damaged/],
  ['without its last byte', (content) => content.subarray(0, -1), /damaged/],
  ['followed by more', (content) => Buffer.concat([content, content.subarray(-64)]), /damaged/],
  ['in another order', (content) => swapBlocks(content), /damaged/],
  ['changed in one bit', (content) => flipBit(content, content.length - 2_000), /damaged/],
  ['changed in its last bit', (content) => flipBit(content, content.length - 1), /damaged/],
  [
    'changed in its header',
    (content) =>
      Buffer.from(content.toString('latin1').replace('"version":1', '"version":1 '), 'latin1'),
    /damaged/,
  ],
  ['the output of another program', () => Buffer.from('PGDMP'), /not a backup/],
]

test('an encrypted backup file that was changed anywhere is refused before a table is made', async () => {
  const file = newFile()
  await writeBackup(server.database.url, file, { key })
  const content = readFileSync(file)
  for (const [name, change, sentence] of damages) {
    writeFileSync(file, change(content))
    await expect(checkBackup(file, key), name).rejects.toThrow(sentence)
  }
  await expectRefused(file, key, /not a backup/)
})

test('an encrypted backup is restored with its own key only', async () => {
  const file = newFile()
  await writeBackup(server.database.url, file, { key })
  await expectRefused(file, new Uint8Array(32), /another key/)
  await expectRefused(file, null, /encrypted. Set BACKUP_KEY/)
})

test('with a key set, a backup that is not encrypted is refused', async () => {
  const file = newFile()
  await writeBackup(server.database.url, file, { key: null })
  await expectRefused(file, key, /not encrypted, and BACKUP_KEY is set/)
})

/** A file that anybody can make, with the records given. */
function forge(...records: (object | string)[]): string {
  const file = newFile()
  const header = {
    format: 'yiqiao-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    migrations: migrationsOnDisk().map(({ name }) => name),
    iv: null,
  }
  const lines = records.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`${JSON.stringify(header)}\n`),
      gzipSync(lines.map((line) => `${line}\n`).join('')),
    ]),
  )
  return file
}
const end = { end: true, rows: {}, sequences: {} }

test('names that are not in the database’s own catalogue are refused', async () => {
  const target = await freshDb()
  const names: [object, RegExp][] = [
    [
      { table: 'users (user_id) from stdin; drop table users; --', columns: ['a'] },
      /names the table "users \(user_id\)/,
    ],
    [{ table: 'pg_authid', columns: ['rolname'] }, /names the table "pg_authid"/],
    [{ table: 'migrations', columns: ['name'] }, /names the table "migrations"/],
    [
      { table: 'one_time_tasks', columns: ['name) from program $$id$$; --'] },
      /names the column "name\) from program/,
    ],
    [{ table: 'one_time_tasks', columns: ['name'] }, /other columns/],
    [{ table: 'heartbeats', columns: ['at', 'at'] }, /other columns/],
  ]
  for (const [record, sentence] of names) {
    const { table } = record as { table: string }
    const file = forge({ ...record, first: null, last: null }, '0', {
      ...end,
      rows: { [table]: 0 },
    })
    await expectUnchanged(file, sentence, target)
  }
  await expectUnchanged(forge(end), /lacks the table/, target)
  await target.close()
  const foreignSequence = await changeBody((body) =>
    body.replace('"sequences":{', '"sequences":{"pg_catalog.evil":"1",'),
  )
  await expectRefused(foreignSequence, null, /names the sequence "pg_catalog.evil"/)
})

/** A backup that is not encrypted, with other content. */
async function changeBody(change: (body: string) => string): Promise<string> {
  const file = newFile()
  await writeBackup(server.database.url, file, { key: null })
  const content = readFileSync(file)
  const start = content.indexOf('\n') + 1
  const body = gunzipSync(content.subarray(start)).toString('latin1')
  const changed = change(body)
  expect(changed).not.toBe(body)
  writeFileSync(
    file,
    Buffer.concat([content.subarray(0, start), gzipSync(Buffer.from(changed, 'latin1'))]),
  )
  return file
}

test('rows that a constraint refuses leave the database without tables', async () => {
  // The same length, since each chunk states it.
  const file = await changeBody((body) =>
    body.replaceAll('demo@example.com', 'demo@example.com'.toUpperCase()),
  )
  await expectRefused(file, null, /violates/)
})

test.each([
  [
    `insert into operators (email, name, role, password_hash, created_at) values ('a@b.c', 'A', 'admin', '', now())`,
    /1 operators/,
  ],
  [`insert into one_time_tasks values ('production', now())`, /marks of a server/],
])('a database in use is no target: %s', async (statement, sentence) => {
  const file = newFile()
  await writeBackup(server.database.url, file, { key: null })
  const target = await freshDb()
  await target.db.execute(sql.raw(statement))
  await expectUnchanged(file, sentence, target)
  await target.close()
})

test('a backup of an older version is migrated, with the indexes that are built beside a server', async () => {
  const later = [
    { name: '99999999999998_column', sql: 'alter table contacts add column extra text' },
    {
      name: '99999999999999_index',
      sql: 'create index concurrently contacts_by_extra on contacts (extra)',
    },
  ]
  const url = await freshUrl()
  const { db, close } = openDb(url, { connections: 1 })
  await migrate(db, migrationsOnDisk())
  const file = newFile()
  await writeBackup(url, file, { key })
  const restored = await restore(file, key, [...migrationsOnDisk(), ...later])
  expect(restored.result.applied).toEqual(later.map(({ name }) => name))
  const index = sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('contacts_by_extra')`
  expect((await restored.db.execute(index)).rows).toEqual([{ valid: true }])
  await restored.close()
  const newer = await freshUrl()
  const newerDb = openDb(newer, { connections: 1 })
  await migrate(newerDb.db, [...migrationsOnDisk(), ...later])
  await newerDb.close()
  await expect(restoreInto(newer, file, key)).rejects.toThrow(/tables of a newer version/)
  await db.execute(
    sql`update migrations set name = '20251121041416_tables' where name = (select min(name) from migrations)`,
  )
  const obsolete = newFile()
  await writeBackup(url, obsolete, { key })
  await close()
  await expectRefused(obsolete, key, /made before the first release \(20251121041416_tables\)/)
})

test('a backup that fails leaves no file', async () => {
  const file = newFile()
  await expect(
    writeBackup(server.database.url.replace(/\/t_\w+/, '/no_such_database'), file, { key }),
  ).rejects.toThrow()
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
})

function flipBit(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content)
  copy[at]! ^= 1
  return copy
}

/** Exchanges two blocks of the sealed content. */
function swapBlocks(content: Buffer): Buffer {
  const middle = content.length >> 1
  return Buffer.concat([
    content.subarray(0, middle - 512),
    content.subarray(middle, middle + 512),
    content.subarray(middle - 512, middle),
    content.subarray(middle + 512),
  ])
}
