/** Starts the background jobs of a server process, and defines the small ones. */
import { deleteExpiredDocuments } from '#server/features/documents/delete-expired.ts'
import { startDocumentJob } from '#server/features/documents/document-job.ts'
import { endTrials } from '#server/features/packages/end-trials.ts'
import { deleteExpiredFormerEmails } from '#server/features/accounts/former-emails.ts'
import { deleteExpiredInvitations } from '#server/features/workspace/invitations.ts'
import { deleteExpiredSessions } from '#server/features/identity/sessions/end-sessions.ts'
import { releaseExpired } from '#server/features/ledger/reservations/release-reservation.ts'
import { listEncryptedSecrets } from '#server/features/identity/two-factor/stored-secrets.ts'
import { endSupportViews } from '#server/features/support-views/end-view.ts'
import { repeatErasures } from '#server/features/accounts/cancellation/personal-data.ts'
import { deleteExpiredCodes } from '#server/features/identity/mail-codes.ts'
import { deleteExpiredThrottles } from '#server/http/limits/rate-limits.ts'
import { errorFields } from '#server/platform/log.ts'
import { deleteExpiredResponses, listEncryptedResponses } from '#server/http/idempotency.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { deleteExpiredOperatorSessions } from '#server/features/operators/sign-in.ts'
import { startPollJob } from '#server/features/orders/payment/poll-job.ts'
import { startReconciliationJob } from '#server/features/ledger/reconciliation/job.ts'
import { maintainPartitions } from '#server/platform/db/log-partitions.ts'
import {
  startReencryptionJob,
  type SecretKeyPair,
  type EncryptedTexts,
} from '#server/platform/crypto/secret-keys.ts'
import { startJob, type RunningJob } from '#server/platform/job-loop.ts'
import { startMailJob } from '#server/platform/mail/outbox.ts'
import { logMailFile, createMailTransport } from '#server/platform/mail/transport.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { deleteOldViews } from '#server/features/support-views/stored-views.ts'
import { startAnnouncementsJob } from '#server/features/notifications/announcement-job.ts'
import { deleteOldEntries } from '#server/features/audit-log/index.ts'
import { deleteOldDeliveries } from '#server/features/webhooks/delete-deliveries.ts'
import { startWebhookJob } from '#server/features/webhooks/job.ts'
import { listEncryptedWebhookSecrets } from '#server/features/webhooks/secret.ts'
import { createWebhookSender } from '#server/features/webhooks/send-request.ts'
import { warnOfExpiry } from '#server/features/api-keys/warn-of-expiry.ts'
import { sendAlerts } from '#server/features/alerts/send-alerts.ts'
import { warnOfPlanEnd } from '#server/features/packages/warn-of-plan-end.ts'
import { findUnusualUse } from '#server/features/translation/usage/find-unusual-use.ts'
import { mailStatements } from '#server/features/statements/mail-statements.ts'
import { closeAllMonths } from '#server/features/statements/close-months.ts'
import { topUpAll } from '#server/features/budgets/top-up.ts'
import { closeDays } from '#server/features/operators/today/business-days.ts'

/** Milliseconds between rounds. */
const intervals = {
  cleanUp: 10 * 60_000,
  documents: 60_000,
  reservations: 15_000,
  supportViews: 15_000,
  partitions: 6 * 3_600_000,
  businessDays: 10 * 60_000,
  keyExpiry: 3_600_000,
  topUps: 60_000,
  alerts: 2_000,
  planEnds: 600_000,
  unusualUse: 600_000,
  statements: 60_000,
}

/** All texts that are stored encrypted with SECRET_KEY. */
export const encryptedTexts: readonly EncryptedTexts[] = [
  listEncryptedSecrets,
  listEncryptedResponses,
  listEncryptedWebhookSecrets,
]

