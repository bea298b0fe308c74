/** The server in the bench's own process, without rate limits, on an empty embedded PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createContactPictures } from '#server/features/site/contact-pictures.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'

export type InProcessServer = {
  services: Dependencies
  /** Connection string of the database. */
  databaseUrl: string
  port: number
  /** Also deletes the database. */
  close: () => Promise<void>
}

/** With migrations and packages, without accounts. */
export async function startInProcessServer({
  gateways = new Map(),
  translators = demoTranslators,
  log = createJsonLog(() => {}),
}: Partial<Pick<Dependencies, 'gateways' | 'translators' | 'log'>> = {}): Promise<InProcessServer> {
  const folder = mkdtempSync(join(tmpdir(), 'yq-bench-'))
  const postgres = await startEmbedded(folder)
  await postgres.create('bench')
  const databaseUrl = postgres.url('bench')
  const database = openDb(databaseUrl)
  const services: Dependencies = {
    rates: unlimitedRates,
    db: database.db,
    reads: database.reads,
    events: database.events,
    ping: () => database.ping(),
    crypto: nodeCrypto,
    gateways,
    translators,
    mailNow: async () => {},
    contactPictures: createContactPictures(drawContactPicture),
    metrics: noMetrics,
    tracing: noTracing,
    encryption: createEncryption(new Uint8Array(32)),
    log,
    clock: () => new Date(),
    isClockTrusted: () => true,
    isDraining: () => false,
    settings: {
      production: false,
      timeZone: 'Asia/Shanghai',
      allowedOrigins: [],
      trustedProxies: 0,
      allowsLocalWebhooks: false,
    },
  }
  const server = await startHttpServer(createApp(services), { host: '127.0.0.1', port: 0 })
  const close = async () => {
    await server.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(database.db, migrationsOnDisk())
    await ensureCatalogue(database.db)
  } catch (error) {
    await close()
    throw error
  }
  return { services, databaseUrl, port: server.port, close }
}
