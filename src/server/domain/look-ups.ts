/** Questions whose answers tell whether a name is taken, of whatever call: enough for filling in forms, too few for collecting names. */
import { placeOf } from '#server/domain/place-of.ts'
import { countWithin, uncount } from '#server/domain/throttle.ts'
import type { Call } from '#server/handler.ts'

const inAMinute = { most: 60, seconds: 60 }
const inADay = { most: 1_000, seconds: 86_400 }

/** Counts one from the caller's place. Throws Refusal `tooManyRequests`. */
export async function countLookUp({ db, ip, clock }: Pick<Call, 'db' | 'ip' | 'clock'>): Promise<void> {
  const { minute, day } = keysOf(ip)
  await countWithin(db, minute, inAMinute, clock())
  await countWithin(db, day, inADay, clock())
}

/** Takes one back, where a name was not only asked for but given. */
export async function uncountLookUp({ db, ip }: Pick<Call, 'db' | 'ip'>): Promise<void> {
  for (const key of Object.values(keysOf(ip))) await uncount(db, key)
}

const keysOf = (ip: string) => ({ minute: `names:minute:${placeOf(ip)}`, day: `names:day:${placeOf(ip)}` })
