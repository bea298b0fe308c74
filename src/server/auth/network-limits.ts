/**
 * Rate limits by client network, counted for all widths together. A wider network has a larger
 * allowance, which none of its users can use up alone: what the narrower network refuses does not
 * count for the wider one.
 */
import type { Db } from '#server/platform/db/open.ts'
import { clientNetworks, type ClientNetwork } from '#server/auth/client-network.ts'
import { takeSeatOrWait } from '#server/auth/sliding-window.ts'
import { forgetTries, type Counter } from '#server/auth/throttle.ts'

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
 * Takes a seat in each network, or in none. Returns their names for `forgetTries`. Throws Refusal
 * `tooManyRequests`.
 */
export async function takeSeatsOrWait(
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
        await takeSeatOrWait(
          db,
          `${key}:${network}`,
          { seconds: limit.seconds, most: limit.most * factor },
          now,
        ),
      )
    return seats
  } catch (reason) {
    await forgetTries(db, seats)
    throw reason
  }
}
