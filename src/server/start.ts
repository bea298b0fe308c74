/** Assembles the server process: settings, database, demo data, application and listener. */
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp } from '#server/app.ts'
import { defaultRates } from '#server/http/limits/call-limits.ts'
import { startJobs } from '#server/jobs.ts'
import { createRequestComments } from '#server/platform/db/request-comments.ts'
import { startDatabaseClock } from '#server/platform/db/database-clock.ts'
import { refuseUnlessDemo, connectDatabase } from '#server/database.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { ensureDemoOperator } from '#server/seed/operator.ts'
import { ensureDemoWebhooks } from '#server/seed/webhooks.ts'
import type { Handlers } from '#server/http/handler.ts'
import { gzip } from '#server/http/gzip.ts'
import { listen, type HttpServer } from '#server/http/http-server.ts'
import { createUnavailableApp } from '#server/http/unavailable-app.ts'
import { createJsonLog, type Log } from '#server/platform/log.ts'
import {
  measureGateways,
  measureTranslators,
  createMonitoring,
  createTracing,
} from '#server/monitoring.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { createStatementThread } from '#server/features/statements/statement-thread.ts'
import { createDocumentProcesses } from '#server/features/documents/document-processes.ts'
import { createContactPictures } from '#server/features/site/contact-pictures.ts'
import { createPictureThread } from '#server/features/site/picture-thread.ts'
import { serveStaticFiles } from '#server/http/static-files.ts'
import { listPaymentConfigWarnings } from '#server/features/orders/payment/gateways.ts'
import { openServices, readSecretKeys } from '#server/services.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { readSettings, type Settings } from '#server/platform/config/settings.ts'
import { toLocalAddress } from '#server/platform/config/addresses.ts'
import { findUnsafeSettings } from '#server/platform/config/production-checks.ts'

export type RunningServer = {
  settings: Settings
  /** Such as http://127.0.0.1:3000. */
  address: string
  /** Undefined without `METRICS_PORT`. */
  metricsPort: number | undefined
  log: Log
  /**
   * Graceful shutdown: reports not ready, keeps serving for the drain time, then stops accepting
   * requests, ends the streams, lets running requests finish and closes the database.
   */
  stop: () => Promise<void>
}

const builtPagesFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

/**
 * `onDatabaseLost` is called if the process cannot continue without its embedded database. Throws
 * InvalidSettingsError, or an error that explains what prevents the start.
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  onDatabaseLost: () => void,
  customerHandlers?: Handlers,
  rates = defaultRates,
): Promise<RunningServer> {
  const settings = readSettings(env)
  const unsafe = findUnsafeSettings(settings)
  if (unsafe.length > 0) throw new InvalidSettingsError(unsafe)
  const log = createJsonLog((lines) => process.stdout.write(lines), settings.logLevel)
  const monitoring = createMonitoring(settings)
  const { metrics } = monitoring
  for (const sentence of listPaymentConfigWarnings(settings)) log.warn(sentence)
  const tracing = await createTracing(settings)
  const requestComments = settings.databaseRequestIds ? createRequestComments() : undefined
  const listener = createListener(settings)
  const database = await connectDatabase(settings, log, onDatabaseLost, {
    tracing: settings.traces && tracing,
    requestComments,
    onWait: async () => void (await listener.open()),
  }).catch(async (error: unknown) => {
    await listener.close()
    throw error
  })
  let port = settings.port
  let isDraining = false
  let stopClock = () => {}
  let stopMetrics = async () => {}
  try {
    const {
      now: clock,
      isTrusted: isClockTrusted,
      stop,
    } = await startDatabaseClock(database.db, log)
    stopClock = stop
    if (!settings.production) {
      await seedDemo(database.db, { now: clock(), ...nodeCrypto })
      // If a concurrent production start has claimed the empty database, nothing was seeded.
      await refuseUnlessDemo(database.db)
    }
    const baseDeps = { db: database.db, log, clock, crypto: nodeCrypto }
    const { gateways, translators, ...services } = await openServices(settings, baseDeps, {
      isStrict: settings.production,
      getPort: () => port,
    })
    const deps: Dependencies = {
      rates,
      ...baseDeps,
      ...services,
      metrics,
      tracing,
      requestComments,
      isClockTrusted,
      isDraining: () => isDraining,
      reads: database.reads,
      events: database.events,
      settings,
      gateways: measureGateways(gateways, metrics, tracing),
      translators: measureTranslators(translators, metrics, tracing),
      contactPictures: createContactPictures(createPictureThread()),
      documents: createDocumentProcesses(),
      drawStatement: createStatementThread(),
      gzip,
      ping: () => database.ping(),
    }
    if (!settings.production) {
      const { encryption } = deps
      await ensureDemoOperator(database.db, { now: clock(), ...nodeCrypto, encryption })
      await ensureDemoWebhooks(database.db, { now: clock(), ...nodeCrypto, encryption })
    }
    const metricsServer = await monitoring.serve(deps, database)
    stopMetrics = metricsServer.close
    const app = createApp(deps, customerHandlers)
    serveStaticFiles(app, builtPagesFolder, settings)
    const httpServer = await listener.serve(app, clock)
    port = httpServer.port
    const stopJobs = startJobs(deps, settings, readSecretKeys(settings))
    return {
      settings,
      log,
      address: toLocalAddress(settings.host, port),
      metricsPort: metricsServer.port,
      async stop() {
        isDraining = true
        httpServer.drain()
        await wait(settings.drainSeconds * 1_000)
        const closed = httpServer.close()
        database.events.endListeners()
        await closed
        await stopJobs()
        stopClock()
        await stopMetrics()
        await database.close()
        await tracing.stop()
        log.flush()
      },
    }
  } catch (error) {
    await listener.close()
    stopClock()
    await stopMetrics()
    await database.close()
    throw error
  }
}

type App = Parameters<typeof listen>[0]

/**
 * Listens once: while the server waits for its database, or when all is ready. Proxies try another
 * server when a connection is refused, so a start that does not wait refuses them until then.
 */
function createListener(settings: Settings) {
  let app: App | undefined
  let now = () => new Date()
  let httpServer: HttpServer | undefined
  const open = async () =>
    (httpServer ??= await listen(
      { fetch: (request, env) => (app ??= createWaitingApp(settings)).fetch(request, env) },
      settings,
      () => now(),
    ))
  return {
    open,
    serve(readyApp: App, clock: () => Date): Promise<HttpServer> {
      app = readyApp
      now = clock
      return open()
    },
    async close() {
      await httpServer?.close()
    },
  }
}

function createWaitingApp(settings: Settings): App {
  const app = createUnavailableApp(settings)
  serveStaticFiles(app, builtPagesFolder, settings)
  return app
}
