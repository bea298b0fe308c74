/** Two thousand open notice streams: how soon all have their notice, and how soon all are back after the server was killed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createParser } from 'eventsource-parser'
import { pause } from '#client/reconnect.ts'
import { authToken } from '#contract/signing.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { openDb, type Database } from '#server/db/open.ts'
import { sessions } from '#server/db/schema.ts'
import { leaveNotices } from '#server/domain/notices.ts'
import { nodeCrypto } from '#server/node-crypto.ts'
import { tokenHash } from '#server/sessions/signature.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'
import { serverProcess, type ServerProcess } from '#tests/support/server-process.ts'

const count = 2_000
const usersPerOwner = 20
/** Seconds in which all must be back. */
const goal = 35

type Tab = {
  ownerId: string
  userId: string
  token: string
  place: string | undefined
  open: boolean
  failures: number
  got: string[]
  stop: () => void
}

/** Takes about half a minute; leaves nothing behind. `say` is told what is going on. */
export async function streamsBench(say: (sentence: string) => void = () => {}): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const env = { DATABASE_URL: postgres.url('bench'), DATA_DIR: folder }
  let server = serverProcess(env)
  const port = new URL(await server.address()).port
  const database = openDb(postgres.url('bench'))
  let tabs: Tab[] = []
  try {
    tabs = await signedInTabs(database)
    const before = memoryOf(server)
    say(`Opening ${count.toLocaleString('en')} streams …`)
    for (const tab of tabs) keepOpen(tab, Number(port))
    await until(() => tabs.every(({ open }) => open))
    const each = (memoryOf(server) - before) / count
    const told = await timed(async () => {
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
    const wrong = tabs.filter(({ userId, got }) => got.join() !== ['first', 'second', 'third'].map((title) => `${title} ${userId}`).join())
    return [
      { what: `${count.toLocaleString('en')} streams, memory of the server for each`, value: `${Math.round(each / 1024)} kB` },
      { what: 'a notice for each of them, until the last has it', value: `${told.toFixed(1)} s` },
      { what: 'server killed: all back with what they missed', value: `${back.toFixed(1)} s`, goal: `≤ ${goal} s`, met: back <= goal },
      { what: 'notices lost, doubled or of somebody else', value: String(wrong.length), goal: '0', met: wrong.length === 0 },
    ]
  } finally {
    for (const tab of tabs) tab.stop()
    await server.end('SIGKILL')
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signedInTabs({ db }: Database): Promise<Tab[]> {
  const now = new Date()
  const tabs = Array.from({ length: count }, (_, n): Tab => {
    const userId = String(5_000_000 + n)
    const ownerId = String(5_000_000 + n - (n % usersPerOwner))
    const token = authToken(nodeCrypto.md5, { sk: nodeCrypto.random(32), userId })
    return { ownerId, userId, token, place: undefined, open: false, failures: 0, got: [], stop: () => {} }
  })
  const rows = tabs.map(({ ownerId, userId, token }) => ({
    ownerId,
    userId,
    tokenHash: tokenHash(token, nodeCrypto),
    clientType: 'web',
    ip: '10.0.0.1',
  }))
  for (let at = 0; at < rows.length; at += 500)
    await db.insert(sessions).values(rows.slice(at, at + 500).map((row) => ({ ...row, createdAt: now, usedAt: now })))
  return tabs
}

async function tellAll({ db, changes }: Database, tabs: readonly Tab[], title: string): Promise<void> {
  const told = tabs.map(({ ownerId, userId }) => {
    const words = { title: `${title} ${userId}`, content: '' }
    return { ownerId, userId, type: 'bench', level: 'info', words: { zh: words, en: words } } as const
  })
  await leaveNotices(db, told, new Date())
  for (const ownerId of new Set(tabs.map((tab) => tab.ownerId))) changes.tell({ ownerId, about: [] })
}

/** As the client does it: opened again after the same pauses, going on from the last event. */
function keepOpen(tab: Tab, port: number): void {
  const headers = { ...signedByToken(tab.token), ...(tab.place === undefined ? {} : { 'last-event-id': tab.place }) }
  const asked = request({ host: '127.0.0.1', port, path: `/api/notice/openSse/client-${tab.userId}-of-bench`, headers, agent: false })
  let ended = false
  const again = () => {
    if (ended) return
    ended = true
    tab.open = false
    const timer = setTimeout(() => keepOpen(tab, port), pause(tab.failures++))
    tab.stop = () => clearTimeout(timer)
  }
  tab.stop = () => {
    ended = true
    asked.destroy()
  }
  asked.on('error', again)
  asked.on('close', again)
  asked.on('response', (response) => {
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id) tab.place = id
        if (event === 'opened') Object.assign(tab, { open: true, failures: 0 })
        if (event === undefined) tab.got.push((JSON.parse(data) as { title: string }).title)
      },
    })
    response.setEncoding('utf8')
    response.on('data', (text: string) => parser.feed(text))
    response.on('error', again)
    response.on('close', again)
  })
  asked.end()
}

/** Bytes. */
function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

async function until(happened: () => boolean): Promise<void> {
  const end = Date.now() + 120_000
  while (!happened()) {
    if (Date.now() > end) throw new Error('It did not happen within two minutes.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Seconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
