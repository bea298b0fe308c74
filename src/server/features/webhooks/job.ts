/** The job that sends webhooks, and the deletion of old deliveries. */
import { and, asc, eq, lt, ne, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { deleteRows, lockCounter, storedOf } from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { deliver, type DeliveryDeps } from '#server/features/webhooks/deliver.ts'
import { leaseDueDeliveries } from '#server/features/webhooks/queue.ts'
import { webhookDeliveries } from '#server/features/webhooks/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
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

/** Deliveries that one transaction deletes. */
const batch = 1_000
const { state } = columnsOf(webhookDeliveries)

/** Deletes deliveries after `businessLimits.webhooks.keepDays`, account by account. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const stored = storedOf('webhookDeliveries')
  const until = new Date(now.getTime() - businessLimits.webhooks.keepDays * 86_400_000)
  const isOld = and(lt(webhookDeliveries.createdAt, until), ne(state!, 'waiting'))
  const owners = await db
    .selectDistinct({ ownerId: sql<string>`${webhookDeliveries.ownerId}::text` })
    .from(webhookDeliveries)
    .where(acrossOwners('a background job deletes old deliveries of all owners', isOld))
  for (const { ownerId } of owners)
    await transaction(db, async (tx) => {
      const scope = { ownerId, id: '0' }
      await lockCounter(tx, stored, scope)
      const old = await tx
        .select({ id: sql<string>`${webhookDeliveries.id}::text` })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.ownerId, ownerId), isOld))
        .orderBy(asc(webhookDeliveries.id))
        .limit(batch)
      await deleteRows(
        tx,
        stored,
        scope,
        old.map(({ id }) => id),
        now,
      )
    })
}
