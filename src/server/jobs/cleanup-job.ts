/**
 * Removes from the database what nothing will ask for again, and ends what is over. Any number of
 * server processes may do it at the same time.
 */
import { eraseAgain } from '#server/features/accounts/cancellation/erase.ts'
import { endTrials } from '#server/features/ledger/credits.ts'
import { sweepFormerAddresses } from '#server/features/accounts/former-emails.ts'
import { sweepCodes } from '#server/auth/mail-codes.ts'
import { sweepInvitations } from '#server/features/workspace/invitations.ts'
import { sweepThrottles } from '#server/auth/throttle.ts'
import { describeError } from '#server/platform/log/error-text.ts'
import { sweepMemory } from '#server/http/idempotency/idempotency-store.ts'
import type { Services } from '#server/dependencies.ts'
import { sweepSessions } from '#server/auth/sessions/service.ts'

const every = 10 * 60_000

type Deps = Pick<Services, 'db' | 'clock' | 'log'>

const steps: Readonly<Record<string, (db: Services['db'], now: Date) => Promise<unknown>>> = {
  sessions: sweepSessions,
  idempotency: sweepMemory,
  throttles: sweepThrottles,
  codes: sweepCodes,
  invitations: sweepInvitations,
  formerAddresses: sweepFormerAddresses,
  trials: endTrials,
  erasure: eraseAgain,
}

/** A step that fails is logged, and the others are done all the same. */
export async function sweep({ db, clock, log }: Deps): Promise<void> {
  for (const [step, run] of Object.entries(steps))
    await run(db, clock()).catch((reason: unknown) =>
      log.error('housekeeping failed', { step, reason: describeError(reason) }),
    )
}

/** Sweeps every ten minutes, unless the clock is not to be trusted; what it returns stops that. */
export function keepHouse(
  services: Pick<Services, 'db' | 'clock' | 'isClockTrusted' | 'log'>,
): () => void {
  const timer = setInterval(() => {
    if (!services.isClockTrusted()) return
    void sweep(services)
  }, every)
  return () => clearInterval(timer)
}
