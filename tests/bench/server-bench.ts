/**
 * Cost of list calls on the server: signed calls over HTTP to the built server, each beside its own
 * statements sent by the driver alone, and a million rows beside ten thousand.
 *
 * The figure to compare is processor time per call. It counts the server process alone, so it
 * hardly depends on PostgreSQL, the load generator or other work on the machine. Calls per second
 * depend on all of them.
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { loginLog } from '#contract/sessions.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { readLoginLogPage } from '#server/features/identity/sign-in/read-login-log.ts'
import { countUnreadNotices } from '#server/features/notifications/read-inbox.ts'
import { readSubAccountPage } from '#server/features/accounts/sub-accounts/queries.ts'
import { readOrderPage } from '#server/features/orders/queries.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import {
  insertBulkLoginLog,
  insertBulkOwner,
  insertBulkSubAccounts,
} from '#tests/support/server/bulk-rows.ts'
import { rowSizes } from '#tests/bench/row-sizes.ts'
import { sessionOf } from '#tests/bench/distribution-bench.ts'
import { signedByToken } from '#tests/bench/signed-by-token.ts'

/** A line of the table that `npm run bench` prints. */
export type BenchLine = { what: string; value: string; goal?: string; met?: boolean }

const clients = 16
const rounds = 9
/** Warm-up calls are not measured: a running server has compiled its code. */
const calls = { warmUp: 4_000, round: 500 }
const sizes = { small: 10_000, large: 1_000_000 }
/** Microseconds of processor time of a signed list call. */
const processorGoal = 250
const zone = 'Asia/Shanghai'
const firstPage = { pageSize: 10, pageNum: 1 }
const firstPageQuery = '?pageSize=10&pageNum=1'

type List = {
  name: string
  path: string
  /** The query behind the call. */
  read: (database: Database, me: UserKey) => Promise<unknown>
}

const lists: readonly List[] = [
  {
    name: 'login log',
    path: loginLog.page.path + firstPageQuery,
    read: (database, me) => readLoginLogPage(database, me, firstPage, zone),
  },
  {
    name: 'sub-accounts',
    path: subAccounts.page.path + firstPageQuery,
    read: (database, { ownerId }) =>
      readSubAccountPage(database, ownerId, firstPage, { now: new Date(), zone }),
  },
  {
    name: 'orders',
    path: orders.page.path + firstPageQuery,
    read: (database, { ownerId }) => readOrderPage(database, ownerId, firstPage, zone),
  },
  {
    name: 'unread notices',
    path: notices.unread.path,
    read: (database, me) => countUnreadNotices(database.reads, me),
  },
]

