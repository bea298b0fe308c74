/**
 * What a server process does besides answering: it sends mails, looks after orders, checks the
 * ledger and keeps house.
 */
import { keepOrders } from '#server/domain/orders/worker.ts'
import { keepHouse } from '#server/housekeeping.ts'
import { keepLogs } from '#server/log-keeping.ts'
import { keepMailing } from '#server/mail/outbox.ts'
import { mailedToFile, mailTransport } from '#server/mail/transport.ts'
import { keepReconciled } from '#server/reconcile/reconcile.ts'
import type { Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'

/** What it returns ends all of it, letting a mail under way be sent. */
export function workInBackground(services: Services, settings: Settings): () => Promise<void> {
  const transport = mailTransport(settings, (file) => mailedToFile(services.log, file))
  const rest = [
    keepHouse(services),
    keepLogs(services, settings.logMonths),
    keepMailing(services, transport),
    keepOrders(services),
    keepReconciled(services),
  ]
  return async () => {
    await Promise.all(rest.map(async (stop) => stop()))
  }
}
