/** Starts the background jobs: mail, order polling, ledger reconciliation, cleanup, partitions. */
import { startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { startCleanupJob } from '#server/jobs/cleanup-job.ts'
import { startPartitionJob } from '#server/jobs/partition-job.ts'
import { startMailJob } from '#server/platform/mail/outbox.ts'
import { mailedToFile, mailTransport } from '#server/platform/mail/transport.ts'
import { startReconciliationJob } from '#server/features/ledger/reconciliation/job.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Settings } from '#server/platform/config/settings.ts'

/** The returned function stops all jobs and waits for work in progress. */
export function startJobs(services: Dependencies, settings: Settings): () => Promise<void> {
  const transport = mailTransport(settings, (file) => mailedToFile(services.log, file))
  const rest = [
    startCleanupJob(services),
    startPartitionJob(services, settings.logMonths),
    startMailJob(services, transport),
    startPollJob(services),
    startReconciliationJob(services),
  ]
  return async () => {
    await Promise.all(rest.map(async (stop) => stop()))
  }
}
