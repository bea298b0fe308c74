/**
 * What translating costs beside the same transactions by hand, and what its log costs with ten
 * million rows beside ten thousand.
 */
import { transaction } from '#server/platform/db/db.ts'
import { unlimitedRates } from '#server/auth/call-limits.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { translation } from '#contract/translation.ts'
import { createApp } from '#server/app.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { bulkOwner } from '#server/seed/bulk.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { lockAccounts, postEntries } from '#server/features/ledger/service.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { jsonLog } from '#server/platform/log.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'
import { sessionOf } from '#tests/bench/distribution-bench.ts'
import { rowSizes } from '#tests/bench/row-sizes.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'
import { translateByHand } from '#tests/bench/translate-by-hand.ts'
import { translationLogBench } from '#tests/bench/translation-log-bench.ts'
import { echo, scripted } from '#tests/support/gateways/scripted-translator.ts'

const clients = 16
const rounds = Number(process.env['TRANSLATION_ROUNDS'] ?? 7)
const milliseconds = 2_000
/** Rounds before the first that counts: code that has run a few times only is slow. */
const warmUp = 3

/** Takes some minutes and 4 GB of disk; leaves nothing behind. `say` prints the progress. */
export async function translationBench(
  say: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const url = postgres.url('bench')
  const database = openDb(url)
  const services: Dependencies = {
    rates: unlimitedRates,
    ...database,
    crypto: nodeCrypto,
    gateways: new Map(),
    translators: scripted(echo).translators,
    mailNow: async () => {},
    metrics: noMetrics,
    tracing: noTracing,
    encryption: createEncryption(new Uint8Array(32)),
    log: jsonLog(() => {}),
    clock: () => new Date(),
    isClockTrusted: () => true,
    isDraining: () => false,
    settings: {
      production: false,
      timeZone: 'Asia/Shanghai',
      allowedOrigins: [],
      trustedProxies: 0,
    },
  }
  const server = await startHttpServer(createApp(services), { host: '127.0.0.1', port: 0 })
  try {
    await migrate(database.db, migrationsOnDisk())
    await ensureCatalogue(database.db)
    return [
      ...(await rates(services, url, server.port, say)),
      ...(await rowSizes(services.db, ['translation_log', 'account_log'])),
      ...(await translationLogBench(services, server.port, say)),
    ]
  } finally {
    await server.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Transactions in a second. */
type Round = { bare: number; http: number; hand: number }

async function rates(
  services: Dependencies,
  url: string,
  port: number,
  say: (sentence: string) => void,
): Promise<BenchLine[]> {
  const pool = new Pool({ connectionString: url, max: clients })
  // PostgreSQL stops while the last connections are still closing.
  pool.on('error', () => {})
  const load = new Worker(new URL('./moves-worker.mjs', import.meta.url))
  try {
    say(`Translating with ${clients} clients, a channel that answers at once, ${rounds} rounds …`)
    const owners: string[] = []
    for (let index = 0; index < clients; index++)
      owners.push(await newOwner(services, `translates${index}`))
    const tokens = await Promise.all(owners.map((ownerId) => sessionOf(services, ownerId)))
    const measured: Round[] = []
    for (let round = 0 - warmUp; round < rounds; round++) {
      const hand = (remembered: boolean) =>
        rateOf(owners.map((ownerId) => () => translateByHand(pool, ownerId, 2, remembered)))
      measured.push({
        bare: await hand(false),
        http: await rateOverHttp(load, port, tokens),
        hand: await hand(true),
      })
    }
    const middle = (of: (round: Round) => number) =>
      measured
        .slice(warmUp)
        .map(of)
        .toSorted((a, b) => a - b)[rounds >> 1]!
    const share = middle((round) => round.http / round.hand)
    return [
      {
        what: `translating over HTTP, ${clients} owners`,
        value: perSecond(middle((round) => round.http)),
      },
      { what: 'the same transactions by hand', value: perSecond(middle((round) => round.hand)) },
      { what: 'over HTTP / by hand', value: share.toFixed(2), goal: '≥ 0.60', met: share >= 0.6 },
      {
        what: 'over HTTP / by hand without key and signature',
        value: middle((round) => round.http / round.bare).toFixed(2),
      },
    ]
  } finally {
    await load.terminate()
    await pool.end()
  }
}

async function newOwner({ db }: Dependencies, name: string): Promise<string> {
  const { ownerId } = await bulkOwner(db, name, 'x')
  await transaction(db, async (tx) => {
    const locked = await lockAccounts(tx, ownerId, [ownerId])
    await postEntries(
      tx,
      locked,
      [{ userId: ownerId, logType: 'SYS_ADJUST', change: { chars: 1_000_000_000 } }],
      new Date(),
    )
  })
  return ownerId
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`

async function rateOf(works: (() => Promise<void>)[]): Promise<number> {
  const began = performance.now()
  let done = 0
  const one = async (work: () => Promise<void>) => {
    for (; performance.now() - began < milliseconds; done++) await work()
  }
  await Promise.all(works.map(one))
  return (done / (performance.now() - began)) * 1_000
}

async function rateOverHttp(load: Worker, port: number, tokens: string[]): Promise<number> {
  const bodies = tokens.map(() => JSON.stringify({ source: 'zh', target: 'en', text: 'ab' }))
  const began = performance.now()
  load.postMessage({ port, path: `/api${translation.text.path}`, tokens, bodies, milliseconds })
  const [done] = (await once(load, 'message')) as [{ well: number; badly: number }]
  if (done.badly > 0) throw new Error(`${done.badly} translations were refused.`)
  return (done.well / (performance.now() - began)) * 1_000
}
