/** The background jobs: mail, order polling, announcements, ledger reconciliation, clean-up, log partitions, business days. */
import { endTrials } from '#server/features/packages/membership/service.ts'
import { eraseAgain } from '#server/features/accounts/cancellation/personal-data.ts'
import { deleteExpiredFormerEmails } from '#server/features/accounts/service.ts'
import { emptyTrash } from '#server/features/collections/service.ts'
import { deleteExpiredCodes } from '#server/auth/mail-codes.ts'
import { deleteExpiredInvitations } from '#server/features/workspace/service.ts'
import { deleteExpiredThrottles } from '#server/auth/rate-limits.ts'
import { errorFields } from '#server/platform/log.ts'
import { deleteExpiredResponses, sealedResponses } from '#server/http/idempotency.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { deleteExpiredOperatorSessions } from '#server/features/operators/sign-in.ts'
import { deleteExpiredSessions } from '#server/auth/sessions/service.ts'
import { startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { releaseExpired } from '#server/features/ledger/reservations/service.ts'
import { startReconciliationJob } from '#server/features/ledger/reconciliation/job.ts'
import { maintainPartitions } from '#server/platform/db/log-partitions.ts'
import {
  startReencryptionJob,
  type Keys,
  type SealedTexts,
} from '#server/platform/crypto/secret-keys.ts'
import { sealedSecrets } from '#server/auth/two-factor/service.ts'
import { startJob, type RunningJob } from '#server/platform/jobs.ts'
import { startMailJob } from '#server/platform/mail/outbox.ts'
import { mailedToFile, mailTransport } from '#server/platform/mail/transport.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { deleteOldViews } from '#server/features/support-views/open-views.ts'
import { endSupportViews } from '#server/features/support-views/service.ts'
import { startAnnouncementsJob } from '#server/features/notifications/announcements/job.ts'
import { closeDays } from '#server/business-days.ts'

/** Milliseconds between rounds. */
const every = {
  cleanUp: 10 * 60_000,
  reservations: 15_000,
  supportViews: 15_000,
  partitions: 6 * 3_600_000,
  businessDays: 10 * 60_000,
}

/** All that is stored encrypted with SECRET_KEY. */
export const sealedTexts: readonly SealedTexts[] = [sealedSecrets, sealedResponses]

/** The returned function stops all jobs and waits for work in progress. */
export function startJobs(
  services: Dependencies,
  settings: Settings,
  keys: Keys,
): () => Promise<void> {
  const { db, clock, log, isClockTrusted: isReady } = services
  const jobs = [
    startMailJob(
      services,
      mailTransport(settings, (file) => mailedToFile(log, file)),
    ),
    startPollJob(services),
    startReconciliationJob(services),
    startJob(
      {
        name: 'clean-up',
        failed: 'housekeeping failed',
        first: every.cleanUp,
        every: every.cleanUp,
        isReady,
        round: () => cleanUp(services),
      },
      services,
    ),
    startReservationsJob(services),
    startReencryptionJob(services, keys, sealedTexts),
    startAnnouncementsJob(services),
    startSupportViewsJob(services),
    startJob(
      {
        name: 'business-days',
        failed: 'past days of the business could not be closed',
        first: 60_000,
        every: every.businessDays,
        isReady,
        round: async () => void (await closeDays(db, settings.timeZone, clock())),
      },
      services,
    ),
    startJob(
      {
        name: 'log-partitions',
        failed: 'the months of the logs could not be looked after',
        first: 0,
        every: every.partitions,
        isReady,
        async round() {
          const deleted = await maintainPartitions(db, settings.logMonths, clock())
          if (deleted.length > 0)
            log.info('old months of the logs were dropped', { gone: deleted.join(' ') })
        },
      },
      services,
    ),
  ]
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()))
  }
}

/** Releases the reservations of processes that died. */
export function startReservationsJob(
  deps: Pick<Dependencies, 'db' | 'clock' | 'isClockTrusted' | 'log' | 'metrics' | 'tracing'>,
  interval = every.reservations,
): RunningJob {
  return startJob(
    {
      name: 'reservations',
      failed: 'reservations could not be looked after',
      first: interval,
      every: interval,
      isReady: deps.isClockTrusted,
      round: async () => void (await releaseExpired(deps.db, deps.clock())),
    },
    deps,
  )
}

/** Ends and logs the views of support whose time is over. */
function startSupportViewsJob(deps: Dependencies): RunningJob {
  return startJob(
    {
      name: 'support-views',
      failed: 'support views could not be ended',
      first: every.supportViews,
      every: every.supportViews,
      isReady: deps.isClockTrusted,
      round: () => endSupportViews(deps),
    },
    deps,
  )
}

type Deps = Pick<Dependencies, 'db' | 'clock' | 'log'>

const expiry: Readonly<Record<string, (db: Dependencies['db'], now: Date) => Promise<unknown>>> = {
  sessions: deleteExpiredSessions,
  operatorSessions: deleteExpiredOperatorSessions,
  idempotency: deleteExpiredResponses,
  throttles: deleteExpiredThrottles,
  codes: deleteExpiredCodes,
  invitations: deleteExpiredInvitations,
  formerAddresses: deleteExpiredFormerEmails,
  trials: endTrials,
  erasure: eraseAgain,
  trash: emptyTrash,
  supportViews: deleteOldViews,
}

/** Runs every step; a failing one is logged and doesn't stop the others. */
export async function cleanUp({ db, clock, log }: Deps): Promise<void> {
  for (const [step, run] of Object.entries(expiry))
    await run(db, clock()).catch((reason: unknown) =>
      log.error('housekeeping failed', { step, ...errorFields(reason) }),
    )
}
