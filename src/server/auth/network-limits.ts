/** Rate limits by client network, counted for all prefix lengths together. */
import type { Db } from '#server/platform/db/open.ts'
import { clientNetworks, type ClientNetwork } from '#server/auth/client-network.ts'
import { acquireSlot } from '#server/auth/sliding-window.ts'
import { clearAttempts, type Counter } from '#server/auth/throttle.ts'

type Limit = { most: number; seconds: number }

/**
 * One counter per network of the address, for `incrementCounters`. `limit` is that of one user;
 * wider networks get a multiple.
 */
export const countersOf = (key: string, limit: Limit, ip: string): Counter[] =>
  clientNetworks(ip).map(({ network, factor }) => ({
    key: `${key}:${network}`,
    seconds: limit.seconds,
    most: limit.most * factor,
  }))

/**
 * Acquires a slot in each network, or in none. Widest network first; a refusal releases the slots
 * already taken, so that one user cannot exhaust a wider network. Returns the slots' names for
 * `clearAttempts`. Throws ApiError `tooManyRequests`.
 */
export async function acquireSlots(
  db: Db,
  key: string,
  limit: Limit,
  networks: readonly ClientNetwork[],
  now: Date,
): Promise<string[]> {
  const seats: string[] = []
  try {
    for (const { network, factor } of networks)
      seats.push(
        await acquireSlot(
          db,
          `${key}:${network}`,
          { seconds: limit.seconds, most: limit.most * factor },
          now,
        ),
      )
    return seats
  } catch (reason) {
    await clearAttempts(db, seats)
    throw reason
  }
}
