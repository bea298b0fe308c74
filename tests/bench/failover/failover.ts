/**
 * Failover under load: the primary of a Patroni cluster fails ten times while purchases,
 * translations, distributions and notice streams go on. It prints how long each kind of call
 * failed, how calls failed, and what was lost or duplicated.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import { failures, path, startCluster, type Failure } from '#tests/bench/failover/cluster.ts'
import { kinds, startLoad, type Load, type Operation } from '#tests/bench/failover/load.ts'
import { freePort, createAccountGroups, type AccountGroup } from '#tests/bench/rolling-restart.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { keepOpen, until } from '#tests/bench/stream-tabs.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10)
const callsPerSecond = 20
/** Seconds. */
const goal = 30
const siteConfig = fileURLToPath(new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url))

type Round = { failure: Failure; seconds: Map<string, number>; began: number; whole: number }

/** Takes some ten minutes. Needs etcd, Patroni, HAProxy and PostgreSQL 15 of Debian. */
export async function failover(onProgress: (sentence: string) => void): Promise<BenchLine[]> {
  for (const [program, option] of [
    ['etcd', '--version'],
    ['patroni', '--version'],
    ['haproxy', '-v'],
    ['initdb', '--version'],
  ] as const)
    if (spawnSync(program, [option], { env: { PATH: path } }).status !== 0)
      throw new Error(
        `“${program}” is missing (apt-get install etcd-server patroni haproxy postgresql-15).`,
      )
  const folder = mkdtempSync(join(tmpdir(), 'yq-failover-'))
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const [primaryPort, sitePort, onePort, twoPort] = ports
  const cluster = await startCluster(folder, primaryPort)
  const ends: (() => unknown)[] = []
  try {
    await cluster.untilHealthy()
    onProgress('The cluster is up.')
    const admin = new Client(cluster.url('postgres'))
    await admin.connect()
    await admin.query('create database bench')
    await admin.end()
    const servers = []
    for (const port of [onePort, twoPort]) {
      const env = {
        DATABASE_URL: cluster.url('bench'),
        DATABASE_CONNECTIONS: '10',
        DATA_DIR: folder,
        TRUST_PROXY: '2',
        PORT: String(port),
      }
      const server = serverProcess(env, 'dist/server/main.mjs')
      ends.push(() => server.end('SIGTERM'))
      await server.address()
      servers.push(server)
    }
    const proxy = spawn('haproxy', ['-f', siteConfig, '-db'], {
      env: {
        PATH: path,
        SITE_ADDRESS: `127.0.0.1:${sitePort}`,
        SERVER_ONE: `127.0.0.1:${onePort}`,
        SERVER_TWO: `127.0.0.1:${twoPort}`,
      },
      stdio: 'ignore',
    })
    ends.push(() => proxy.kill('SIGTERM'))
    const database = openDb(cluster.url('bench'), { connections: 4 })
    ends.push(() => database.close())
    const all = await createAccountGroups(database, `http://127.0.0.1:${sitePort}/api`)
    ends.push(() => all.forEach(({ tab }) => tab.stop()))
    for (const { tab } of all) keepOpen(tab, sitePort)
    await until(() => all.every(({ tab }) => tab.isOpen))
    const load = startLoad(all, { callsPerSecond, site: `http://127.0.0.1:${sitePort}` })
    const done: Round[] = []
    for (let n = 0; n < rounds; n++) {
      await cluster.untilHealthy()
      await pause(5)
      const round = await oneRound(failures[n % failures.length]!, load, all, cluster)
      done.push(round)
      onProgress(`Round ${n + 1}, ${round.failure}: ${describe(round)}`)
      cluster.repair()
    }
    await cluster.untilHealthy()
    onProgress('Repeating what failed …')
    await load.end()
    await untilIdle(all)
    const checked = await compare(database.db, all, load.operations)
    const contradictions = await verifyLedger(database.db, 'Asia/Shanghai', (line) => {
      if (line.startsWith('- ')) onProgress(line)
    })
    for (const [how, count] of load.failures) onProgress(`${count} × ${how}`)
    return report(done, load, all, { ...checked, contradictions })
  } finally {
    for (const end of ends.toReversed()) await end()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends when each kind of call has succeeded again, or after two minutes. */
async function oneRound(
  failure: Failure,
  load: Load,
  all: readonly AccountGroup[],
  cluster: Awaited<ReturnType<typeof startCluster>>,
): Promise<Round> {
  const noticesOf = () => sum(all.map(({ tab }) => tab.received.length))
  await cluster.failPrimary(failure)
  const began = performance.now()
  const seconds = new Map<string, number>()
  const since = () => (performance.now() - began) / 1_000
  let before: number | undefined
  while (seconds.size < kinds.length + 1 && since() < 120) {
    for (const kind of kinds) {
      const first = load.firstSuccess(kind, began)
      if (first !== undefined && !seconds.has(kind)) seconds.set(kind, (first - began) / 1_000)
    }
    if (seconds.has('distribute')) before ??= noticesOf()
    if (before !== undefined && noticesOf() > before && !seconds.has('notice'))
      seconds.set('notice', since())
    await pause(0.05)
  }
  const missing = seconds.size < kinds.length + 1
  const whole = missing ? Infinity : Math.max(...seconds.values())
  return { failure, seconds, began, whole }
}

const describe = ({ seconds, whole }: Round) =>
  `whole after ${whole.toFixed(1)} s (${[...seconds].map(([kind, s]) => `${kind} ${s.toFixed(1)}`).join(', ')})`

/** Notices are sent within seconds; paid orders whose notification failed are polled. */
async function untilIdle(all: readonly AccountGroup[]): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end && all.some(({ distributed, tab }) => tab.received.length < distributed))
    await pause(0.5)
}

