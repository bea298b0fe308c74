/** Questions whose answers tell whether a name is taken, of whatever call: enough for filling in forms, too few for collecting names. */
import { placeOf } from '#server/domain/place-of.ts'
import { countWithin } from '#server/domain/throttle.ts'
import type { Call } from '#server/handler.ts'

const inAMinute = { most: 60, seconds: 60 }
const inADay = { most: 1_000, seconds: 86_400 }

/** Counts one from the caller's place. Throws Refusal `tooManyRequests`. */
export async function countLookUp({ db, ip, clock }: Pick<Call, 'db' | 'ip' | 'clock'>): Promise<void> {
  await countWithin(db, `names:minute:${placeOf(ip)}`, inAMinute, clock())
  await countWithin(db, `names:day:${placeOf(ip)}`, inADay, clock())
}
