/** A server process survives a database outage and a full disk, without losing confirmed calls. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, closeSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { findRunningAddress, startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb } from '#server/platform/db/open.ts'
import { openNoticeStream } from '#tests/support/server/event-stream.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { caller, type Caller } from '#tests/support/server/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-outages-'))
const processes: ServerProcess[] = []
const mounted: string[] = []
afterEach(async () => {
  for (const server of processes.splice(0))
    if (server.child.exitCode === null) await server.end('SIGTERM')
  for (const mountPoint of mounted.splice(0)) execFileSync('umount', ['-l', mountPoint])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(env: Record<string, string>) {
  const server = serverProcess(env)
  processes.push(server)
  const origin = await server.address()
  const target = { api: `${origin}/api`, now: () => Date.now() }
  const demo = await signInDemo(target)
  const { rows } = (await demo.call(subAccounts.page, { account: 'demosub' })).data
  const { userId } = rows[0]!
  const chars = async () =>
    (await demo.call(subAccounts.page, { account: 'demosub' })).data.rows[0]!.memberAccount
      .usableCharNum
  return {
    server,
    target,
    demo,
    chars,
    ready: async () => (await fetch(`${origin}/readyz`)).status,
    /** Distributes one character; the key makes retries harmless. */
    move: (key: string, as: Caller = demo) =>
      as.call(
        subAccounts.distribute,
        { childUserId: userId, changeCharNum: 1 },
        { 'idempotency-key': key },
      ),
    chinese: caller(target, demo.signer, 'zh-CN'),
  }
}
type Started = Awaited<ReturnType<typeof start>>

async function expectInterruption({ move, chinese, ready, server }: Started, key: string) {
  const refused = await move(key)
  expect(refused).toMatchObject({ status: 503, success: false, data: { code: 'unavailable' } })
  expect(refused.msg).toBe('The service is not available at the moment. Please try again in 5 s.')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await move(key, chinese)).msg).toBe('服务暂时不可用，请5秒后再试')
  await expect.poll(ready).toBe(503)
  await expect.poll(server.output).toContain('"event":"readiness check failed"')
}

async function expectRecovery({ move, chars, ready }: Started, before: number, key: string) {
  await expect.poll(async () => (await move(key)).success).toBe(true)
  expect((await move(key)).success).toBe(true)
  expect(await chars()).toBe(before + 1)
  await expect.poll(ready).toBe(200)
}

async function expectSoundLedger(url: string) {
  const { db, close } = openDb(url, { connections: 2 })
  expect(await discrepancies(db)).toEqual([])
  await close()
}

test('during a database outage calls get 503, and later the same process serves on', async () => {
  const dataDir = join(folder, 'owners')
  let postgres = await startEmbedded(dataDir)
  await postgres.create('app')
  const started = await start({ DATABASE_URL: postgres.url('app'), DATA_DIR: folder })
  const { server, target, demo, chars, move } = started
  const stream = await openNoticeStream(target.api, demo)
  expect((await move('before')).success).toBe(true)
  const before = await chars()

  await postgres.stop()
  await expectInterruption(started, 'during')
  const lines = server.output().split('\n')
  const failed = lines.filter((line) => line.includes('"code":"unavailable"'))
  expect(failed.length).toBeGreaterThan(0)
  for (const line of failed) {
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', status: 503 })
    expect(line).not.toContain('params')
  }

  postgres = await startEmbedded(dataDir)
  await expectRecovery(started, before, 'during')
  const changes = stream.changedTopics().length
  await expect
    .poll(async () => {
      await move(`later ${performance.now()}`)
      return stream.changedTopics().length
    })
    .toBeGreaterThan(changes)
  expect(stream.hasEnded()).toBe(false)
  await stream.close()
  await expectSoundLedger(postgres.url('app'))
  expect(await server.end('SIGTERM')).toBe(0)
  await postgres.stop()
})

/** Mounts a file system in memory. Returns false without the privileges to mount. */
function mountMemory(mountPoint: string, size: string): boolean {
  mkdirSync(mountPoint)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', mountPoint], {
      stdio: 'ignore',
    })
  } catch {
    return false
  }
  mounted.push(mountPoint)
  return true
}

/** Fills the test's own small disk completely. Returns a function that frees the space. */
function fillDisk(mountPoint: string): () => void {
  const { blocks, bsize } = statfsSync(mountPoint)
  if (blocks * bsize > 500e6) throw new Error(`${mountPoint} is not the test's own disk.`)
  const file = join(mountPoint, 'filler')
  const handle = openSync(file, 'w')
  for (const size of [1 << 20, 4_096, 1])
    try {
      for (;;) writeSync(handle, Buffer.alloc(size, 7))
    } catch {
      // Full.
    }
  closeSync(handle)
  return () => rmSync(file)
}

test('on a full disk reads work and writes get 503, until there is space', async ({ skip }) => {
  const disk = join(folder, 'disk')
  if (process.getuid?.() !== 0 || !mountMemory(disk, '400m')) return skip()
  const started = await start({ DATA_DIR: join(disk, 'data') })
  const { server, demo, chars, move } = started
  expect((await move('before')).success).toBe(true)
  const before = await chars()
  const freeSpace = fillDisk(disk)
  // Uses up the free space in the last pages of the tables.
  for (let tries = 0; tries < 500 && (await move(`filling ${tries}`)).success; tries++);
  await expectInterruption(started, 'during')
  expect((await demo.call(users.get, {})).status).toBe(200)
  const charsOnFullDisk = await chars()
  expect(charsOnFullDisk).toBeGreaterThanOrEqual(before)
  expect(server.output()).toContain('"sqlState":"53100"')
  freeSpace()
  await expectRecovery(started, charsOnFullDisk, 'during')

  // Without space for the write-ahead log PostgreSQL stops and cannot start.
  const freeSpaceAgain = fillDisk(disk)
  const client = new Client(findRunningAddress(join(disk, 'data'), 'app'))
  client.on('error', () => {})
  await client.connect()
  await client
    .query(
      `select count(pg_logical_emit_message(false, 'x', repeat(md5(n::text), 30000))) from generate_series(1, 60) n`,
    )
    .catch(() => {})
  await expectInterruption(started, 'without log')
  freeSpaceAgain()
  await expectRecovery(started, charsOnFullDisk + 1, 'without log')
  await expectSoundLedger(findRunningAddress(join(disk, 'data'), 'app')!)
  expect(await server.end('SIGTERM')).toBe(0)
})
