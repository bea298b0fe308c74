/** In-process reference server: the same application on PGlite, seeded with the demo data. */
import { unlimitedRates } from '#server/http/limits/call-limits.ts'
import { createApp } from '#server/app.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openMemoryDb, type MemoryDatabase } from '#server/platform/db/open-memory.ts'
import type { Db } from '#server/platform/db/open.ts'
import { startAnnouncementsJob } from '#server/features/notifications/announcement-job.ts'
import { createContactPictures } from '#server/features/site/contact-pictures.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { ensureDemoOperator } from '#server/seed/operator.ts'
import type { Log } from '#server/platform/log.ts'
import type { MailNow } from '#server/platform/mail/mail.ts'
import { createSandboxGateways } from '#server/features/orders/payment/sandbox/sandbox.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { demoTranslators } from '#server/features/translation/demo-translator.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeBase64Url } from 'hono/utils/encode'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

export type DemoServer = {
  db: Db
  /**
   * With a `databaseName`, responses wait until their changes are persisted, so that a reload shows
   * them.
   */
  fetch: (request: Request) => Promise<Response>
  /** A dump of all data, to create copies from. */
  copy: () => Promise<Blob>
  close: () => Promise<void>
}

export type DemoServerOptions = {
  /** Name of an IndexedDB database; in memory if undefined. */
  databaseName?: string
  /** Initial data from another server's `copy`; empty if undefined. */
  copyOf?: Blob
  /** Replaces PGlite. */
  database?: MemoryDatabase
  /** Translation volume of the demo data; default 1. */
  busy?: number
  /** Polls open orders, closes expired ones and publishes announcements, as the server does. */
  runsJobs?: boolean
}

const migrations = Object.entries(
  import.meta.glob<string>('/src/server/platform/db/migrations/*.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
/** Origin of the demo's pages; a placeholder in tests. */
const siteOrigin = globalThis.location?.origin ?? 'http://localhost'
const timeZone: string = import.meta.env['VITE_TIME_ZONE'] || 'Asia/Shanghai'
const settings = {
  production: false,
  timeZone,
  allowedOrigins: [],
  trustedProxies: 0,
  allowsLocalWebhooks: false,
}

/** Takes about three seconds, or less than one for an existing `databaseName`. */
export async function createDemoServer({
  databaseName,
  copyOf,
  database,
  busy = 1,
  runsJobs = false,
}: DemoServerOptions = {}): Promise<DemoServer> {
  const { db, reads, events, ping, store, copy, close } =
    database ?? (await openMemoryDb(databaseName, copyOf))
  await migrate(
    db,
    migrations.map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ''), sql })),
  )
  await ensureCatalogue(db)
  await seedDemo(db, { now: new Date(), ...webCrypto, busy })
  await ensureDemoOperator(db, {
    now: new Date(),
    hashPassword: webCrypto.hashPassword,
    encryption,
  })
  await store()
  const baseDeps = { db, log: consoleLog, clock: () => new Date(), crypto: webCrypto }
  const fetch = async (request: Request) => {
    const response = await app.fetch(request)
    await store()
    return response
  }
  const gateways = createSandboxGateways({
    ...baseDeps,
    timeZone,
    site: () => siteOrigin,
    deliver: (path, request) =>
      fetch(new Request(siteOrigin + path, { method: 'POST', ...request })),
    silent: false,
  })
  const deps: Dependencies = {
    rates: unlimitedRates,
    ...baseDeps,
    isClockTrusted: () => true,
    isDraining: () => false,
    reads,
    events,
    ping,
    settings,
    gateways,
    translators: demoTranslators,
    mailNow: logMail,
    contactPictures: createContactPictures(drawContactPicture),
    metrics: noMetrics,
    tracing: noTracing,
    encryption,
  }
  const app = createApp(deps)
  const jobs = runsJobs ? [startPollJob(deps), startAnnouncementsJob(deps)] : []
  const closeServer = async () => {
    await Promise.all(jobs.map((job) => job.stop()))
    await close()
  }
  return { db, close: closeServer, copy, fetch }
}

/** The demo sends no mail; codes for registration appear in the browser's console. */
const logMail: MailNow = async ({ to, text }) => console.info(`${to}\n\n${text}`)

/** Key and data are in the same browser, and no real secret is stored. */
const encryption = createEncryption(new Uint8Array(32))

const ignore = () => {}
/** Logs server bugs only. */
const consoleLog: Log = {
  info: ignore,
  warn: ignore,
  error: (event, fields) => console.error(event, fields),
  flush: ignore,
}

/** Few iterations: the demo's data stays in its browser and contains no real passwords. */
const iterations = 1_000

/** Cryptography without Node: hashes by @noble/hashes, passwords by the browser's PBKDF2. */
export const webCrypto: Crypto = {
  md5: (text) => bytesToHex(md5(utf8ToBytes(text))),
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  random: (bytes) => toBase64url(crypto.getRandomValues(new Uint8Array(bytes)).buffer),
  isSame: (a, b) => a === b,
  async hashPassword(password) {
    const salt = webCrypto.random(16)
    return `${salt}.${await deriveKey(password, salt)}`
  },
  async verifyPassword(hash, password) {
    const [salt, key] = hash.split('.')
    return key === (await deriveKey(password, salt ?? ''))
  },
}

async function deriveKey(password: string, salt: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits'])
  return toBase64url(
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations },
      key,
      256,
    ),
  )
}

const toBase64url = (bytes: ArrayBuffer): string => encodeBase64Url(bytes).replaceAll('=', '')
