/** Backups: consistent while the server works, complete after a restore, and refused if damaged. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { subAccounts } from '#contract/sub-accounts.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/service.ts'
import { readBackup, writeBackup, type BackupKey } from '#server/platform/db/backup.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { allRows } from '#tests/support/server/database-state.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
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
    hashPassword: nodeCrypto.hashPassword,
    busy: 0.3,
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function restoreBackup(file: string, fileKey: BackupKey = null) {
  const target = await freshDb()
  const result = await readBackup(target.url, file, fileKey)
  return { ...target, result }
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
  const { db, close, result } = await restoreBackup(file, fileKey)
  expect(await rowsOf(db)).toEqual(expected)
  expect(result).toEqual({ ...written, secretKey: 'key of the embedded database\n' })
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
  const backups = []
  for (let round = 0; round < 3; round++) {
    const file = newFile()
    await writeBackup(server.database.url, file, { key: null })
    backups.push(file)
  }
  done.abort()
  await Promise.all(distributing)
  for (const file of backups) {
    const { db, close } = await restoreBackup(file)
    expect(await verifyLedger(db, 'Asia/Shanghai', () => {})).toBe(0)
    await close()
  }
})

test.each<[string, (content: Buffer) => Buffer, RegExp]>([
  ['cut short', (content) => content.subarray(0, content.length - 40), /damaged/],
  ['changed in one bit', (content) => flipBit(content, content.length - 2_000), /damaged/],
  [
    'changed in its header',
    (content) =>
      Buffer.from(content.toString('latin1').replace('"version":1', '"version":1 '), 'latin1'),
    /damaged/,
  ],
  ['the output of another program', () => Buffer.from('PGDMP'), /not a backup/],
])(
  'a backup file that is %s is refused, and none of it is restored',
  async (_, change, sentence) => {
    const file = newFile()
    await writeBackup(server.database.url, file, { key })
    writeFileSync(file, change(readFileSync(file)))
    const target = await freshDb()
    const before = await rowsOf(target.db)
    await expect(readBackup(target.url, file, key)).rejects.toThrow(sentence)
    expect(await rowsOf(target.db)).toEqual(before)
    await target.close()
  },
)

test('an encrypted backup is restored with its own key only', async () => {
  const file = newFile()
  await writeBackup(server.database.url, file, { key })
  const target = await freshDb()
  await expect(readBackup(target.url, file, new Uint8Array(32))).rejects.toThrow('another key')
  await expect(readBackup(target.url, file, null)).rejects.toThrow('BACKUP_KEY')
  await target.close()
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
