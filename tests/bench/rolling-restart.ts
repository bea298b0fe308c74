/**
 * A rolling restart under load: two servers behind HAProxy, each ended and started again in turn
 * while 200 calls a second and 80 notice streams go on. It prints the failed calls, and the notices
 * that were lost or duplicated.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { channels } from '#contract/packages.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { translation } from '#contract/translation.ts'
import { computeAuthToken } from '#contract/signing.ts'
import { hashToken } from '#server/http/signature.ts'
import { openSession } from '#server/features/identity/sessions/open-session.ts'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { closedTab, keepOpen, until, type Tab } from '#tests/bench/stream-tabs.ts'
import { addPerson, fund, type Person } from '#tests/support/actors/people.ts'
import { caller, type Caller } from '#tests/support/server/server.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

const seconds = 60
/** `BENCH_CALLS`: fewer calls, on a machine with other work. */
const callsPerSecond = Number(process.env['BENCH_CALLS'] ?? 200)
const groupCount = 80
const config = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url))
const path = `${process.env['PATH']}:/usr/sbin`

/** `distributed`: number of distributions that notify the receiver. */
export type AccountGroup = { owner: Caller; sub: Person; tab: Tab; distributed: number }
type Outcome = { what: string; ms: number; failure?: string }

/** Takes somewhat more than a minute. Needs `haproxy`; leaves nothing behind. */
export async function rollingRestart(onProgress: (sentence: string) => void): Promise<BenchLine[]> {
  if (spawnSync('haproxy', ['-v'], { env: { PATH: path } }).status !== 0)
    throw new Error('HAProxy is not installed (apt-get install haproxy).')
  const folder = mkdtempSync(join(tmpdir(), 'yq-rolling-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const database = openDb(postgres.url('bench'))
  const env = {
    DATABASE_URL: postgres.url('bench'),
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '2',
    DRAIN_SECONDS: '5',
  }
  const launch = (port: string) => serverProcess({ ...env, PORT: port }, 'dist/server/main.mjs')
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const [sitePort, onePort, twoPort] = ports.map(String) as [string, string, string]
  const servers = new Map([[onePort, launch(onePort)]])
  await servers.get(onePort)!.address()
  servers.set(twoPort, launch(twoPort))
  await servers.get(twoPort)!.address()
  const proxy = spawn('haproxy', ['-f', config, '-db'], {
    env: {
      PATH: path,
      SITE_ADDRESS: `127.0.0.1:${sitePort}`,
      SERVER_ONE: `127.0.0.1:${onePort}`,
      SERVER_TWO: `127.0.0.1:${twoPort}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const api = `http://127.0.0.1:${sitePort}/api`
  const outcomes: Outcome[] = []
  const restarts: string[] = []
  let all: AccountGroup[] = []
  let endedWith: (number | null)[] = []
  try {
    all = await createAccountGroups(database, api)
    for (const { tab } of all) keepOpen(tab, Number(sitePort))
    await until(() => all.every(({ tab }) => tab.isOpen))
    onProgress(`${callsPerSecond} calls a second for ${seconds} s …`)
    const running = load(all, outcomes)
    await pause(10)
    for (const port of [onePort, twoPort]) {
      const began = performance.now()
      endedWith.push(await servers.get(port)!.end('SIGTERM'))
      const ended = performance.now()
      servers.set(port, launch(port))
      await servers.get(port)!.address()
      const started = performance.now()
      restarts.push(
        `ended in ${((ended - began) / 1_000).toFixed(1)} s, listening again after ${((started - ended) / 1_000).toFixed(1)} s`,
      )
      onProgress(`Server ${restarts.length}: ${restarts.at(-1)}`)
      // The proxy checks every second.
      await pause(5)
    }
    await running
    await until(() => all.every(({ tab }) => tab.isOpen))
    await pause(3)
    const contradictions = await verifyLedger(database.db, 'Asia/Shanghai', (line) => {
      if (line.startsWith('- ')) onProgress(line)
    })
    return report({ outcomes, all, restarts, endedWith, contradictions, onProgress })
  } finally {
    for (const { tab } of all) tab.stop()
    proxy.kill('SIGTERM')
    for (const server of servers.values()) await server.end('SIGTERM')
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function createAccountGroups({ db }: Database, api: string): Promise<AccountGroup[]> {
  const groups: AccountGroup[] = []
  const session = async ({ ownerId, userId }: Person) => {
    const signer = { sk: nodeCrypto.random(32), userId }
    const token = computeAuthToken(nodeCrypto.md5, signer)
    const about = { ownerId, userId, clientType: 'web', ip: '10.1.1.1' }
    await openSession(db, { ...about, tokenHash: hashToken(token, nodeCrypto) }, new Date())
    return { token, signer }
  }
  for (let n = 0; n < groupCount; n++) {
    const owner = await addPerson(db, { account: `owner-${n}@example.com` })
    await fund(db, owner, { chars: 10_000_000 })
    const sub = await addPerson(db, { account: `receiver-${n}`, owner })
    const { token } = await session(sub)
    const { signer } = await session(owner)
    groups.push({
      owner: caller({ api, now: Date.now }, signer),
      sub,
      tab: closedTab({ ...sub, token }),
      distributed: 0,
    })
  }
  return groups
}

/** Starts calls at a constant rate, however long the earlier ones take. */
async function load(all: readonly AccountGroup[], outcomes: Outcome[]): Promise<void> {
  const began = performance.now()
  const total = seconds * callsPerSecond
  const calls: Promise<void>[] = []
  for (let n = 0; n < total; n++) {
    const wait = began + (n * 1_000) / callsPerSecond - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    calls.push(sendCall(all[n % all.length]!, n).then((outcome) => void outcomes.push(outcome)))
  }
  await Promise.all(calls)
}

/** Of 20 calls 12 are lists, 4 translations, 2 distributions and 2 purchases for some accounts. */
async function sendCall(group: AccountGroup, n: number): Promise<Outcome> {
  const kind = Math.floor(n / groupCount) % 20
  const { owner, sub } = group
  const key = { 'idempotency-key': `rolling-${n}` }
  const run = () => {
    if (kind < 4) return owner.call(translation.text, { text: '你好', source: 'zh', target: 'en' })
    if (kind < 6)
      return owner
        .call(subAccounts.distribute, { childUserId: sub.userId, changeCharNum: 1 + n }, key)
        .then((reply) => {
          if (reply.success) group.distributed += 1
          return reply
        })
    if (kind < 8)
      return owner.call(
        orders.pay,
        { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' },
        key,
      )
    if (kind < 12) return owner.call(orders.page, {})
    if (kind < 16) return owner.call(channels.list, {})
    return owner.call(subAccounts.page, {})
  }
  const what = kind < 4 ? 'translate' : kind < 6 ? 'distribute' : kind < 8 ? 'buy' : 'list'
  const began = performance.now()
  const failure = await run().then(
    ({ status, success, msg }) => (success ? undefined : `${status} ${msg}`),
    (error: unknown) => (error instanceof Error ? String(error.cause ?? error.message) : 'error'),
  )
  return { what, ms: performance.now() - began, ...(failure !== undefined && { failure }) }
}

function report({
  outcomes,
  all,
  restarts,
  endedWith,
  contradictions,
  onProgress,
}: {
  outcomes: readonly Outcome[]
  all: readonly AccountGroup[]
  restarts: readonly string[]
  endedWith: readonly (number | null)[]
  contradictions: number
  onProgress: (sentence: string) => void
}): BenchLine[] {
  const failed = outcomes.filter(({ failure }) => failure !== undefined)
  const kinds = new Map<string, number>()
  for (const { what, failure } of failed)
    kinds.set(`${what}: ${failure}`, (kinds.get(`${what}: ${failure}`) ?? 0) + 1)
  for (const [kind, count] of kinds) onProgress(`${count} × ${kind}`)
  const of = (what: string) => outcomes.filter((each) => each.what === what).length
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`
  const distributed = sum(all.map((each) => each.distributed))
  const lost = sum(all.map((each) => Math.max(0, each.distributed - each.tab.received.length)))
  const doubled = sum(all.map((each) => Math.max(0, each.tab.received.length - each.distributed)))
  const zero = (what: string, value: number): BenchLine => ({
    what,
    value: String(value),
    goal: '0',
    met: value === 0,
  })
  return [
    ...restarts.map((value, index) => ({
      what: `server ${index + 1}, exit ${endedWith[index]}`,
      value,
    })),
    {
      what: 'calls (lists, translations, distributions, purchases)',
      value: `${outcomes.length} (${['list', 'translate', 'distribute', 'buy'].map(of).join(', ')})`,
    },
    zero('failed calls', failed.length),
    {
      what: 'time of a call, median, 99 % and longest',
      value: `${at(0.5)}, ${at(0.99)}, ${at(1 - 1e-9)}`,
    },
    { what: `notices on ${all.length} streams`, value: String(distributed) },
    zero('lost notices', lost),
    zero('doubled notices', doubled),
    zero('contradictions in the ledger', contradictions),
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const pause = (s: number) => new Promise((resolve) => setTimeout(resolve, s * 1_000))

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
