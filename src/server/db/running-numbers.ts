/** Running numbers of log rows: per user and log 1, 2, 3 … without a gap, in the order of their times. */
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { logCounters } from './schema/logs.ts'

export type Who = { ownerId: string; userId: string }
export type Numbered = { seq: number; at: Date }

/** The counter of the account log's rows of one type. */
export const accountLogOf = (logType: string) => `account:${logType}`

/**
 * Takes the next number of each log named, and the time its row is to carry. Call it inside the transaction that writes the rows:
 * other writers of the same log wait until it ends, so numbers are never lost and times never run backwards, even if the clock does.
 */
export async function nextNumbers<Log extends string>(tx: Db, who: Who, logs: readonly Log[], at: Date): Promise<Record<Log, Numbered>> {
  const taken = await tx
    .insert(logCounters)
    .values(logs.toSorted().map((log) => ({ ...who, log, last: 1, at })))
    .onConflictDoUpdate({
      target: [logCounters.ownerId, logCounters.userId, logCounters.log],
      set: { last: sql`${logCounters.last} + 1`, at: sql`greatest(${logCounters.at}, excluded.at)` },
    })
    .returning({ log: logCounters.log, seq: logCounters.last, at: logCounters.at })
  return Object.fromEntries(taken.map(({ log, ...numbered }) => [log, numbered])) as Record<Log, Numbered>
}
