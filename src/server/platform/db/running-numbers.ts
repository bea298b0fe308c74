/**
 * Running numbers of log rows: per user and log 1, 2, 3 … without a gap, in the order of their
 * times.
 */
import type { UserKey } from '#server/platform/user-key.ts'
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { logCounters } from '../../features/translation/log-tables.ts'

export type Numbered = { seq: number; at: Date }
export type NumberRequest = UserKey & { log: string; count: number }

/** The counter of the account log's rows of one type. */
export const accountLogOf = (logType: string) => `account:${logType}`

/**
 * Takes the next number of each log named, and the time its row is to carry. Call it inside the
 * transaction that writes the rows: other writers of the same log wait until it ends, so numbers
 * are never lost and times never run backwards, even if the clock does.
 */
export async function nextNumbers<Log extends string>(
  tx: Db,
  who: UserKey,
  logs: readonly Log[],
  at: Date,
): Promise<Record<Log, Numbered>> {
  const taken = await reserveNumbers(
    tx,
    logs.map((log) => ({ ...who, log, count: 1 })),
    at,
  )
  return Object.fromEntries(
    taken.map(({ log, seq, at: then }) => [log, { seq, at: then }]),
  ) as Record<Log, Numbered>
}

/**
 * As above for many rows of many users at once: tells the last of the numbers taken. Name each
 * counter once.
 */
export async function reserveNumbers(
  tx: Db,
  expected: readonly NumberRequest[],
  at: Date,
): Promise<(UserKey & Numbered & { log: string })[]> {
  const { ownerId, userId, log, last } = logCounters
  return tx
    .insert(logCounters)
    .values(
      expected
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
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
 * Counts how often each key was named before: rows told from the last to the first get their places
 * counted from the end.
 */
export function counting(): (key: string) => number {
  const named = new Map<string, number>()
  return (key) => {
    const before = named.get(key) ?? 0
    named.set(key, before + 1)
    return before
  }
}

const keyOf = ({ ownerId, userId, log }: NumberRequest) => `${ownerId} ${userId} ${log}`