/** The returned function stops all jobs and waits for work in progress. */
export function startJobs(
  deps: Dependencies,
  settings: Settings,
  keys: SecretKeyPair,
): () => Promise<void> {
  const { db, clock, log, isClockTrusted } = deps
  const jobs = [
    startMailJob(
      deps,
      createMailTransport(settings, (file) => logMailFile(log, file)),
    ),
    startPollJob(deps),
    startReconciliationJob(deps),
    startJob(
      {
        name: 'clean-up',
        failureEvent: 'housekeeping failed',
        firstDelay: intervals.cleanUp,
        interval: intervals.cleanUp,
        isReady: isClockTrusted,
        round: () => cleanUp(deps),
      },
      deps,
    ),
    startReservationsJob(deps),
    startDocumentJob(deps),
    startJob(
      {
        name: 'document-expiry',
        failureEvent: 'expired documents could not be deleted',
        firstDelay: intervals.documents,
        interval: intervals.documents,
        isReady: isClockTrusted,
        round: () => deleteExpiredDocuments(deps),
      },
      deps,
    ),
    startReencryptionJob(deps, keys, encryptedTexts),
    startAnnouncementsJob(deps),
    startSupportViewsJob(deps),
    startWebhookJob({
      ...deps,
      publicUrl: settings.publicUrl,
      send: createWebhookSender({
        allowsLocal: settings.allowsLocalWebhooks,
        ownHost: settings.publicUrl && new URL(settings.publicUrl).hostname,
      }),
    }),
    startJob(
      {
        name: 'key-expiry',
        failureEvent: 'owners of keys that end soon could not be told',
        firstDelay: 60_000,
        interval: intervals.keyExpiry,
        isReady: isClockTrusted,
        round: () => warnOfExpiry(deps, settings.timeZone),
      },
      deps,
    ),
    startJob(
      {
        name: 'alerts',
        failureEvent: 'alerts could not be sent',
        firstDelay: intervals.alerts,
        interval: intervals.alerts,
        isReady: isClockTrusted,
        round: () => sendAlerts(deps, settings),
      },
      deps,
    ),
    startJob(
      {
        name: 'plan-ends',
        failureEvent: 'alerts of plans that end soon could not be raised',
        firstDelay: 30_000,
        interval: intervals.planEnds,
        isReady: isClockTrusted,
        round: () => warnOfPlanEnd(deps, settings.timeZone),
      },
      deps,
    ),
    startJob(
      {
        name: 'unusual-use',
        failureEvent: 'unusual use could not be looked for',
        firstDelay: 45_000,
        interval: intervals.unusualUse,
        isReady: isClockTrusted,
        round: () => findUnusualUse(deps, settings.timeZone),
      },
      deps,
    ),
    startJob(
      {
        name: 'top-ups',
        failureEvent: 'sub-accounts could not be topped up',
        firstDelay: 5_000,
        interval: intervals.topUps,
        isReady: isClockTrusted,
        round: () => topUpAll(deps, settings.timeZone),
      },
      deps,
    ),
    startJob(
      {
        name: 'statements',
        failureEvent: 'past months could not be closed or mailed',
        firstDelay: 10_000,
        interval: intervals.statements,
        isReady: isClockTrusted,
        async round(isStopping) {
          await closeAllMonths(deps, settings.timeZone, isStopping)
          await mailStatements(deps, settings, isStopping)
        },
      },
      deps,
    ),
    startJob(
      {
        name: 'business-days',
        failureEvent: 'past days of the business could not be closed',
        firstDelay: 60_000,
        interval: intervals.businessDays,
        isReady: isClockTrusted,
        round: async () => void (await closeDays(db, settings.timeZone, clock())),
      },
      deps,
    ),
    startJob(
      {
        name: 'log-partitions',
        failureEvent: 'the months of the logs could not be looked after',
        firstDelay: 0,
        interval: intervals.partitions,
        isReady: isClockTrusted,
        async round() {
          const deleted = await maintainPartitions(db, settings.logMonths, clock())
          if (deleted.length > 0)
            log.info('old months of the logs were dropped', { gone: deleted.join(' ') })
        },
      },
      deps,
    ),
  ]
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()))
  }
}

/** Releases the reservations of processes that died. */
export function startReservationsJob(
  deps: Pick<Dependencies, 'db' | 'clock' | 'isClockTrusted' | 'log' | 'metrics' | 'tracing'>,
  interval = intervals.reservations,
): RunningJob {
  return startJob(
    {
      name: 'reservations',
      failureEvent: 'reservations could not be looked after',
      firstDelay: interval,
      interval: interval,
      isReady: deps.isClockTrusted,
      round: async () => void (await releaseExpired(deps.db, deps.clock())),
    },
    deps,
  )
}

/** Ends and logs the views of support whose time has passed. */
function startSupportViewsJob(deps: Dependencies): RunningJob {
  return startJob(
    {
      name: 'support-views',
      failureEvent: 'support views could not be ended',
      firstDelay: intervals.supportViews,
      interval: intervals.supportViews,
      isReady: deps.isClockTrusted,
      round: () => endSupportViews(deps),
    },
    deps,
  )
}

type Deps = Pick<Dependencies, 'db' | 'clock' | 'log'>

const cleanUpSteps: Readonly<
  Record<string, (db: Dependencies['db'], now: Date) => Promise<unknown>>
> = {
  sessions: deleteExpiredSessions,
  operatorSessions: deleteExpiredOperatorSessions,
  idempotency: deleteExpiredResponses,
  throttles: deleteExpiredThrottles,
  codes: deleteExpiredCodes,
  invitations: deleteExpiredInvitations,
  formerAddresses: deleteExpiredFormerEmails,
  trials: endTrials,
  erasure: repeatErasures,
  supportViews: deleteOldViews,
  webhookDeliveries: deleteOldDeliveries,
  auditLog: deleteOldEntries,
}

/** Runs every step; a failing one is logged and doesn't stop the others. */
export async function cleanUp({ db, clock, log }: Deps): Promise<void> {
  for (const [step, run] of Object.entries(cleanUpSteps))
    await run(db, clock()).catch((reason: unknown) =>
      log.error('housekeeping failed', { step, ...errorFields(reason) }),
    )
}
