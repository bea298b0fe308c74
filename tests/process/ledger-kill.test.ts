/**
 * kill -9 of the server in the midst of many clients' work: nothing that was answered is lost,
 * nothing is done twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { addressOfRunning } from '#server/platform/db/embedded.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { randomOf } from '#server/seed/simulation.ts'
import { type Crowd, type Trace, retryingCall, loadCall } from '#tests/support/ledger-load.ts'
import { fund } from '#tests/support/quota.ts'
import { contradictions } from '#tests/support/reconciling.ts'
import { caller } from '#tests/support/server.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server-process.ts'

/** A small run by default; `KILL_OPS=10000 KILL_CLIENTS=50 KILLS=20` is the whole. */
const ops = Number(process.env['KILL_OPS'] ?? 250)
const clients = Number(process.env['KILL_CLIENTS'] ?? 12)
const kills = Number(process.env['KILLS'] ?? 2)
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)

const dataDir = mkdtempSync(join(tmpdir(), 'yq-kill-'))
let server: ServerProcess
const where = { api: '', now: () => Date.now() }
afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Milliseconds until it answered that it is ready. */
async function startServer(): Promise<number> {
  const began = performance.now()
  server = serverProcess(
    { DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    'tests/support/ledger-process.ts',
  )
  const address = await server.address()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  where.api = `${address}/api`
  return performance.now() - began
}

async function signIn(account: string) {
  const { success, data, msg } = await caller(where, null).call(login.login, {
    account,
    password: demoPassword,
  })
  if (!success) throw new Error(msg)
  return { userId: String(data.userId), caller: caller(where, data) }
}

async function gather(db: Db): Promise<Crowd> {
  const owner = await signIn('demo')
  await fund(
    db,
    { ownerId: owner.userId, userId: owner.userId, account: 'demo' },
    { chars: 100_000_000_000, voices: 1_000_000, images: 1_000_000 },
  )
  const subs = []
  for (const account of ['demosub', 'wangfang', 'emma', 'oliver88', 'sophie'])
    subs.push(await signIn(account))
  return { owner: owner.caller, subs, random: randomOf(seed) }
}

test(
  `${ops} calls of ${clients} clients, ${kills} times kill -9: all that was answered is there once (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    await startServer()
    const { db, close } = openDb(addressOfRunning(dataDir, 'app')!, { connections: 4 })
    const crowd = await gather(db)
    const killAfter = Array.from({ length: kills }, () =>
      crowd.random.int(Math.round(ops * 0.05), Math.round(ops * 0.95)),
    ).toSorted((a, b) => a - b)
    const traces: Trace[] = []
    const starts: number[] = []
    let next = 0
    let answered = 0
    let killing = Promise.resolve()
    const killOnce = async () => {
      await server.end('SIGKILL')
      starts.push(await startServer())
      expect(await contradictions(db)).toEqual([])
    }
    const client = async () => {
      while (next < ops) {
        const index = next++
        traces.push(...(await loadCall(crowd, index).run(retryingCall(index))))
        answered += 1
        if (answered >= (killAfter[0] ?? Infinity)) {
          killAfter.shift()
          killing = killing.then(killOnce)
        }
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    await killing
    expect(starts).toHaveLength(kills)
    await expectOnce(db, traces)
    expect(await contradictions(db)).toEqual([])
    const told = starts.toSorted((a, b) => a - b).map(Math.round)
    console.log(
      `Ready again after ${told.join(', ')} ms; ${traces.length} effects were found once each.`,
    )
    await close()
  },
)

/**
 * Every effect that was answered is there as often as it has to be, and no marked row is there that
 * nobody was told of.
 */
async function expectOnce(db: Db, traces: Trace[]) {
  const { rows: moved } = await db.execute<{
    type: string
    mark: string
    rows: string
  }>(sql`select log_type as type, char_change::text as mark, count(*) as rows
    from account_log where user_id <> owner_id and log_type in ('DISTRIBUTION', 'RECOVERY') and manager_id is not null and abs(char_change) between 100000 and ${100_000 + ops}
    and at > now() - interval '1 day' and transfer_id is not null group by 1, 2`)
  const { rows: translated } = await db.execute<{ mark: string; rows: string }>(
    sql`select target as mark, count(*) as rows from translation_log where target like 'op-%' group by 1`,
  )
  const found = [
    ...moved.map(({ type, mark, rows }) => `${type} ${mark} ${rows}`),
    ...translated.map(({ mark, rows }) => `translation ${mark} ${rows}`),
  ]
  const told = traces.map(
    ({ log, logType, mark, rows }) =>
      `${log === 'account' ? logType : 'translation'} ${mark} ${rows}`,
  )
  expect(found.toSorted()).toEqual(told.toSorted())
}