/** Takes about two minutes; leaves nothing behind. `onProgress` receives sentences. */
export async function serverBench(
  onProgress: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const url = postgres.url('bench')
  const server = await startServer(url)
  const database = openDb(url)
  const pool = new Pool({ connectionString: url, max: clients })
  // PostgreSQL stops while the last connections are still closing.
  pool.on('error', () => {})
  const load = fork(new URL('./load.mjs', import.meta.url), { execArgv: [] })
  try {
    onProgress(`Writing ${sizes.large.toLocaleString('en')} rows …`)
    const owners = await fill(database)
    await pool.query('vacuum analyze')
    const tokens = await tokensOf(database, owners.usual)
    const single = {
      small: await tokensOf(database, [owners.small]),
      large: await tokensOf(database, [owners.large]),
    }
    onProgress(`Measuring with ${clients} clients, ${rounds} rounds …`)
    const lines: BenchLine[] = []
    for (const { path } of lists) await httpLoad(load, server, { path, tokens, many: calls.warmUp })
    for (const list of lists) {
      const bare = await bareStatements(pool, () => list.read(database, owners.usual[0]!))
      const called = (many: number) => httpLoad(load, server, { path: list.path, tokens, many })
      lines.push(
        ...linesOf(list.name, await alternate({ bare: (many) => localLoad(bare, many), called })),
      )
    }
    const { path, read } = lists[0]!
    const bare = await bareStatements(pool, () => read(database, owners.large))
    const measured = await alternate({
      bare: (many) => localLoad(bare, many),
      large: (many) => httpLoad(load, server, { path, tokens: single.large, many }),
      small: (many) => httpLoad(load, server, { path, tokens: single.small, many }),
    })
    const rows = await rowSizes(database.db, ['login_log', 'orders'])
    return [...lines, ...sizeLinesOf(measured), ...rows]
  } finally {
    load.kill()
    await stopServer(server)
    await pool.end()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Calls a second, and microseconds of processor time per call. */
type Load = { rate: number; processor: number }

/** Measures all in turn, so that a busy machine slows all alike. */
async function alternate<Name extends string>(
  loads: Record<Name, (calls: number) => Promise<Load>>,
): Promise<Record<Name, Load>[]> {
  const names = Object.keys(loads) as Name[]
  for (const name of names) await loads[name](calls.warmUp)
  const measured: Record<Name, Load>[] = []
  for (let round = 0; round < rounds; round++) {
    const result = {} as Record<Name, Load>
    for (const name of names) result[name] = await loads[name](calls.round)
    measured.push(result)
  }
  return measured
}

const median = <Round>(measured: readonly Round[], of: (round: Round) => number): number =>
  measured.map(of).toSorted((a, b) => a - b)[measured.length >> 1]!

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`
const microseconds = (time: number) => `${Math.round(time)} µs`

function linesOf(name: string, measured: readonly { bare: Load; called: Load }[]): BenchLine[] {
  const processor = median(measured, ({ called }) => called.processor)
  return [
    {
      what: `${name}: processor time of a signed call`,
      value: microseconds(processor),
      goal: `≤ ${processorGoal} µs`,
      met: processor <= processorGoal,
    },
    {
      what: `${name}: processor time of its bare statements`,
      value: microseconds(median(measured, ({ bare }) => bare.processor)),
    },
    {
      what: `${name}: signed calls`,
      value: perSecond(median(measured, ({ called }) => called.rate)),
    },
    {
      what: `${name}: its bare statements`,
      value: perSecond(median(measured, ({ bare }) => bare.rate)),
    },
  ]
}

function sizeLinesOf(measured: readonly { bare: Load; large: Load; small: Load }[]): BenchLine[] {
  const share = median(measured, ({ large, bare }) => large.rate / bare.rate)
  const slowing = median(measured, ({ small, large }) => small.rate / large.rate)
  return [
    {
      what: 'login log of 1,000,000 rows: signed call / bare query',
      value: share.toFixed(2),
      goal: '≥ 0.50',
      met: share >= 0.5,
    },
    {
      what: 'login log: time at 1,000,000 rows / at 10,000 rows',
      value: slowing.toFixed(2),
      goal: '≤ 1.50',
      met: slowing <= 1.5,
    },
  ]
}

/** One owner per client, and two whose login logs differ in size. */
async function fill(
  database: Database,
): Promise<{ usual: UserKey[] } & Record<keyof typeof sizes, UserKey>> {
  const { db } = database
  const usual: UserKey[] = []
  for (let at = 0; at < clients; at++) {
    const owner = await insertBulkOwner(db, `usual${at}`, 'nobody signs in')
    await insertBulkLoginLog(db, { ...owner, rows: 500, days: 90 })
    await insertBulkSubAccounts(db, {
      ownerId: owner.ownerId,
      prefix: `usual${at}sub`,
      count: 26,
      passwordHash: 'nobody signs in',
    })
    usual.push(owner)
  }
  const [small, large] = [
    await insertBulkOwner(db, 'small', 'x'),
    await insertBulkOwner(db, 'large', 'x'),
  ]
  await insertBulkLoginLog(db, { ...small, rows: sizes.small, days: 90 })
  await insertBulkLoginLog(db, { ...large, rows: sizes.large, days: 90 })
  const ofUsual = "from users u, generate_series(1, 40) n where u.username like 'usual%'"
  for (const statement of [
    `insert into orders (owner_id, id, no, seq, pay_channel, pay_status, member_group_id, group_name,
      group_en_name, channel_id, billing_mode, sales_num, num, amount_cents, created_at, paid_at)
      select owner_id, nextval('order_ids'), owner_id || 'B' || n, n, 'WC_NATIVE', 'P', 2, '套餐',
      'Package', 1, 'char', 1, 1000000, 9900, now() - (41 - n) * interval '1 hour', now() ${ofUsual}`,
    `insert into notices (owner_id, user_id, seq, at, type, level, words)
      select owner_id, user_id, n, now(), 'lowBalance', 'info',
      '{"zh":{"title":"t","content":"c"},"en":{"title":"t","content":"c"}}' ${ofUsual}`,
    `insert into notice_reads (owner_id, user_id, seq)
      select owner_id, user_id, 12 from users where username like 'usual%'`,
    `insert into usage_days (owner_id, user_id, day, channel_id, source, target, client_type, chars, count)
      select owner_id, user_id, (now() at time zone '${zone}')::date, 1, 'zh', 'en', 'web', 1000, 10
      from users where account like 'usual%sub%'`,
  ])
    await db.execute(statement)
  return { usual, small, large }
}

const tokensOf = ({ db }: Database, owners: readonly UserKey[]): Promise<string[]> =>
  Promise.all(
    owners.map(({ ownerId }) =>
      sessionOf({ db, crypto: nodeCrypto, clock: () => new Date() }, ownerId),
    ),
  )

type RecordedQuery = { text: string; values: unknown[] }

/** Records the statements that `read` sends, and repeats them by the driver alone. */
async function bareStatements(
  pool: Pool,
  read: () => Promise<unknown>,
): Promise<() => Promise<unknown>> {
  await read()
  const recorded: RecordedQuery[] = []
  const query = Reflect.get(Client.prototype, 'query') as (...sent: unknown[]) => unknown
  Client.prototype.query = function (this: Client, ...sent: unknown[]) {
    const [statement, values] = sent as [string | RecordedQuery, unknown[]]
    if (typeof statement === 'string') recorded.push({ text: statement, values })
    else recorded.push({ text: statement.text, values: statement.values ?? values })
    return Reflect.apply(query, this, sent)
  } as never
  try {
    await read()
  } finally {
    Client.prototype.query = query as never
  }
  const statements = recorded.map((statement, at) => ({
    name: `bare_${statement.text.length}_${at}`,
    ...statement,
  }))
  return () => Promise.all(statements.map((statement) => pool.query(statement)))
}

async function localLoad(work: () => Promise<unknown>, many: number): Promise<Load> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  let open = many
  const one = async () => {
    while (open-- > 0) await work()
  }
  await Promise.all(Array.from({ length: clients }, one))
  return loadOf(many, performance.now() - began, process.cpuUsage(before))
}

async function httpLoad(
  load: ChildProcess,
  server: BenchServer,
  { path, tokens, many }: { path: string; tokens: readonly string[]; many: number },
): Promise<Load> {
  const requests = tokens.map((token) => {
    const headers = Object.entries({
      ...signedByToken(token),
      'accept-language': 'zh-CN',
      'x-forwarded-for': '198.51.100.7',
    })
    return `GET /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  })
  const [began, before] = [performance.now(), await processorTime(server)]
  load.send({ port: server.port, requests, clients, calls: many })
  await once(load, 'message')
  const took = performance.now() - began
  const after = await processorTime(server)
  return loadOf(many, took, {
    user: after.user - before.user,
    system: after.system - before.system,
  })
}

const loadOf = (many: number, took: number, { user, system }: NodeJS.CpuUsage): Load => ({
  rate: (many / took) * 1_000,
  processor: (user + system) / many,
})

type BenchServer = { process: ChildProcess; port: number }

/** The server as production runs it, but for its rate limits. It also migrates the database. */
async function startServer(url: string): Promise<BenchServer> {
  const folder = 'dist/bench'
  const { status } = spawnSync(
    process.execPath,
    ['src/commands/build-server.mjs', folder, 'tests/bench/unlimited-server.ts'],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error('The server could not be built.')
  const child = fork(`${folder}/unlimited-server.mjs`, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      APP_MODE: 'production',
      PORT: '0',
      DATABASE_URL: url,
      ALLOW_DATABASE_OWNER: 'yes',
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      MAIL_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://bench.example',
      TRUST_PROXY: '1',
    },
  })
  const [port] = (await once(child, 'message')) as [number]
  return { process: child, port }
}

async function processorTime({ process: child }: BenchServer): Promise<NodeJS.CpuUsage> {
  child.send('processor time')
  return ((await once(child, 'message')) as [NodeJS.CpuUsage])[0]
}

async function stopServer({ process: child }: BenchServer): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
