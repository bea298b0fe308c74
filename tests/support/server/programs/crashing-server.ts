/** Server process that kills itself with SIGKILL at a given step, for crash recovery tests. */
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { createApp } from '#server/app.ts'
import { openDb } from '#server/platform/db/open.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Gateway } from '#server/features/orders/payment/gateway.ts'
import { createGateways } from '#server/features/orders/payment/gateways.ts'
import { createContactPictures } from '#server/features/site/contact-pictures.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { createTranslators } from '#server/features/translation/translators.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'

/**
 * `acknowledge`: after the credit is committed. `create`, `close`: after the gateway has responded,
 * before the result is stored.
 */
export type Moment = 'acknowledge' | 'create' | 'close'

const crashPoint = process.env['DIE_AT'] as Moment
const database = openDb(process.env['DATABASE_URL']!, { connections: 4 })
const settings = {
  production: false,
  timeZone: 'Asia/Shanghai',
  allowedOrigins: [],
  trustedProxies: 0,
  allowsLocalWebhooks: false,
}
const basis = {
  db: database.db,
  log: createJsonLog((lines) => process.stdout.write(lines)),
  clock: () => new Date(),
  crypto: nodeCrypto,
}
const site = () => `http://127.0.0.1:${port}`
let port = 0

const gateways = createGateways(
  { sandboxSilent: true },
  { ...basis, ...settings, site, deliver: () => Promise.reject(new Error('silent')) },
)
const crashingGateways = new Map(
  [...gateways].map(([channel, gateway]) => [channel, crashing(gateway)]),
)
const services = {
  rates: unlimitedRates,
  ...basis,
  isClockTrusted: () => true,
  isDraining: () => false,
  settings,
  reads: database.reads,
  events: database.events,
  gateways: crashingGateways,
  translators: createTranslators({ production: false, vendors: {} }),
  mailNow: async () => {},
  contactPictures: createContactPictures(drawContactPicture),
  encryption: createEncryption(new Uint8Array(32)),
  metrics: noMetrics,
  tracing: noTracing,
  ping: () => database.ping(),
}
const listening = await startHttpServer(createApp(services), { host: '127.0.0.1', port: 0 })
port = listening.port
basis.log.info('listening', { address: site() })

function crashing(gateway: Gateway): Gateway {
  const crashAt = <T>(point: Moment, result: T): T => {
    if (crashPoint === point) process.kill(process.pid, 'SIGKILL')
    return result
  }
  return {
    ...gateway,
    create: async (bill, payer) => crashAt('create', await gateway.create(bill, payer)),
    close: async (bill) => crashAt('close', await gateway.close(bill)),
    acknowledge: (written) => crashAt('acknowledge', gateway.acknowledge(written)),
  }
}