type Checked = {
  lost: Record<string, number>
  doubled: Record<string, number>
}

/** Compares the acknowledged operations with the rows of the database. */
async function compare(
  db: Db,
  all: readonly AccountGroup[],
  operations: readonly Operation[],
): Promise<Checked> {
  const answered = (kind: string) => operations.filter((each) => each.kind === kind)
  const lost: Record<string, number> = {}
  const doubled: Record<string, number> = {}
  const count = (kind: string, found: (operation: Operation) => number) => {
    const counts = answered(kind).map(found)
    lost[kind] = counts.filter((each) => each === 0).length
    doubled[kind] = sum(counts.map((each) => Math.max(0, each - 1)))
  }
  const { rows: given } = await db.execute<{ key: string; n: string }>(
    sql`select user_id || '/' || char_change as key, count(*) as n from account_log
      where log_type = 'DISTRIBUTION' group by 1`,
  )
  const distributions = new Map(given.map(({ key, n }) => [key, Number(n)]))
  count(
    'distribute',
    ({ group, amount }) => distributions.get(`${group.sub.userId}/${amount}`) ?? 0,
  )
  // Paid orders whose notification failed for lack of a database are found by polling.
  const credits = new Map<string, number>()
  for (let tries = 0; tries < 120; tries++) {
    const { rows } = await db.execute<{ no: string; n: string }>(
      sql`select recharge_order_no as no, count(*) as n from account_log
        where log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP' group by 1`,
    )
    for (const { no, n } of rows) credits.set(no, Number(n))
    if (answered('buy').every(({ orderNo }) => credits.has(orderNo!))) break
    await pause(1)
  }
  count('buy', ({ orderNo }) => credits.get(orderNo!) ?? 0)
  const owners = sql.join(
    all.map(({ owner }) => sql`${String(owner.signer!.userId)}::bigint`),
    sql`, `,
  )
  const surplus = async (table: string, kind: string) => {
    const { rows } = await db.execute<{ n: string }>(
      sql`select count(*) as n from ${sql.identifier(table)} where owner_id in (${owners})`,
    )
    const difference = Number(rows[0]!.n) - answered(kind).length
    lost[kind] = (lost[kind] ?? 0) + Math.max(0, -difference)
    doubled[kind] = (doubled[kind] ?? 0) + Math.max(0, difference)
  }
  await surplus('orders', 'buy')
  await surplus('translation_log', 'translate')
  return { lost, doubled }
}

function report(
  done: readonly Round[],
  load: Load,
  all: readonly AccountGroup[],
  { lost, doubled, contradictions }: Checked & { contradictions: number },
): BenchLine[] {
  const zero = (what: string, value: number): BenchLine => ({
    what,
    value: String(value),
    goal: '0',
    met: value === 0,
  })
  const total = (of: Record<string, number>) => sum(Object.values(of))
  const given = sum(all.map((each) => each.distributed))
  return [
    ...done.map((round, index): BenchLine => ({
      what: `round ${index + 1}, ${round.failure}`,
      value: `${round.whole.toFixed(1)} s, ${load.failedBetween(round.began, done[index + 1]?.began)} calls failed`,
      goal: `${goal} s`,
      met: round.whole <= goal,
    })),
    {
      what: `calls at ${callsPerSecond} a second, and repetitions`,
      value: `${load.calls()} (${kinds.map((kind) => `${kind} ${load.calls(kind)}`).join(', ')})`,
    },
    {
      what: 'answered operations',
      value: `${load.operations.length} (${kinds
        .slice(1)
        .map((kind) => `${kind} ${load.operations.filter((each) => each.kind === kind).length}`)
        .join(', ')})`,
    },
    zero('calls that failed otherwise than retryably', load.unclear()),
    zero('operations unanswered in the end', load.unanswered()),
    zero('answered operations lost', total(lost)),
    zero('operations doubled', total(doubled)),
    zero(
      `lost notices of ${given}`,
      sum(all.map((each) => Math.max(0, each.distributed - each.tab.received.length))),
    ),
    zero(
      'doubled notices',
      sum(all.map((each) => Math.max(0, each.tab.received.length - each.distributed))),
    ),
    zero('contradictions in the ledger', contradictions),
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const pause = (s: number) => new Promise((resolve) => setTimeout(resolve, s * 1_000))
