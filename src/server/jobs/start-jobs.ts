/**
 * What a server process does besides answering: it sends mails, looks after orders, checks the
 * ledger and keeps house.
 */
import { keepOrders } from '#server/features/orders/poll-job.ts'
import { keepHouse } from '#server/jobs/cleanup-job.ts'
import { keepLogs } from '#server/jobs/partition-job.ts'
import { keepMailing } from '#server/platform/mail/outbox.ts'
import { mailedToFile, mailTransport } from '#server/platform/mail/transport.ts'
import { keepReconciled } from '#server/features/ledger/reconciliation/reconciliation-job.ts'
import type { Services } from '#server/dependencies.ts'
import type { Settings } from '#server/platform/config/settings.ts'

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
