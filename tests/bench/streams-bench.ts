/**
 * Two thousand open notice streams: how soon all have their notice, how soon all are back after the
 * server was killed, and what is left when they are closed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { createNotices } from '#server/features/notifications/service.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { streamRounds } from '#tests/bench/stream-rounds.ts'
import { keepOpen, signedInTabs, until, type Tab } from '#tests/bench/stream-tabs.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const count = 2_000
/** Seconds in which all must be back. */
const goal = 35

/** Takes about a minute; leaves nothing behind. `say` prints the progress. */
export async function streamsBench(
  say: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const env = { DATABASE_URL: postgres.url('bench'), DATA_DIR: folder }
  let server = serverProcess(env)
  const port = new URL(await server.address()).port
  const database = openDb(postgres.url('bench'))
  let tabs: Tab[] = []
  try {
    tabs = await signedInTabs(database, count)
    const before = memoryOf(server)
    say(`Opening ${count.toLocaleString('en')} streams …`)
    for (const tab of tabs) keepOpen(tab, Number(port))
    await until(() => tabs.every(({ open }) => open))
    const each = (memoryOf(server) - before) / count
    const report = await timed(async () => {
      await tellAll(database, tabs, 'first')
      await until(() => tabs.every(({ got }) => got.length > 0))
    })
    say('Killing the server …')
    await server.end('SIGKILL')
    await until(() => tabs.every(({ open }) => !open))
    await tellAll(database, tabs, 'second')
    const back = await timed(async () => {
      server = serverProcess({ ...env, PORT: port })
      await until(() => tabs.every(({ open, got }) => open && got.length > 1))
    })
    await tellAll(database, tabs, 'third')
    await until(() => tabs.every(({ got }) => got.length > 2))
    const wrong = tabs.filter(
      ({ userId, got }) =>
        got.join() !== ['first', 'second', 'third'].map((title) => `${title} ${userId}`).join(),
    )
    for (const tab of tabs) tab.stop()
    await server.end('SIGTERM')
    const rounds = await streamRounds(
      { env, tabs, database, tellAll: (title) => tellAll(database, tabs, title) },
      say,
    )
    return [
      {
        what: `${count.toLocaleString('en')} streams, memory of the server for each`,
        value: `${Math.round(each / 1024)} kB`,
      },
      { what: 'a notice for each of them, until the last has it', value: `${report.toFixed(1)} s` },
      {
        what: 'server killed: all back with what they missed',
        value: `${back.toFixed(1)} s`,
        goal: `≤ ${goal} s`,
        met: back <= goal,
      },
      {
        what: 'notices lost, doubled or of somebody else',
        value: String(wrong.length),
        goal: '0',
        met: wrong.length === 0,
      },
      ...rounds,
    ]
  } finally {
    for (const tab of tabs) tab.stop()
    await server.end('SIGKILL')
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tellAll(
  { db, events }: Database,
  tabs: readonly Tab[],
  title: string,
): Promise<void> {
  const report = tabs.map(({ ownerId, userId }) => {
    const words = { title: `${title} ${userId}`, content: '' }
    return {
      ownerId,
      userId,
      type: 'bench',
      level: 'info',
      words: { zh: words, en: words },
    } as const
  })
  await createNotices(db, report, new Date())
  for (const ownerId of new Set(tabs.map((tab) => tab.ownerId)))
    events.publish({ ownerId, about: [] })
}

/** Bytes. */
function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** Seconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
