/**
 * What the ledger costs: distributions over HTTP against the driver alone, and everything that
 * reads it among millions of rows.
 */
import { unlimitedRates } from '#server/auth/call-limits.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { jsonLog } from '#server/platform/log.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { distributionBench } from '#tests/bench/distribution-bench.ts'
import { millionsBench } from '#tests/bench/millions-bench.ts'
import { rowSizes } from '#tests/bench/row-sizes.ts'
import type { BenchLine } from '#tests/bench/server-bench.ts'

/** Takes some minutes and 3 GB of disk; leaves nothing behind. `say` prints the progress. */
export async function ledgerBench(
  say: (sentence: string) => void = () => {},
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const url = postgres.url('bench')
  const database = openDb(url)
  let lines = ''
  const services: Dependencies = {
    rates: unlimitedRates,
    db: database.db,
    reads: database.reads,
    events: database.events,
    ping: () => database.ping(),
    crypto: nodeCrypto,
    gateways: new Map(),
    translators: demoTranslators,
    mailNow: async () => {},
    metrics: noMetrics,
    tracing: noTracing,
    encryption: createEncryption(new Uint8Array(32)),
    log: jsonLog((more) => (lines += more)),
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
  const took = () => {
    services.log.flush()
    const read = lines.split('\n').filter((line) => line.includes('"event":"request"'))
    lines = ''
    return read.map((line) => (JSON.parse(line) as { ms: number }).ms)
  }
  const server = await startHttpServer(createApp(services), { host: '127.0.0.1', port: 0 })
  try {
    await migrate(database.db, migrationsOnDisk())
    await ensureCatalogue(database.db)
    const moved = await distributionBench(services, url, server.port, say)
    // Before rows are written that have no names and no transfer.
    const sizes = await rowSizes(services.db, ['account_log', 'notices', 'idempotency'])
    return [...moved, ...sizes, ...(await millionsBench(services, server.port, took, say))]
  } finally {
    await server.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
