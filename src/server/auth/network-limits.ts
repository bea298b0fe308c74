/**
 * Rate limits by client network, counted for all widths together. A wider network has a larger
 * allowance, which none of its users can use up alone: what the narrower network refuses does not
 * count for the wider one.
 */
import type { Db } from '#server/platform/db/open.ts'
import { clientNetworks, type ClientNetwork } from '#server/auth/client-network.ts'
import { acquireSlot } from '#server/auth/sliding-window.ts'
import { clearAttempts, type Counter } from '#server/auth/throttle.ts'

type Limit = { most: number; seconds: number }

/**
 * One counter for each network of the address, to be counted by `countEach`. `limit` is that of one
 * user.
 */
export const countersOf = (key: string, limit: Limit, ip: string): Counter[] =>
  clientNetworks(ip).map(({ network, factor }) => ({
    key: `${key}:${network}`,
    seconds: limit.seconds,
    most: limit.most * factor,
  }))

/**
 * Takes a seat in each network, or in none. Returns their names for `forgetTries`. Throws ApiError
 * `tooManyRequests`.
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
