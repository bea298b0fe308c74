/** The commands `backup` and `restore`: data of a killed and wiped server is restored. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import type { Caller } from '#tests/support/server/server.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { freshUrl } from '#tests/support/server/postgres.ts'
import { programArgs } from '#tests/support/server/programs.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-restore-'))
const dataDir = join(folder, 'data')
const cleanUps: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of cleanUps) await end()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (command: 'backup' | 'restore', args: string[], env: Record<string, string>) => {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...programArgs(`src/commands/${command}.ts`), ...args],
      { env: { PATH: process.env['PATH'], ...env } },
    )
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

async function start() {
  const server = serverProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  const target = { api: `${await server.address()}/api`, now: () => Date.now() }
  return { server, demo: await signInDemo(target) }
}
const charsOf = async (caller: Caller, userId: string | number) => {
  const { rows } = (await caller.call(subAccounts.page, { pageSize: 100, pageNum: 1 })).data
  return rows.find((row) => row.userId === userId)!.memberAccount.usableCharNum
}

test(
  'after kill -9 and a wiped folder, a restore has every call completed before the backup',
  { timeout: 240_000 },
  async () => {
    const { server, demo } = await start()
    const [sub] = (await demo.call(subAccounts.page, { pageSize: 1, pageNum: 1 })).data.rows
    const { userId } = sub!
    const before = await charsOf(demo, userId)
    for (let round = 0; round < 10; round++)
      await demo.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 7 })
    // Sends calls during the backup.
    const done = new AbortController()
    const otherCalls = (async () => {
      while (!done.signal.aborted) await demo.call(users.get, {})
    })()
    const first = await run('backup', [join(folder, 'a.backup')], { DATA_DIR: dataDir })
    done.abort()
    await otherCalls
    expect(first.output).toMatch(/\d+ rows of \d+ tables/)
    expect(first.code).toBe(0)
    server.child.kill('SIGKILL')
    await server.end()
    const refusedRestore = await run('restore', [join(folder, 'a.backup')], { DATA_DIR: dataDir })
    expect(refusedRestore.code).toBe(2)
    expect(refusedRestore.output).toContain('not empty')
    rmSync(dataDir, { recursive: true, force: true })

    const restored = await run('restore', [join(folder, 'a.backup')], { DATA_DIR: dataDir })
    expect(restored.output).toContain('No contradiction')
    expect(restored.output).toContain('secret.key restored')
    expect(restored.code).toBe(0)
    const restarted = await start()
    cleanUps.push(() => restarted.server.end('SIGTERM'))
    expect(await charsOf(restarted.demo, userId)).toBe(before + 70)
    expect(
      (await restarted.demo.call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1 }))
        .success,
    ).toBe(true)

    const backups = join(folder, 'daily')
    await promisify(execFile)('mkdir', [backups])
    writeFileSync(join(backups, 'notes.txt'), 'kept')
    for (const day of ['20260101', '20260102', '20260103'])
      writeFileSync(join(backups, `yiqiao-${day}T000000Z.backup`), '')
    const result = await run('backup', [backups, '--keep', '2'], { DATA_DIR: dataDir })
    expect(result.code).toBe(0)
    expect(readdirSync(backups).toSorted()).toEqual([
      'notes.txt',
      'yiqiao-20260103T000000Z.backup',
      expect.stringMatching(/^yiqiao-2\d{7}T\d{6}Z\.backup$/),
    ])
  },
)

test('a restore refused for its file says that nothing was restored, and leaves no table', async () => {
  const url = await freshUrl()
  const source = await demoDatabase()
  const file = join(folder, 'plain.backup')
  expect((await run('backup', [file, '--unencrypted'], source)).code).toBe(0)
  const key = Buffer.alloc(32, 5).toString('base64')
  const tables = async () => {
    const client = new Client(url)
    await client.connect()
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    await client.end()
    return rows.length
  }
  const refused = await run('restore', [file], { DATABASE_URL: url, BACKUP_KEY: key })
  expect(refused).toEqual({
    code: 2,
    output: expect.stringMatching(
      /not encrypted, and BACKUP_KEY is set[^]*\nNothing was restored: the database is as it was\.\n$/,
    ) as string,
  })
  expect(await tables()).toBe(0)
  const inProduction = await run('restore', [file], { DATABASE_URL: url, APP_MODE: 'production' })
  expect(inProduction.output).toContain('BACKUP_KEY is not set')
  const allowed = await run('restore', [file], { DATABASE_URL: url })
  expect(allowed.code).toBe(0)
  expect(await tables()).toBeGreaterThan(70)
})

test('in production a backup without a key is refused', async () => {
  const refused = await run('backup', [join(folder, 'b.backup')], {
    APP_MODE: 'production',
    DATA_DIR: dataDir,
  })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('BACKUP_KEY')
  const unknown = await run('restore', [join(folder, 'none.backup')], { DATA_DIR: dataDir })
  expect(unknown.output).toContain('does not exist')
  expect(unknown.code).toBe(2)
})
