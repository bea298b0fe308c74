/** Monthly log partitions: created ahead, and dropped after the configured number of months. */
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

export const monthlyLogs = ['login_log', 'translation_log'] as const
type MonthlyLog = (typeof monthlyLogs)[number]

/**
 * Creates the missing partitions between two moments and returns their number. Uses a database
 * function that runs as the owner of the tables, which the server's role need not be.
 */
export async function createPartitions(
  db: Db,
  log: MonthlyLog,
  from: Date,
  until: Date,
): Promise<number> {
  const { rows } = await db.execute<{ made: number }>(
    sql`select make_log_months(${log}, ${from.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz) as made`,
  )
  return rows[0]?.made ?? 0
}

/** Milliseconds that partitions are created ahead. */
const createdAhead = 62 * 86_400_000

/**
 * Creates upcoming partitions and drops those older than `months`; undefined drops none. Returns
 * the names of dropped partitions.
 */
export async function maintainPartitions(
  db: Db,
  months: number | undefined,
  now: Date,
): Promise<string[]> {
  for (const log of monthlyLogs)
    await createPartitions(db, log, now, new Date(now.getTime() + createdAhead))
  return months === undefined ? [] : dropOldPartitions(db, months, now)
}

/** `make_log_months` cuts the partitions at its months, whatever the business time zone is. */
const partitionTimeZone = 'Asia/Shanghai'

/** First month to retain, in the format of partition names: `2026_11`. */
function findFirstRetainedMonth(now: Date, months: number): string {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', {
    timeZone: partitionTimeZone,
    year: 'numeric',
    month: '2-digit',
  })
    .format(now)
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 7).replace('-', '_')
}

/**
 * Drops all partitions but those of the last `months`, the current month included. The same
 * transaction stores the totals that the ledger check needs. Returns the dropped names. The account
 * log is not partitioned: balances are verified by their full chain of rows, and a unique index
 * over all rows prevents crediting an order twice.
 */
async function dropOldPartitions(db: Db, months: number, now: Date): Promise<string[]> {
  const dropped: string[] = []
  for (const log of monthlyLogs) {
    const { rows } = await db.execute<{
      name: string
    }>(sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${log}::regclass and c.relname ~ ${`^${log}_\\d{4}_\\d\\d$`} and c.relname < ${`${log}_${findFirstRetainedMonth(now, months)}`} order by 1`)
    for (const { name } of rows) if (await dropPartition(db, log, name)) dropped.push(name)
  }
  return dropped
}

/** False if another process dropped it first or the log stays locked; the next run retries. */
async function dropPartition(db: Db, log: MonthlyLog, name: string): Promise<boolean> {
  try {
    await transaction(
      db,
      async (tx) => {
        // Writers of the log queue behind this lock, so it must not wait long.
        await tx.execute(sql`set local lock_timeout = '2s'`)
        await tx.execute(sql`set local statement_timeout = 0`)
        await tx.execute(sql`select drop_log_month(${log}, ${name})`)
      },
      { isLong: true },
    )
    return true
  } catch (reason) {
    const { code } = ((reason as Error).cause ?? reason) as { code?: string }
    // undefined_table; lock_not_available.
    if (code === '42P01' || code === '55P03') return false
    throw reason
  }
}
