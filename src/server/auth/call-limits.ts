/**
 * Rate limits of signed-in calls: token buckets of each user and of each account group (a main
 * account with its sub-accounts). They are kept in memory: asking the database would cost as much
 * as the call, and N processes allow N times as much, which they also serve.
 */
import { ApiError } from '#server/http/errors.ts'
import type { CurrentUser } from '#server/auth/current-user.ts'

/** `capacity` at once, then so many a second. */
type Rate = { capacity: number; perSecond: number }

export type CallRates = {
  user: Rate
  /** Of a group with one active user; with n of them √n times as much. */
  group: Rate
  /** Tokens of a call that must happen once only, which writes several rows. */
  onceCost: number
  /**
   * Refusals of such calls that are kept a day to be repeated, of each group. Others are only
   * answered: they have changed nothing.
   */
  keptRefusals: Rate
  /** Of one owner. */
  ordersPerHour: number
  /** Notice streams of visitors open at a time: of one user's network, and in this process. */
  visitorStreams: { network: number; process: number }
}

/**
 * A page of the console makes some 20 calls, an export one for every 100 rows, and 20 translation
 * clients some 10 a second.
 */
export const usualRates: CallRates = {
  user: { capacity: 600, perSecond: 50 },
  group: { capacity: 1_500, perSecond: 100 },
  onceCost: 3,
  keptRefusals: { capacity: 200, perSecond: 1 / 60 },
  ordersPerHour: 60,
  visitorStreams: { network: 20, process: 4_000 },
}

const endless: Rate = { capacity: Infinity, perSecond: 0 }
/**
 * For a server that nobody else reaches: the demo inside a browser, and programs that measure. No
 * setting leads here.
 */
export const unlimitedRates: CallRates = {
  user: endless,
  group: endless,
  onceCost: 1,
  keptRefusals: endless,
  ordersPerHour: Infinity,
  visitorStreams: { network: Infinity, process: Infinity },
}

export type CallLimits = {
  /** Takes the tokens of one call. Throws ApiError `tooManyRequests`, and then takes none. */
  take: (user: Pick<CurrentUser, 'ownerId' | 'userId'>, once: boolean) => void
  /** Whether one more refusal of the group may be kept. */
  keepsRefusal: (user: Pick<CurrentUser, 'ownerId'>) => boolean
  /** How many groups are remembered. */
  size: () => number
}

/**
 * Milliseconds after which users without a call are no longer active, and between looks at who is.
 */
const idle = 60_000

type Bucket = { tokens: number; at: number }
type Group = { bucket: Bucket; refusals: Bucket; users: Map<string, Bucket> }

export function callLimits(rates: CallRates, clock: () => Date): CallLimits {
  const groups = new Map<string, Group>()
  let sweptAt = 0
  const groupOf = (ownerId: string, now: number): Group => {
    if (now - sweptAt >= idle) sweep(now)
    const known = groups.get(ownerId)
    if (known) return known
    const group = {
      bucket: full(rates.group, now),
      refusals: full(rates.keptRefusals, now),
      users: new Map(),
    }
    groups.set(ownerId, group)
    return group
  }
  /** Only full buckets are forgotten, so that nobody gains by it. */
  const sweep = (now: number) => {
    sweptAt = now
    for (const [ownerId, { refusals, users }] of groups) {
      for (const [userId, { at }] of users) if (now - at >= idle) users.delete(userId)
      if (
        users.size === 0 &&
        refill(refusals, rates.keptRefusals, now) >= rates.keptRefusals.capacity
      )
        groups.delete(ownerId)
    }
  }
  return {
    take({ ownerId, userId }, once) {
      const now = clock().getTime()
      const { bucket, users } = groupOf(ownerId, now)
      const mine = users.get(userId) ?? full(rates.user, now)
      // One more user brings its part of the group's tokens along.
      if (!users.has(userId) && users.size > 0)
        bucket.tokens += rates.group.capacity * (Math.sqrt(users.size + 1) - Math.sqrt(users.size))
      users.set(userId, mine)
      const cost = once ? rates.onceCost : 1
      const share = Math.sqrt(users.size)
      const ofGroup: Rate = {
        capacity: rates.group.capacity * share,
        perSecond: rates.group.perSecond * share,
      }
      const wait = Math.max(
        waitFor(mine, rates.user, cost, now),
        waitFor(bucket, ofGroup, cost, now),
      )
      if (wait > 0) throw new ApiError('tooManyRequests', { seconds: Math.ceil(wait) })
      mine.tokens -= cost
      bucket.tokens -= cost
    },
    keepsRefusal({ ownerId }) {
      const now = clock().getTime()
      const { refusals } = groupOf(ownerId, now)
      if (refill(refusals, rates.keptRefusals, now) < 1) return false
      refusals.tokens -= 1
      return true
    },
    size: () => groups.size,
  }
}

const full = ({ capacity }: Rate, now: number): Bucket => ({ tokens: capacity, at: now })

/** A clock that was set back fills nothing. */
function refill(bucket: Bucket, { capacity, perSecond }: Rate, now: number): number {
  const seconds = Math.max(0, now - bucket.at) / 1_000
  bucket.tokens = Math.min(capacity, bucket.tokens + seconds * perSecond)
  bucket.at = now
  return bucket.tokens
}

/** Seconds until there are so many tokens. */
function waitFor(bucket: Bucket, rate: Rate, cost: number, now: number): number {
  const missing = cost - refill(bucket, rate, now)
  return missing > 0 ? missing / rate.perSecond : 0
}
