/**
 * How long other customers wait while one customer floods the server: parallel searches, a locked
 * account, batch calls, imports. The server is a process of its own with its rate limits.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { toQuery } from '#contract/query.ts'
import { loginLog } from '#contract/sessions.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { spaces } from '#contract/workspace.ts'
import { contacts } from '#tests/support/actors/workspaces.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb } from '#server/platform/db/open.ts'
import { insertBulkLoginLog, insertBulkSubAccounts } from '#tests/support/server/bulk-rows.ts'
import { fundedOwner, sessionOf } from '#tests/bench/distribution-bench.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

/** Customers who are measured, each with a call per interval in milliseconds. */
const others = { customers: 8, interval: 50 }
/** Milliseconds of the measurement without a flood. */
const alone = 4_000
/** Milliseconds for which the account's rows are locked by somebody else. */
const lockedFor = 8_000
/** Rows of the customer who searches, sub-accounts of a batch, rows of an import. */
const sizes = { contacts: 100_000, batch: 100, import: 5_000, invalid: 10_000 }

type Input = Readonly<Record<string, unknown>>
type Customer = { ownerId: string; token: string }
type Bench = { db: Db; address: string }
/** Returns the outcomes of its calls: `done` or the code of the refusal. */
type Flood = () => Promise<string[]>
type Trial = {
  name: string
  /** Milliseconds for the 99th percentile of the others. */
  goal: number
  prepare: (bench: Bench, customer: Customer) => Promise<Flood>
}

const trials: readonly Trial[] = [
  {
    name: '300 parallel searches of one user',
    goal: 200,
    async prepare(bench, customer) {
      const spaceId = await createSpace(bench, customer)
      await insertContacts(bench.db, customer, spaceId)
      const query = { spaceId, title: 'nowhere', pageNum: 1, pageSize: 10 }
      return () => callMany(bench, customer, 300, contacts.page, () => query)
    },
  },
  {
    name: '40 distributions of a locked account',
    goal: 200,
    async prepare(bench, customer) {
      const [childUserId] = await createSubAccounts(bench.db, customer, 1)
      return async () => {
        const lock = holdLock(bench.db, customer)
        await wait(100)
        const outcomes = await callMany(bench, customer, 40, subAccounts.distribute, () => ({
          childUserId,
          changeCharNum: 1,
        }))
        await lock
        return outcomes
      }
    },
  },
  {
    name: `500 distributions to ${sizes.batch} sub-accounts each`,
    goal: 200,
    async prepare(bench, customer) {
      const childUserIds = await createSubAccounts(bench.db, customer, sizes.batch)
      const amounts = { changeCharNum: 1, changeVoiceNum: 0, changeImageNum: 0 }
      return () =>
        callMany(bench, customer, 500, subAccounts.distributeMany, () => ({
          childUserIds,
          ...amounts,
        }))
    },
  },
  {
    name: `20 imports of ${sizes.import.toLocaleString('en')} rows`,
    goal: 200,
    async prepare(bench, customer) {
      const spaceId = await createSpace(bench, customer)
      const rows = Array.from({ length: sizes.import }, (_, index) => ({
        title: `Contact ${index}`,
        cellphone: `138${index}`,
      }))
      return () => callMany(bench, customer, 20, contacts.import, () => ({ spaceId, rows }))
    },
  },
  {
    name: `check of ${sizes.invalid.toLocaleString('en')} invalid rows`,
    goal: 100,
    async prepare(bench, customer) {
      const spaceId = await createSpace(bench, customer)
      const rows = Array.from({ length: sizes.invalid }, () => ({ title: '', step: 'none' }))
      return () =>
        callMany(bench, customer, 1, contacts.import, () => ({ spaceId, rows, validateOnly: true }))
    },
  },
]

