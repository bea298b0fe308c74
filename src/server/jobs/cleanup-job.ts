/** Job that deletes expired records, ends expired trials and repeats recent erasures. */
import { endTrials } from '#server/features/packages/membership/service.ts'
import { eraseAgain } from '#server/features/accounts/cancellation/personal-data.ts'
import { deleteExpiredFormerEmails } from '#server/features/accounts/service.ts'
import { deleteExpiredCodes } from '#server/auth/mail-codes.ts'
import { deleteExpiredInvitations } from '#server/features/workspace/service.ts'
import { deleteExpiredThrottles } from '#server/auth/rate-limits.ts'
import { describeError } from '#server/platform/log.ts'
import { deleteExpiredResponses } from '#server/http/idempotency.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { deleteExpiredSessions } from '#server/auth/sessions/service.ts'

const every = 10 * 60_000

type Deps = Pick<Dependencies, 'db' | 'clock' | 'log'>

const steps: Readonly<Record<string, (db: Dependencies['db'], now: Date) => Promise<unknown>>> = {
  sessions: deleteExpiredSessions,
  idempotency: deleteExpiredResponses,
  throttles: deleteExpiredThrottles,
  codes: deleteExpiredCodes,
  invitations: deleteExpiredInvitations,
  formerAddresses: deleteExpiredFormerEmails,
  trials: endTrials,
  erasure: eraseAgain,
}

/** Runs every step; a failing one is logged and doesn't stop the others. */
export async function cleanUp({ db, clock, log }: Deps): Promise<void> {
  for (const [step, run] of Object.entries(steps))
    await run(db, clock()).catch((reason: unknown) =>
      log.error('housekeeping failed', { step, reason: describeError(reason) }),
    )
}

/**
 * Runs every ten minutes while the clock is trusted; safe in several processes. The returned
 * function stops it.
 */
export function startCleanupJob(
  services: Pick<Dependencies, 'db' | 'clock' | 'isClockTrusted' | 'log'>,
): () => void {
  const timer = setInterval(() => {
    if (!services.isClockTrusted()) return
    void cleanUp(services)
  }, every)
  return () => clearInterval(timer)
}
