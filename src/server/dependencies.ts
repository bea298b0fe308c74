/**
 * What the server is made of, brought by whoever starts it: Node in earnest, a browser's demo, a
 * test.
 */
import type { CallRates } from '#server/auth/call-limits.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/reads.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { MailNow } from '#server/platform/mail/mail-now.ts'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import type { Gateways } from '#server/features/orders/payment/gateway.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import type { Translators } from '#server/features/translation/translator.ts'

export type AppSettings = {
  /** In production answers tell browsers to come by https only. */
  production: boolean
  /** The business time zone, an IANA name: date-times on the wire are in it. */
  timeZone: string
  /** Origins, besides our own, whose pages may call the API. */
  allowedOrigins: readonly string[]
  /** How many proxies of ours stand in front and write `X-Forwarded-For`. */
  trustedProxies: number
}

export type Dependencies = {
  db: Db
  /** How much one user, account group or network may ask for. */
  rates: CallRates
  /** For the short reads that every call makes, outside of transactions. */
  reads: Reads
  /** What has changed, told to every server process. */
  events: EventBus
  settings: AppSettings
  log: Log
  /** The time now, as the database has it. */
  clock: () => Date
  /** False while the machine's clock and the database's disagree: what can't be undone waits. */
  isClockTrusted: () => boolean
  crypto: Crypto
  /** The payment channels on offer, the default first. */
  gateways: Gateways
  /** The engines that translate here. */
  translators: Translators
  /** Sends a mail that somebody waits for; all others are queued. */
  mailNow: MailNow
  /** Seals what a dump of the database must not tell. */
  encryption: Encryption
  /** Throws when the database does not answer. */
  ping: () => Promise<void>
}
