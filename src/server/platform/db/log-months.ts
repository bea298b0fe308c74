/**
 * The months of the logs: partitions are made ahead, and an old one goes in one piece when the
 * operator wants no more than so many months. Functions of the database do it as the owner of the
 * tables, which the server's role need not be. The account log has no months and is kept whole:
 * each balance is proved by its chain of rows from nothing, and that no order is credited twice is
 * guarded by an index over all of it.
 */
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

export const monthlyLogs = ['login_log', 'translation_log'] as const
type MonthlyLog = (typeof monthlyLogs)[number]

/** Makes the partitions that are missing from one moment to another. Tells how many those were. */
export async function makeMonths(
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

/** The first months that are to stay, as partitions are named after them: `2026_11`. */
function firstKept(now: Date, months: number): string {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Shanghai',
    year: 'numeric',
    month: '2-digit',
  })
    .format(now)
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 7).replace('-', '_')
}

/**
 * Drops the partitions of all months but the last `months`, the present one included. What the
 * ledger's check has to know of the translations that go is written down in the same transaction.
 * Tells the names of what went.
 */
export async function dropOldMonths(db: Db, months: number, now: Date): Promise<string[]> {
  const gone: string[] = []
  for (const log of monthlyLogs) {
    const { rows } = await db.execute<{
      name: string
    }>(sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${log}::regclass and c.relname ~ ${`^${log}_\\d{4}_\\d\\d$`} and c.relname < ${`${log}_${firstKept(now, months)}`} order by 1`)
    for (const { name } of rows) if (await dropMonth(db, log, name)) gone.push(name)
  }
  return gone
}

/**
 * False when another process was quicker, or somebody uses the log for too long: then it is for the
 * next time.
 */
async function dropMonth(db: Db, log: MonthlyLog, name: string): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      // Everybody who writes the log waits for this; not for long.
      await tx.execute(sql`set local lock_timeout = '2s'`)
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`select drop_log_month(${log}, ${name})`)
    })
    return true
  } catch (reason) {
    const { code } = ((reason as Error).cause ?? reason) as { code?: string }
    // No such table; lock not available.
    if (code === '42P01' || code === '55P03') return false
    throw reason
  }
}
