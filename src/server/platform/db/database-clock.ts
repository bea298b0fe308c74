/** The server's clock: PostgreSQL's time, so that a wrong system clock does no harm. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { errorFields, type Log } from '#server/platform/log.ts'

type DatabaseClock = {
  /** The database's time: the last measurement plus a monotonic counter. */
  now: () => Date
  /**
   * False while the system clock and the database's differ too much: one of them is wrong, so
   * irreversible work must wait.
   */
  isTrusted: () => boolean
  stop: () => void
}

/**
 * Milliseconds between measurements, largest accepted difference of the clocks, and largest duration
 * of a measurement, half of which may be its error.
 */
const limits = { every: 60_000, apart: 30_000, slow: 2_000 }

type Measured = { theirs: number; counter: number; took: number }

/** Measures once before it resolves. */
export async function databaseClock(
  db: Db,
  log: Pick<Log, 'warn' | 'error' | 'info'>,
): Promise<DatabaseClock> {
  let measured = await measure(db)
  let trusted = true
  const nowMs = () => measured.theirs + (performance.now() - measured.counter)
  const apart = () => Date.now() - nowMs()
  const isTrusted = () => Math.abs(apart()) <= limits.apart
  const report = () => {
    if (isTrusted() === trusted) return
    trusted = isTrusted()
    if (trusted) log.info('this machine’s clock agrees with the database’s again')
    else
      log.error(
        'this machine’s clock and the database’s are too far apart: not ready, and nothing is swept or closed',
        {
          seconds: Math.round(apart() / 1_000),
        },
      )
  }
  report()
  const remeasure = async () => {
    const latest = await measure(db)
    if (latest.took <= limits.slow) measured = latest
    report()
  }
  const timer = setInterval(() => {
    remeasure().catch((reason: unknown) =>
      log.warn('the database’s clock could not be read', errorFields(reason)),
    )
  }, limits.every)
  timer.unref()
  return { now: () => new Date(Math.round(nowMs())), isTrusted, stop: () => clearInterval(timer) }
}

/** Assumes that the database read its clock midway between request and response. */
async function measure(db: Db): Promise<Measured> {
  const started = performance.now()
  const theirs = await databaseTime(db)
  const ended = performance.now()
  return { theirs: theirs.getTime(), counter: (started + ended) / 2, took: ended - started }
}

/** Single reading, for short-lived commands. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  return new Date(Number(rows[0]!.ms))
}
