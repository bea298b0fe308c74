/** Gapless sequence numbers of log rows, per user and log, and offsets of rows written together. */
import type { UserKey } from './columns.ts'
import { sql } from 'drizzle-orm'
import { logCounters } from './table.ts'
import type { Db } from './open.ts'

export type Numbered = { seq: number; at: Date }

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
  const { ownerId, userId, log, last } = logCounters
  const assigned = await tx
    .insert(logCounters)
    // In one order, so that concurrent calls do not deadlock.
    .values(
      logs
        .toSorted()
        .map((name) => ({ ownerId: user.ownerId, userId: user.userId, log: name, last: 1, at })),
    )
    .onConflictDoUpdate({
      target: [ownerId, userId, log],
      set: {
        last: sql`${last} + 1`,
        at: sql`greatest(${logCounters.at}, excluded.at)`,
      },
    })
    .returning({ log, seq: last, at: logCounters.at })
  return Object.fromEntries(
    assigned.map((counter) => [counter.log, { seq: counter.seq, at: counter.at }]),
  ) as Record<Log, Numbered>
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
