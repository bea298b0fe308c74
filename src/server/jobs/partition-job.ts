/** Job that maintains monthly log partitions and releases expired reservations. */
import { dropOldMonths, makeMonths, monthlyLogs } from '#server/platform/db/log-partitions.ts'
import type { Db } from '#server/platform/db/open.ts'
import { releaseExpired } from '#server/features/ledger/reservations/service.ts'
import { describeError } from '#server/platform/log.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** Milliseconds. */
const every = { reservations: 15_000, months: 6 * 3_600_000 }
const ahead = 62 * 86_400_000

/**
 * Creates upcoming partitions and drops those older than `months`; undefined drops none. Returns
 * the names of dropped partitions.
 */
export async function maintainPartitions(
  db: Db,
  months: number | undefined,
  now: Date,
): Promise<string[]> {
  for (const log of monthlyLogs) await makeMonths(db, log, now, new Date(now.getTime() + ahead))
  return months === undefined ? [] : dropOldMonths(db, months, now)
}

/** Safe to run in several processes. The returned function stops it. */
export function startPartitionJob(
  { db, clock, isClockTrusted, log }: Pick<Dependencies, 'db' | 'clock' | 'isClockTrusted' | 'log'>,
  months: number | undefined,
): () => void {
  const lookAfter = (what: string, work: () => Promise<unknown>) => () => {
    if (!isClockTrusted()) return
    work().catch((reason: unknown) =>
      log.error(`${what} could not be looked after`, { reason: describeError(reason) }),
    )
  }
  const lookAtMonths = lookAfter('the months of the logs', async () => {
    const gone = await maintainPartitions(db, months, clock())
    if (gone.length > 0) log.info('old months of the logs were dropped', { gone: gone.join(' ') })
  })
  lookAtMonths()
  const timers = [
    setInterval(
      lookAfter('reservations', () => releaseExpired(db, clock())),
      every.reservations,
    ),
    setInterval(lookAtMonths, every.months),
  ]
  return () => timers.forEach(clearInterval)
}
