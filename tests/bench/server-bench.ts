/**
 * What a list costs on the server: a signed page over HTTP against the bare query, and a million
 * rows against ten thousand.
 */
import { unlimitedRates } from '#server/auth/call-limits.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { login } from '#contract/login.ts'
import { signedHeaders, type Signer } from '#contract/signing.ts'
import { createApp } from '#server/app.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { bulkLoginLog, bulkOwner } from '#server/seed/bulk.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { jsonLog } from '#server/platform/log/log.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { demoTranslators } from '#server/features/translation/demo/demo-translator.ts'
import { nodeCrypto } from '#server/platform/crypto/node-crypto.ts'
import { loginLogPage } from '#server/features/accounts/login-log/queries.ts'

/** A line of the table that `npm run bench` prints. */
export type BenchLine = { what: string; value: string; goal?: string; met?: boolean }

const clients = 16
const warmUp = 4
const rounds = 9
const milliseconds = 700
const sizes = { small: 10_000, large: 1_000_000 }
const password = 'bench-password'
const zone = 'Asia/Shanghai'
const path = '/api/loginLog/page?pageSize=10&pageNum=1'

/** Takes about a minute; leaves nothing behind. `say` is told what is going on. */
export async function serverBench(
  say: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const database = openDb(postgres.url('bench'))
  const pool = new pg.Pool({ connectionString: postgres.url('bench'), max: clients })
  // PostgreSQL stops while the last connections are still closing.
  pool.on('error', () => {})
  const app = createApp({
    rates: unlimitedRates,
    db: database.db,
    reads: database.reads,
    events: database.events,
    ping: database.ping,
    crypto: nodeCrypto,
    gateways: new Map(),
    translators: demoTranslators,
    mailNow: async () => {},
    encryption: createEncryption(new Uint8Array(32)),
    log: jsonLog(() => {}),
    clock: () => new Date(),
    isClockTrusted: () => true,
    settings: { production: false, timeZone: zone, allowedOrigins: [], trustedProxies: 0 },
  })
  const server = await startHttpServer(app, { host: '127.0.0.1', port: 0 })
  const load = fork(new URL('./load.mjs', import.meta.url), { execArgv: [] })
  try {
    say(`Writing ${sizes.large.toLocaleString('en')} rows …`)
    const owners = await fill(database.db)
    await pool.query('vacuum analyze')
    const bare = await bareQuery(database.db, pool, owners.large)
    const signers = {
      small: await signIn(server.port, 'small'),
      large: await signIn(server.port, 'large'),
    }
    const called = (signer: Signer) => rateOverHttp(load, server.port, signer)
    say(`Measuring with ${clients} clients, ${rounds} rounds …`)
    for (let round = 0; round < warmUp; round++)
      await Promise.all([rateOf(bare), called(signers.large)])
    const measured = []
    for (let round = 0; round < rounds; round++)
      measured.push({
        bare: await rateOf(bare),
        large: await called(signers.large),
        small: await called(signers.small),
      })
    return linesOf(measured)
  } finally {
    load.kill()
    await server.close()
    await pool.end()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Round = { bare: number; large: number; small: number }

function linesOf(measured: readonly Round[]): BenchLine[] {
  const middle = (of: (round: Round) => number) =>
    measured.map(of).toSorted((a, b) => a - b)[measured.length >> 1]!
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`
  const [share, slowing] = [
    middle((round) => round.large / round.bare),
    middle((round) => round.small / round.large),
  ]
  return [
    {
      what: 'bare query, page and total of 1,000,000 rows',
      value: perSecond(middle(({ bare }) => bare)),
    },
    { what: 'signed call over HTTP, the same', value: perSecond(middle(({ large }) => large)) },
    {
      what: 'signed call / bare query',
      value: share.toFixed(2),
      goal: '≥ 0.50',
      met: share >= 0.5,
    },
    { what: 'signed call over HTTP, 10,000 rows', value: perSecond(middle(({ small }) => small)) },
    {
      what: 'time at 1,000,000 rows / at 10,000 rows',
      value: slowing.toFixed(2),
      goal: '≤ 1.50',
      met: slowing <= 1.5,
    },
  ]
}

async function fill(db: Db): Promise<Record<keyof typeof sizes, UserKey>> {
  await migrate(db, migrationsOnDisk())
  await ensureCatalogue(db)
  const hash = await nodeCrypto.hashPassword(password)
  const owner = async (name: keyof typeof sizes) => {
    const who = await bulkOwner(db, name, hash)
    await bulkLoginLog(db, { ...who, rows: sizes[name], days: 90 })
    return who
  }
  return { small: await owner('small'), large: await owner('large') }
}

/** The statement that the server sends, overheard, and sent by the driver alone. */
async function bareQuery(db: Db, pool: pg.Pool, who: UserKey): Promise<() => Promise<unknown>> {
  let heard: { text: string; values: unknown[] } | undefined
  const overheard: Reads = {
    async rows(_name, text, values) {
      heard = { text, values }
      return (await pool.query({ text, values })).rows
    },
  }
  await loginLogPage({ db, reads: overheard }, who, { pageSize: 10, pageNum: 1 }, zone)
  return () => pool.query({ name: 'bare', ...heard! })
}

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - began < milliseconds) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, one))
  return (done / (performance.now() - began)) * 1_000
}

async function rateOverHttp(load: ChildProcess, port: number, signer: Signer): Promise<number> {
  const headers = Object.entries({
    ...signedHeaders(nodeCrypto.md5, signer, Date.now()),
    'accept-language': 'zh-CN',
  })
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const began = performance.now()
  load.send({ port, request, clients, milliseconds })
  const [done] = (await once(load, 'message')) as [number]
  return (done / (performance.now() - began)) * 1_000
}

async function signIn(port: number, account: string): Promise<Signer> {
  const body = JSON.stringify({ account, password, clientType: 'web' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/api${login.login.path}`, {
    method: 'POST',
    headers,
    body,
  })
  return ((await response.json()) as { data: Signer }).data
}
