/** Dependencies of the server, supplied by Node, the browser demo or a test. */
import type { CallRates } from '#server/http/limits/call-limits.ts'
import type { ContactPictures } from '#server/features/site/contact-pictures.ts'
import type { DocumentProcesses } from '#server/features/documents/document-processes.ts'
import type { DrawStatement } from '#server/features/statements/draw-statement.ts'
import type { Gzip } from '#server/http/response.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import type { AppSettings } from '#server/platform/config/settings.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { RequestComments } from '#server/platform/db/request-comments.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import type { MailNow } from '#server/platform/mail/mail.ts'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import type { Gateways } from '#server/features/orders/payment/gateway.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import type { Translators } from '#server/features/translation/translator.ts'

export type Dependencies = {
  db: Db
  /** Rate limits per user, account group and network. */
  rates: CallRates
  /** For the short reads of every call, outside transactions. */
  reads: Reads
  /** Publishes changes to all server processes. */
  events: EventBus
  settings: AppSettings
  log: Log
  metrics: Metrics
  tracing: Tracing
  /** Set if statements carry the id of their request. */
  requestComments?: RequestComments | undefined
  /** Current time of the database. */
  clock: () => Date
  /** False while system and database clocks disagree; irreversible work must wait. */
  isClockTrusted: () => boolean
  crypto: Crypto
  /** Available payment channels, the default first. */
  gateways: Gateways
  /** Available translation engines. */
  translators: Translators
  /** Sends a mail that the caller waits for; all others are queued. */
  mailNow: MailNow
  /** Draws the pictures of service contacts and keeps them. */
  contactPictures: ContactPictures
  /** Reads and writes documents; unset in the browser, which translates none. */
  documents?: DocumentProcesses | undefined
  /** Draws statements as PDF; unset in the browser, which prints them. */
  drawStatement?: DrawStatement | undefined
  /** Compresses long responses; unset where a proxy or the host does. */
  gzip?: Gzip
  /** Encrypts secrets stored in the database. */
  encryption: Encryption
  /** True once the process is shutting down and must get no new requests. */
  isDraining: () => boolean
  /** Rejects if the database does not answer. */
  ping: () => Promise<void>
}
