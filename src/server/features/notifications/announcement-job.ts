/** Job that publishes and ends scheduled announcements. */
import type { Dependencies } from '#server/dependencies.ts'
import { runSchedule } from '#server/features/notifications/announcement-schedule.ts'
import { startJob, type RunningJob } from '#server/platform/job-loop.ts'

/** Milliseconds between rounds, unless something is due sooner. */
const maxInterval = 15_000

/** Publishes and ends announcements at their times, within the second. */
export function startAnnouncementsJob(
  deps: Pick<
    Dependencies,
    'db' | 'events' | 'clock' | 'isClockTrusted' | 'log' | 'metrics' | 'tracing'
  >,
  interval = maxInterval,
): RunningJob {
  return startJob(
    {
      name: 'announcements',
      failureEvent: 'announcements could not be published',
      firstDelay: 1_000,
      interval,
      isReady: deps.isClockTrusted,
      async round() {
        const { published, ended, next } = await runSchedule(deps.db, deps.clock())
        if (published + ended > 0)
          deps.events.publish({ ownerId: null, about: ended > 0 ? ['notice'] : [] })
        const wait = next === null ? interval : next.getTime() - deps.clock().getTime()
        return Math.min(interval, Math.max(wait, 0))
      },
    },
    deps,
  )
}
