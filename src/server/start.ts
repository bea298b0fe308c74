/** Assembles the server process: settings, database, demo data, application and listener. */
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp } from '#server/app.ts'
import { usualRates } from '#server/auth/call-limits.ts'
import { sealedTexts, startJobs } from '#server/jobs.ts'
import { databaseClock } from '#server/platform/db/database-clock.ts'
import { allowDemo, connect } from '#server/database.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { ensureDemoOperator } from '#server/seed/operator.ts'
import type { Handlers } from '#server/http/handler.ts'
import { listen } from '#server/http/http-server.ts'
import { jsonLog, type Log } from '#server/platform/log.ts'
import { mailNow } from '#server/platform/mail/mail.ts'
import { mailedToFile, mailTransport } from '#server/platform/mail/transport.ts'
import {
  measuredGateways,
  measuredTranslators,
  monitoringFor,
  tracingFor,
} from '#server/monitoring.ts'
import { openEncryption, type Keys } from '#server/platform/crypto/secret-keys.ts'
import { nodeCrypto, secretKeyOf } from '#server/platform/crypto/crypto.ts'
import { flushNotices } from '#server/features/notifications/service.ts'
import { serveStaticFiles } from '#server/http/static-files.ts'
import { paymentConfigWarnings, gatewaysOf } from '#server/features/orders/payment/gateways.ts'
import type { Dependencies } from '#server/dependencies.ts'
import {
  readSettings,
  InvalidSettingsError,
  type Settings,
} from '#server/platform/config/settings.ts'
import { localAddress, siteAddress } from '#server/platform/config/addresses.ts'
import { translatorsOf } from '#server/features/translation/translators.ts'
import { unsafeSettings } from '#server/platform/config/production-checks.ts'

export type Running = {
  settings: Settings
  /** Such as http://127.0.0.1:3000. */
  address: string
  /** Undefined without `METRICS_PORT`. */
  metricsPort: number | undefined
  log: Log
  /**
   * Graceful shutdown: is not ready any more, serves for the drain time, then stops accepting
   * requests, ends the streams, lets running requests finish and closes the database.
   */
  stop: () => Promise<void>
}

const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))

/**
 * `onGone` is called if the process cannot go on. Throws InvalidSettingsError, or an error that
 * explains what prevents the start.
 */
export async function start(
  env: NodeJS.ProcessEnv,
  onGone: () => void,
  served?: Handlers,
  rates = usualRates,
): Promise<Running> {
  const settings = readSettings(env)
  const unsafe = unsafeSettings(settings)
  if (unsafe.length > 0) throw new InvalidSettingsError(unsafe)
  const log = jsonLog((lines) => process.stdout.write(lines), settings.logLevel)
  const monitoring = monitoringFor(settings)
  const { metrics } = monitoring
  for (const advice of paymentConfigWarnings(settings)) log.warn(advice)
  const tracing = await tracingFor(settings)
  const database = await connect(settings, log, onGone, settings.traces && tracing)
  let port = settings.port
  let isDraining = false
  let stopClock = () => {}
  let stopMetrics = async () => {}
  try {
    const { now: clock, isTrusted: isClockTrusted, stop } = await databaseClock(database.db, log)
    stopClock = stop
    if (!settings.production) {
      await seedDemo(database.db, { now: clock(), hashPassword: nodeCrypto.hashPassword })
      // A concurrent production start may have claimed the empty database: then nothing was seeded.
      await allowDemo(database.db)
    }
    const keys: Keys = { secret: secretKeyOf(settings), previous: settings.secretKeyPrevious }
    const basis = { db: database.db, log, clock, crypto: nodeCrypto }
    const services: Dependencies = {
      rates,
      ...basis,
      metrics,
      tracing,
      isClockTrusted,
      isDraining: () => isDraining,
      reads: database.reads,
      events: database.events,
      settings,
      gateways: measuredGateways(
        gatewaysOf(settings.pay, {
          ...basis,
          ...settings,
          site: (called) => siteAddress(settings, port, called),
          deliver: (path, sent) =>
            fetch(localAddress(settings.host, port) + path, {
              method: 'POST',
              signal: AbortSignal.timeout(10_000),
              ...sent,
            }),
        }),
        metrics,
        tracing,
      ),
      translators: measuredTranslators(translatorsOf(settings), metrics, tracing),
      mailNow: mailNow(mailTransport(settings, (file) => mailedToFile(log, file), 'now')),
      encryption: await openEncryption(database.db, keys, {
        isStrict: settings.production,
        texts: sealedTexts,
        now: clock(),
        log,
      }),
      ping: () => database.ping(),
    }
    if (!settings.production)
      await ensureDemoOperator(database.db, {
        now: clock(),
        hashPassword: nodeCrypto.hashPassword,
        encryption: services.encryption,
      })
    const measurements = await monitoring.serve(services, database)
    stopMetrics = measurements.close
    const app = createApp(services, served)
    serveStaticFiles(app, builtPages, settings)
    const listening = await listen(app, settings, clock)
    port = listening.port
    const rest = startJobs(services, settings, keys)
    return {
      settings,
      log,
      address: localAddress(settings.host, port),
      metricsPort: measurements.port,
      async stop() {
        isDraining = true
        listening.drain()
        await wait(settings.drainSeconds * 1_000)
        const closed = listening.close()
        database.events.endListeners()
        await closed
        await flushNotices(services)
        await rest()
        stopClock()
        await stopMetrics()
        await database.close()
        await tracing.stop()
        log.flush()
      },
    }
  } catch (error) {
    stopClock()
    await stopMetrics()
    await database.close()
    throw error
  }
}
