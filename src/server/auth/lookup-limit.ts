/**
 * Questions whose answers tell whether a name is taken, of whatever call: enough for filling in
 * forms, too few for collecting names.
 */
import { countersOf } from '#server/auth/network-limits.ts'
import { countEach, uncountEach } from '#server/auth/throttle.ts'
import type { Call } from '#server/http/handler.ts'

const inAMinute = { most: 60, seconds: 60 }
const inADay = { most: 1_000, seconds: 86_400 }

/** Counts one from the caller's networks. Throws Refusal `tooManyRequests`. */
export async function countLookUp({
  db,
  ip,
  clock,
}: Pick<Call, 'db' | 'ip' | 'clock'>): Promise<void> {
  await countEach(db, lookUpCounters(ip), clock())
}

/** Takes one back, where a name was not only asked for but given. */
export async function uncountLookUp({ db, ip }: Pick<Call, 'db' | 'ip'>): Promise<void> {
  await uncountEach(
    db,
    lookUpCounters(ip).map(({ key }) => key),
  )
}

const lookUpCounters = (ip: string) => [
  ...countersOf('names:minute', inAMinute, ip),
  ...countersOf('names:day', inADay, ip),
]
