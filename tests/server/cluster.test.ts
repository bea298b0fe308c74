/** On a Citus cluster: a backup is one snapshot of all machines, and processes share events. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { distributeTables } from '#server/distribute-tables.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { placements } from '#server/placement.ts'
import { writeBackup } from '#server/platform/db/backup.ts'
import { checkBackup } from '#server/platform/db/backup-file.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { restoreBackup } from '#server/platform/db/restore.ts'
import { demoAccounts, demoPassword } from '#server/seed/demo.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { freshDb, freshSplittableUrl, isOnCitus } from '#tests/support/server/postgres.ts'
import { caller } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-cluster-'))
const noRoles = { databaseUrl: undefined, databaseDirectUrl: undefined }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Which transaction wrote last to a table of all machines, and to each main account. */
async function roundsIn(db: Db): Promise<Set<string | null>> {
  const { rows } = await db.execute<{ round: string | null }>(
    sql`select en_name as round from channels where id = 1
      union all select nickname from users where user_id = owner_id`,
  )
  return new Set(rows.map(({ round }) => round))
}

describe.runIf(isOnCitus())('on a Citus cluster', { timeout: 300_000 }, () => {
  test('a backup during writes is one snapshot of all machines, and its restored tables are split', async () => {
    const { db, url, close } = await freshDb()
    const { anna, berta, carl } = await addPeople(db)
    const write = (round: string) =>
      transaction(db, async (tx) => {
        for (const { ownerId } of [anna, berta, carl])
          await tx.execute(
            sql`update users set nickname = ${round} where owner_id = ${ownerId} and user_id = ${ownerId}`,
          )
        await tx.execute(sql`update channels set en_name = ${round} where id = 1`)
      })
    await write('0')
    const end = new AbortController()
    const writing = (async () => {
      for (let round = 1; !end.signal.aborted; round++) await write(`${round}`)
    })()
    const files = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => join(folder, name))
    for (const file of files) await writeBackup(url, file, { key: null })
    end.abort()
    await writing
    const found = await verifyLedger(db, 'Asia/Shanghai', () => {})
    await close()
    for (const file of files) {
      const copy = await freshSplittableUrl()
      const target = openDb(copy, { connections: 5 })
      await restoreBackup(copy, await checkBackup(file, null), migrationsOnDisk(), noRoles)
      expect((await roundsIn(target.db)).size, file).toBe(1)
      if (file === files[0]) {
        await transaction(target.db, (tx) => distributeTables(tx, placements))
        expect((await roundsIn(target.db)).size).toBe(1)
        expect(await verifyLedger(target.db, 'Asia/Shanghai', () => {})).toBe(found)
      }
      await target.close()
    }
  })

  test('a notice reaches the stream at another server process', async () => {
    const { url, close } = await freshDb()
    await close()
    const env = { DATABASE_URL: url, APP_MODE: 'demo', DATA_DIR: folder }
    const one = serverProcess(env)
    const firstServer = { api: `${await one.address()}/api`, now: Date.now }
    const other = serverProcess(env)
    const secondServer = { api: `${await other.address()}/api`, now: Date.now }
    const signIn = async (at: typeof firstServer, account: string) =>
      (await caller(at, null).call(login.login, { account, password: demoPassword })).data
    const owner = caller(firstServer, await signIn(firstServer, demoAccounts.demo))
    const sub = await signIn(secondServer, demoAccounts.demosub)
    const stream = await openNoticeStream(secondServer.api, caller(secondServer, sub))
    const before = stream.notices().length
    const reply = await owner.call(subAccounts.distribute, {
      childUserId: sub.userId,
      changeCharNum: 3,
    })
    expect(reply.success, reply.msg).toBe(true)
    await expect.poll(() => stream.notices().length).toBe(before + 1)
    await stream.close()
    expect(await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])).toEqual([0, 0])
  })
})
