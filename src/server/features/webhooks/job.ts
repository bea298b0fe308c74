/** The job that sends webhooks. */
import { deliver, type DeliveryDeps } from '#server/features/webhooks/deliver.ts'
import { leaseDueDeliveries } from '#server/features/webhooks/queue.ts'
import { startJob, type JobDeps, type RunningJob } from '#server/platform/job-loop.ts'
import { errorFields, type Log } from '#server/platform/log.ts'

/** Requests that one process has under way at most; a webhook has one. */
const concurrency = 32
/** Milliseconds between rounds. */
const interval = 1_000

type Deps = DeliveryDeps &
  JobDeps & {
    log: Pick<Log, 'error'>
    isClockTrusted: () => boolean
  }

/**
 * Sends due deliveries. A round does not wait for the receivers, so that a slow one delays no other;
 * stopping waits for the requests under way.
 */
export function startWebhookJob(deps: Deps): RunningJob {
  const underWay = new Set<Promise<void>>()
  const job = startJob(
    {
      name: 'webhooks',
      failureEvent: 'webhooks could not be sent',
      firstDelay: interval,
      interval,
      isReady: deps.isClockTrusted,
      async round() {
        const free = concurrency - underWay.size
        for (const leased of await leaseDueDeliveries(deps.db, free, deps.clock())) {
          const sending: Promise<void> = deliver(deps, leased)
            .catch((reason: unknown) =>
              // It is tried again when its lease ends.
              deps.log.error('a webhook could not be sent', {
                delivery: leased.deliveryId,
                ...errorFields(reason),
              }),
            )
            .finally(() => {
              underWay.delete(sending)
              job.wakeWithin(0)
            })
          underWay.add(sending)
        }
      },
    },
    deps,
  )
  return {
    ...job,
    async stop() {
      await job.stop()
      await Promise.all(underWay)
    },
  }
}
