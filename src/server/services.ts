/** Services of a process that runs calls, by its settings: payment, translation, mail, encryption. */
import { defaultRates } from '#server/http/limits/call-limits.ts'
import { encryptedTexts } from '#server/jobs.ts'
import { createGateways } from '#server/features/orders/payment/gateways.ts'
import { createContactPictures } from '#server/features/site/contact-pictures.ts'
import { drawContactPicture } from '#server/features/site/draw-contact-picture.ts'
import { createTranslators } from '#server/features/translation/translators.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { toLocalAddress, toSiteAddress } from '#server/platform/config/addresses.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { nodeCrypto, readSecretKey } from '#server/platform/crypto/crypto.ts'
import { openEncryption, type SecretKeyPair } from '#server/platform/crypto/secret-keys.ts'
import { startDatabaseClock } from '#server/platform/db/database-clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { createMailNow } from '#server/platform/mail/mail.ts'
import { createMailTransport, logMailFile } from '#server/platform/mail/transport.ts'
import { noMetrics } from '#server/platform/metrics.ts'
import { noTracing } from '#server/platform/tracing.ts'

type BaseServices = Pick<Dependencies, 'db' | 'log' | 'clock' | 'crypto'>

/** Milliseconds for a notification of the sandbox to the server. */
const deliveryTimeout = 10_000

/** SECRET_KEY or the generated key, and the former one. */
export const readSecretKeys = (settings: Settings): SecretKeyPair => ({
  secret: readSecretKey(settings),
  previous: settings.secretKeyPrevious,
})

/**
 * `isStrict`: refuses a wrong SECRET_KEY with InvalidSettingsError; see `openEncryption`. `getPort`:
 * the port of the server on this machine.
 */
export async function openServices(
  settings: Settings,
  base: BaseServices,
  { isStrict, getPort }: { isStrict: boolean; getPort: () => number },
): Promise<Pick<Dependencies, 'gateways' | 'translators' | 'mailNow' | 'encryption'>> {
  const { db, log, clock } = base
  return {
    gateways: createGateways(settings.pay, {
      ...base,
      ...settings,
      site: (hostHeader) => toSiteAddress(settings, getPort(), hostHeader),
      deliver: (path, request) =>
        fetch(toLocalAddress(settings.host, getPort()) + path, {
          method: 'POST',
          signal: AbortSignal.timeout(deliveryTimeout),
          ...request,
        }),
    }),
    translators: createTranslators(settings),
    mailNow: createMailNow(createMailTransport(settings, (file) => logMailFile(log, file), 'now')),
    encryption: await openEncryption(db, readSecretKeys(settings), {
      isStrict,
      texts: encryptedTexts,
      now: clock(),
      log,
    }),
  }
}

/** For a process that serves no requests, such as a command. Refuses a wrong SECRET_KEY. */
export async function openDependencies(
  { db, reads, events, ping }: Database,
  settings: Settings,
): Promise<Dependencies> {
  const log = createJsonLog((lines) => process.stderr.write(lines), 'error')
  const { now: clock } = await startDatabaseClock(db, log)
  const base = { db, log, clock, crypto: nodeCrypto }
  return {
    ...base,
    ...(await openServices(settings, base, { isStrict: true, getPort: () => settings.port })),
    rates: defaultRates,
    reads,
    events,
    ping,
    settings,
    metrics: noMetrics,
    tracing: noTracing,
    isClockTrusted: () => true,
    isDraining: () => false,
    contactPictures: createContactPictures(drawContactPicture),
  }
}
