/**
 * 200 visitors behind one address, then 2,000 open notice streams of users: the time until all have their notice, the time until all are open
 * again after the server was killed, and leaks after they are closed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { computeAuthToken } from '#contract/signing.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { announcements } from '#server/schema.ts'
import { createNotices } from '#server/features/notifications/create-notices.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { streamRounds } from '#tests/bench/stream-rounds.ts'
import { closedTab, keepOpen, signedInTabs, until, type Tab } from '#tests/bench/stream-tabs.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server/server-process.ts'

const streams = 2_000
/** As in an office with one address. */
const visitors = 200
/** Seconds until all streams are open again. */
const goal = 35

/** Takes about a minute; leaves nothing behind. `onProgress` receives sentences. */
export async function streamsBench(
  onProgress: (sentence: string) => void = () => {},
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
    const visitorLines = await visitorRound(server, database, Number(port))
    tabs = await signedInTabs(database, streams)
    const before = memoryOf(server)
    onProgress(`Opening ${streams.toLocaleString('en')} streams …`)
    for (const tab of tabs) keepOpen(tab, Number(port))
    await until(() => tabs.every(({ isOpen }) => isOpen))
    const perStream = (memoryOf(server) - before) / streams
    const delivery = await timed(async () => {
      await notifyAll(database, tabs, 'first')
      await until(() => tabs.every(({ received }) => received.length > 0))
    })
    onProgress('Killing the server …')
    await server.end('SIGKILL')
    await until(() => tabs.every(({ isOpen }) => !isOpen))
    await notifyAll(database, tabs, 'second')
    const reconnection = await timed(async () => {
      server = serverProcess({ ...env, PORT: port })
      await until(() => tabs.every(({ isOpen, received }) => isOpen && received.length > 1))
    })
    await notifyAll(database, tabs, 'third')
    await until(() => tabs.every(({ received }) => received.length > 2))
    const incomplete = tabs.filter(
      ({ userId, received }) =>
        received.join() !==
        ['first', 'second', 'third'].map((title) => `${title} ${userId}`).join(),
    )
    for (const tab of tabs) tab.stop()
    await server.end('SIGTERM')
    const rounds = await streamRounds(
      { env, tabs, database, notifyAll: (title) => notifyAll(database, tabs, title) },
      onProgress,
    )
    return [
      ...visitorLines,
      {
        what: `${streams.toLocaleString('en')} streams: memory of the server per stream`,
        value: `${Math.round(perStream / 1024)} kB`,
      },
      { what: 'a notice for each: time until the last has it', value: `${delivery.toFixed(1)} s` },
      {
        what: 'server killed: time until all are open with the missed notices',
        value: `${reconnection.toFixed(1)} s`,
        goal: `≤ ${goal} s`,
        met: reconnection <= goal,
      },
      {
        what: 'streams with a lost, doubled or foreign notice',
        value: String(incomplete.length),
        goal: '0',
        met: incomplete.length === 0,
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

/** Opens the streams of all visitors at once, and publishes an announcement. */
async function visitorRound(
  server: ServerProcess,
  { db, events }: Database,
  port: number,
): Promise<BenchLine[]> {
  const token = computeAuthToken(nodeCrypto.md5, { sk: '', userId: '' })
  const tabs = Array.from({ length: visitors }, (_, n) =>
    closedTab({ ownerId: '', userId: `visitor-${n}`, token }),
  )
  const before = memoryOf(server)
  const opening = await timed(async () => {
    for (const tab of tabs) keepOpen(tab, port)
    await until(() => tabs.every(({ isOpen }) => isOpen))
  })
  const memory = memoryOf(server) - before
  const words = { title: 'bench', content: '' }
  await db
    .insert(announcements)
    .values({ at: new Date(), level: 'info', words: { zh: words, en: words } })
  const delivery = await timed(async () => {
    events.publish({ ownerId: null, about: [] })
    await until(() => tabs.every(({ received }) => received.length > 0))
  })
  for (const tab of tabs) tab.stop()
  await db.delete(announcements)
  return [
    {
      what: `${visitors} visitors behind one address: all streams open, memory of the server`,
      value: `${opening.toFixed(1)} s, ${(memory / 2 ** 20).toFixed(1)} MB`,
    },
    {
      what: 'an announcement: time until the last visitor has it',
      value: `${delivery.toFixed(2)} s`,
    },
  ]
}

export async function notifyAll(
  { db, events }: Database,
  tabs: readonly Tab[],
  title: string,
): Promise<void> {
  const notices = tabs.map(({ ownerId, userId }) => {
    const words = { title: `${title} ${userId}`, content: '' }
    return {
      ownerId,
      userId,
      type: 'paid',
      level: 'info',
      words: { zh: words, en: words },
    } as const
  })
  await createNotices(db, notices, new Date())
  for (const ownerId of new Set(tabs.map((tab) => tab.ownerId)))
    events.publish({ ownerId, about: [] })
}

/** Resident memory in bytes. */
function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** Returns seconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
