/** Removes from the database what nothing will ask for again, and ends what is over. Any number of server processes may do it at the same time. */
import { eraseAgain } from '#server/domain/cancellation/erase.ts'
import { endTrials } from '#server/domain/credits.ts'
import { sweepFormerAddresses } from '#server/domain/former-addresses.ts'
import { sweepCodes } from '#server/domain/mail-codes.ts'
import { sweepInvitations } from '#server/domain/spaces/invitations.ts'
import { sweepThrottles } from '#server/domain/throttle.ts'
import { describeError } from '#server/error-text.ts'
import { sweepMemory } from '#server/once-memory.ts'
import type { Services } from '#server/services.ts'
import { sweepSessions } from '#server/sessions/store.ts'

const every = 10 * 60_000

export async function sweep({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await sweepSessions(db, clock())
  await sweepMemory(db, clock())
  await sweepThrottles(db, clock())
  await sweepCodes(db, clock())
  await sweepInvitations(db, clock())
  await sweepFormerAddresses(db, clock())
  await endTrials(db, clock())
  await eraseAgain(db, clock())
}

/** Sweeps every ten minutes, unless the clock is not to be trusted; what it returns stops that. */
export function keepHouse(services: Pick<Services, 'db' | 'clock' | 'isClockTrusted' | 'log'>): () => void {
  const timer = setInterval(() => {
    if (!services.isClockTrusted()) return
    sweep(services).catch((reason: unknown) => services.log.error('housekeeping failed', { reason: describeError(reason) }))
  }, every)
  return () => clearInterval(timer)
}
