/** Limits of signed-in calls, in memory: token buckets and concurrency of users and groups. */
import type { Endpoint } from '#contract/endpoint.ts'
import { programRates } from '#contract/programs/limits.ts'
import {
  createConcurrencyLimits,
  type ConcurrencyLimits,
  type ConcurrencyRates,
} from '#server/http/limits/concurrency-limits.ts'
import {
  createUploadLimits,
  type UploadLimits,
  type UploadRates,
} from '#server/http/limits/upload-limits.ts'
import { ApiError } from '#server/http/errors.ts'
import type { CurrentUser } from '#server/http/current-user.ts'

/** `capacity`: burst size in tokens; `perSecond`: tokens refilled per second. */
type Rate = { capacity: number; perSecond: number }

type TokenRates = {
  user: Rate
  /** For one active user; n active users of the group get √n times as much. */
  group: Rate
  /** Tokens of an idempotent call without a `weight` of its own: it writes several rows. */
  idempotentCallCost: number
}

export type CallRates = TokenRates & {
  /** Of calls by API keys, which are counted apart from those by sessions of the same users. */
  programs: TokenRates
  concurrency: ConcurrencyRates
  /** Forms with a file, in this process. */
  uploads: UploadRates
  /**
   * Error responses stored for replay per account group; retained for a day. Further ones are sent
   * but not stored, since those calls changed nothing.
   */
  storedRefusals: Rate
  /** Per main account. */
  ordersPerHour: number
  /**
   * Concurrent notice streams of visitors, one per browser: per client network, which an office
   * shares, and in this process.
   */
  visitorStreams: { network: number; process: number }
}

/**
 * Sized for a console page with some 20 calls, an export with one call per 100 rows, and some 10
 * calls a second from 20 translation clients; and for a program with 150 calls a second.
 */
export const defaultRates: CallRates = {
  user: { capacity: 600, perSecond: 50 },
  group: { capacity: 1_500, perSecond: 100 },
  idempotentCallCost: 3,
  programs: { ...programRates, idempotentCallCost: 1 },
  concurrency: { user: 8, changes: 4, bulkChanges: 1, waiting: 100, maxWait: 10_000 },
  uploads: { process: 6, group: 3 },
  storedRefusals: { capacity: 200, perSecond: 1 / 60 },
  ordersPerHour: 60,
  visitorStreams: { network: 256, process: 4_000 },
}

const unlimited: Rate = { capacity: Infinity, perSecond: 0 }
/**
 * For servers without foreign clients: the in-browser demo and benchmarks. No setting selects it.
 */
export const unlimitedRates: CallRates = {
  user: unlimited,
  group: unlimited,
  idempotentCallCost: 1,
  programs: { user: unlimited, group: unlimited, idempotentCallCost: 1 },
  concurrency: {
    user: Infinity,
    changes: Infinity,
    bulkChanges: Infinity,
    waiting: Infinity,
    maxWait: Infinity,
  },
  uploads: { process: Infinity, group: Infinity },
  storedRefusals: unlimited,
  ordersPerHour: Infinity,
  visitorStreams: { network: Infinity, process: Infinity },
}

export type CallLimits = ConcurrencyLimits &
  UploadLimits & {
    /** Consumes the tokens of one call. Throws ApiError `tooManyRequests` without consuming any. */
    consume: (
      user: Pick<CurrentUser, 'ownerId' | 'userId'>,
      endpoint: Pick<Endpoint, 'once' | 'weight'>,
    ) => void
    /** Whether one more error response of the account group may be stored. */
    canStoreRefusal: (user: Pick<CurrentUser, 'ownerId'>) => boolean
    /** Number of account groups in memory. */
    size: () => number
  }

/** Milliseconds until a user without calls is inactive; also the interval of the sweep. */
const inactiveAfter = 60_000

type Bucket = { tokens: number; at: number }
type Group = { bucket: Bucket; refusals: Bucket; users: Map<string, Bucket> }

export function createCallLimits(rates: CallRates, clock: () => Date): CallLimits {
  const groups = new Map<string, Group>()
  let sweptAt = 0
  const getGroup = (ownerId: string, now: number): Group => {
    if (now - sweptAt >= inactiveAfter) sweep(now)
    const existing = groups.get(ownerId)
    if (existing) return existing
    const group = {
      bucket: createFullBucket(rates.group, now),
      refusals: createFullBucket(rates.storedRefusals, now),
      users: new Map(),
    }
    groups.set(ownerId, group)
    return group
  }
  /** Drops only full buckets, so that dropping one grants no extra tokens. */
  const sweep = (now: number) => {
    sweptAt = now
    for (const [ownerId, { refusals, users }] of groups) {
      for (const [userId, { at }] of users) if (now - at >= inactiveAfter) users.delete(userId)
      if (
        users.size === 0 &&
        refill(refusals, rates.storedRefusals, now) >= rates.storedRefusals.capacity
      )
        groups.delete(ownerId)
    }
  }
  return {
    ...createConcurrencyLimits(rates.concurrency),
    ...createUploadLimits(rates.uploads),
    consume({ ownerId, userId }, { once, weight }) {
      const now = clock().getTime()
      const { bucket: groupBucket, users } = getGroup(ownerId, now)
      const userBucket = users.get(userId) ?? createFullBucket(rates.user, now)
      // A further active user adds its share to the group's tokens.
      if (!users.has(userId) && users.size > 0)
        groupBucket.tokens +=
          rates.group.capacity * (Math.sqrt(users.size + 1) - Math.sqrt(users.size))
      users.set(userId, userBucket)
      const cost = weight ?? (once ? rates.idempotentCallCost : 1)
      const share = Math.sqrt(users.size)
      const groupRate: Rate = {
        capacity: rates.group.capacity * share,
        perSecond: rates.group.perSecond * share,
      }
      const wait = Math.max(
        secondsUntilTokens(userBucket, rates.user, cost, now),
        secondsUntilTokens(groupBucket, groupRate, cost, now),
      )
      if (wait > 0) throw new ApiError('tooManyRequests', { seconds: Math.ceil(wait) })
      userBucket.tokens -= cost
      groupBucket.tokens -= cost
    },
    canStoreRefusal({ ownerId }) {
      const now = clock().getTime()
      const { refusals } = getGroup(ownerId, now)
      if (refill(refusals, rates.storedRefusals, now) < 1) return false
      refusals.tokens -= 1
      return true
    },
    size: () => groups.size,
  }
}

const createFullBucket = ({ capacity }: Rate, now: number): Bucket => ({
  tokens: capacity,
  at: now,
})

/** A clock that was set back refills nothing. */
function refill(bucket: Bucket, { capacity, perSecond }: Rate, now: number): number {
  const seconds = Math.max(0, now - bucket.at) / 1_000
  bucket.tokens = Math.min(capacity, bucket.tokens + seconds * perSecond)
  bucket.at = now
  return bucket.tokens
}

/** Seconds until the bucket has `cost` tokens. */
function secondsUntilTokens(bucket: Bucket, rate: Rate, cost: number, now: number): number {
  const missing = cost - refill(bucket, rate, now)
  return missing > 0 ? missing / rate.perSecond : 0
}
