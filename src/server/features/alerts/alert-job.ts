/** A job that raises and ends alerts: each change in a transaction of its own. */
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { errorFields, type Log } from '#server/platform/log.ts'

export type AlertJob = {
  db: Db
  clock: () => Date
  events: Pick<EventBus, 'publish'>
  log: Pick<Log, 'error'>
}

/**
 * Commits a change of one owner's alerts and, if it resolves to true, tells the owner's pages. A
 * failure is logged under these words and fields, and does not stop the job.
 */
export async function changeAlert(
  { db, events, log }: AlertJob,
  ownerId: string,
  failure: { words: string; fields?: Readonly<Record<string, string>> },
  change: (tx: Db) => Promise<boolean>,
): Promise<void> {
  await transaction(db, change)
    .then((isNews) => isNews && events.publish({ ownerId, about: ['notice', 'webhookDelivery'] }))
    .catch((reason: unknown) =>
      log.error(failure.words, { owner: ownerId, ...failure.fields, ...errorFields(reason) }),
    )
}
