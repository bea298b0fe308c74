/** Gapless sequence numbers of log rows, per user and log, in the order of their times. */
import type { UserKey } from './columns.ts'
import { sql } from 'drizzle-orm'
import { logCounters } from './table.ts'
import type { Db } from './open.ts'

export type Numbered = { seq: number; at: Date }
type NumberRequest = UserKey & { log: string; count: number }

/** Counter of the account log's rows of one type. */
export const accountLogCounter = (logType: string) => `account:${logType}`

/**
 * Assigns the next number and the row's time for each log. Call it in the transaction that writes
 * the rows: it locks the counters until the end, so numbers have no gaps and times never decrease,
 * even if the clock does.
 */
export async function assignNextNumbers<Log extends string>(
  tx: Db,
  user: UserKey,
  logs: readonly Log[],
  at: Date,
): Promise<Record<Log, Numbered>> {
  const reserved = await reserveNumbers(
    tx,
    logs.map((log) => ({ ...user, log, count: 1 })),
    at,
  )
  return Object.fromEntries(
    reserved.map(({ log, seq, at: then }) => [log, { seq, at: then }]),
  ) as Record<Log, Numbered>
}

/**
 * Batch version for many rows of many users. Returns the last number of each range; name each
 * counter once.
 */
async function reserveNumbers(
  tx: Db,
  requests: readonly NumberRequest[],
  at: Date,
): Promise<(UserKey & Numbered & { log: string })[]> {
  const { ownerId, userId, log, last } = logCounters
  return tx
    .insert(logCounters)
    .values(
      requests
        .toSorted((a, b) => (toCounterKey(a) < toCounterKey(b) ? -1 : 1))
        .map(({ count, ...counter }) => ({ ...counter, last: count, at })),
    )
    .onConflictDoUpdate({
      target: [ownerId, userId, log],
      set: {
        last: sql`${last} + excluded.last`,
        at: sql`greatest(${logCounters.at}, excluded.at)`,
      },
    })
    .returning({ ownerId, userId, log, seq: last, at: logCounters.at })
}

/**
 * Returns how often a key occurred before: the offset from the end for rows listed last to first.
 */
export function createOccurrenceCounter(): (key: string) => number {
  const occurrences = new Map<string, number>()
  return (key) => {
    const before = occurrences.get(key) ?? 0
    occurrences.set(key, before + 1)
    return before
  }
}

const toCounterKey = ({ ownerId, userId, log }: NumberRequest) => `${ownerId} ${userId} ${log}`
