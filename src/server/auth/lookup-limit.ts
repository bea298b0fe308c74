/** Rate limit of name lookups, which would otherwise allow user enumeration. */
import { countersOf } from '#server/auth/network-limits.ts'
import { incrementCounters, decrementCounters } from '#server/auth/throttle.ts'
import type { Call } from '#server/http/handler.ts'

const inAMinute = { most: 60, seconds: 60 }
const inADay = { most: 1_000, seconds: 86_400 }

/** Counts one lookup for the client's networks. Throws ApiError `tooManyRequests`. */
export async function consumeLookup({
  db,
  ip,
  clock,
}: Pick<Call, 'db' | 'ip' | 'clock'>): Promise<void> {
  await incrementCounters(db, lookUpCounters(ip), clock())
}

/** Refunds one lookup after the name was registered. */
export async function refundLookup({ db, ip }: Pick<Call, 'db' | 'ip'>): Promise<void> {
  await decrementCounters(
    db,
    lookUpCounters(ip).map(({ key }) => key),
  )
}

const lookUpCounters = (ip: string) => [
  ...countersOf('names:minute', inAMinute, ip),
  ...countersOf('names:day', inADay, ip),
]