/** Takes some two minutes; leaves nothing behind. `onProgress` receives sentences. */
export async function neighboursBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const url = postgres.url('bench')
  const server = serverProcess({ ...production, DATABASE_URL: url, DATA_DIR: folder })
  const load = fork(new URL('./poll-worker.mjs', import.meta.url), { execArgv: [] })
  const database = openDb(url)
  try {
    const bench = { db: database.db, address: await server.address() }
    onProgress('Writing customers …')
    const requests: string[] = []
    for (let index = 0; index < others.customers; index++) {
      const { ownerId, token } = await createCustomer(bench.db, `other${index}`)
      await insertBulkLoginLog(bench.db, { ownerId, userId: ownerId, rows: 500, days: 90 })
      requests.push(pollRequest(token))
    }
    const measure = async (flood: Flood) => {
      const port = Number(new URL(bench.address).port)
      load.send({ port, requests, interval: others.interval })
      const outcomes = await flood()
      load.send('stop')
      const [answered] = (await once(load, 'message')) as [(number | null)[]]
      // A refused call counts as one that is never answered.
      const times = answered.map((time) => time ?? Infinity).toSorted((a, b) => a - b)
      return { outcomes, times }
    }
    // Node compiles the server's code in the first calls.
    for (let repetition = 0; repetition < 2; repetition++) await measure(() => wait(alone, []))
    const { times } = await measure(() => wait(alone, []))
    const lines: BenchLine[] = [
      { what: 'others without a flood: p50, p99', value: describeTimes(times) },
    ]
    for (const { name, goal, prepare } of trials) {
      onProgress(`${name} …`)
      // What the last flood left behind, such as notices, is done by then.
      await wait(alone)
      const customer = await createCustomer(bench.db, `flood${lines.length}`)
      const flood = await prepare(bench, customer)
      const measured = await measure(flood)
      lines.push({
        what: `${name} (${tally(measured.outcomes)}): others’ p50, p99`,
        value: describeTimes(measured.times),
        goal: `p99 ≤ ${goal} ms`,
        met: percentile(measured.times, 0.99) <= goal,
      })
      onProgress(lines.at(-1)!.value)
    }
    return lines
  } finally {
    load.kill()
    await server.end('SIGTERM')
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const production = {
  NODE_ENV: 'production',
  APP_MODE: 'production',
  ALLOW_DATABASE_OWNER: 'yes',
  SECRET_KEY: Buffer.alloc(32).toString('base64'),
  MAIL_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'https://bench.example',
  TRUST_PROXY: '1',
  DRAIN_SECONDS: '0',
}

async function createCustomer(db: Db, name: string): Promise<Customer> {
  const ownerId = await fundedOwner(db, name)
  const services = { db, crypto: nodeCrypto, clock: () => new Date() }
  return { ownerId, token: await sessionOf(services, ownerId) }
}

async function createSubAccounts(db: Db, { ownerId }: Customer, count: number): Promise<string[]> {
  const group = { ownerId, prefix: `sub${ownerId}x`, count, passwordHash: 'x' }
  await insertBulkSubAccounts(db, group)
  const { rows } = await db.execute<{ id: string }>(
    sql`select user_id::text as id from users where owner_id = ${ownerId} and user_id <> ${ownerId}`,
  )
  return rows.map(({ id }) => id)
}

async function createSpace(bench: Bench, customer: Customer): Promise<string> {
  const outcome = await call(bench, customer, spaces.create, { name: 'Customers' })
  if (outcome !== 'done') throw new Error(`The space could not be created: ${outcome}.`)
  const { rows } = await bench.db.execute<{ id: string }>(
    sql`select id::text as id from spaces where owner_id = ${customer.ownerId}`,
  )
  return rows[0]!.id
}

async function insertContacts(db: Db, { ownerId }: Customer, spaceId: string): Promise<void> {
  await db.execute(sql`insert into contacts (owner_id, space_id, title, step, created_at)
    select ${ownerId}, ${spaceId}, 'Contact ' || n, 'lead', now() from generate_series(1, ${sizes.contacts}::int) n`)
  await db.execute(
    sql`update spaces set contacts = ${sizes.contacts}::int where owner_id = ${ownerId} and id = ${spaceId}`,
  )
}

const holdLock = (db: Db, { ownerId }: Customer): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`select 1 from balances where owner_id = ${ownerId} for update`)
    await wait(lockedFor)
  })

function pollRequest(token: string): string {
  const headers = { ...signedByToken(token), host: '127.0.0.1', 'x-forwarded-for': '198.51.100.7' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET /api${loginLog.page.path}?pageSize=10&pageNum=1 HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Sends the calls at once, each on a connection of its own; returns their outcomes. */
const callMany = (
  bench: Bench,
  customer: Customer,
  count: number,
  endpoint: Endpoint,
  inputOf: () => Input,
): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => call(bench, customer, endpoint, inputOf())))

/** Time of the last signature: the server accepts each once, and within five minutes of its time. */
let signedAt = 0

function call(
  { address }: Bench,
  { token }: Customer,
  { method, path }: Endpoint,
  input: Input,
): Promise<string> {
  signedAt = Math.max(signedAt + 1, Date.now() - 240_000)
  const query = method === 'GET' ? `?${toQuery(input as Parameters<typeof toQuery>[0])}` : ''
  return new Promise((resolve, reject) => {
    request(
      `${address}/api${path}${query}`,
      {
        method,
        agent: false,
        headers: {
          ...signedByToken(token, signedAt),
          'content-type': 'application/json',
          'x-forwarded-for': '198.51.100.8',
        },
      },
      (response) => text(response).then((body) => resolve(outcomeOf(body)), reject),
    )
      .on('error', reject)
      .end(method === 'GET' ? undefined : JSON.stringify(input))
  })
}

function outcomeOf(body: string): string {
  const { success, data } = JSON.parse(body) as { success: boolean; data: { code: string } }
  return success ? 'done' : data.code
}

/** Such as `104 done, 396 tooManyRequests`. */
function tally(outcomes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
}

/** `sorted`: ascending. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const describeTimes = (sorted: readonly number[]): string =>
  [0.5, 0.99].map((share) => `${percentile(sorted, share).toFixed(0)} ms`).join(', ')
