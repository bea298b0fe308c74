/** The server's clock: PostgreSQL's time, so that a wrong system clock does no harm. */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { clockMarks } from '#server/platform/db/table.ts'
import { errorFields, type Log } from '#server/platform/log.ts'

type DatabaseClock = {
  /**
   * The database's time: the last measurement plus a monotonic counter. It does not follow a clock
   * that is set back, otherwise used signatures and expired codes would become valid again.
   */
  now: () => Date
  /**
   * False while the system clock and the database's differ too much, or the database's was set
   * back: one of them is wrong, so irreversible work must wait.
   */
  isTrusted: () => boolean
  stop: () => void
}

/**
 * Milliseconds between measurements, between comparisons with the system clock, largest accepted
 * difference of the clocks, and largest duration of a measurement, half of which may be its error.
 */
const clockLimits = {
  measureInterval: 60_000,
  compareInterval: 10_000,
  maxDifference: 30_000,
  maxDuration: 2_000,
}

/** All in milliseconds. */
type ClockMeasurement = {
  databaseMs: number
  /** The latest time that a process has recorded. */
  recordedMs: number
  /** `performance.now()` midway through the measurement. */
  counter: number
  duration: number
}
type Problem = 'apart' | 'setBack' | undefined

/** Measures once before it resolves. */
export async function startDatabaseClock(
  db: Db,
  log: Pick<Log, 'warn' | 'error' | 'info'>,
): Promise<DatabaseClock> {
  const first = await measure(db)
  let basis = { at: Math.max(first.databaseMs, first.recordedMs), counter: first.counter }
  let behindMs = first.recordedMs - first.databaseMs
  let reported: Problem
  const nowMs = () => basis.at + (performance.now() - basis.counter)
  const getDifference = () => Date.now() - nowMs()
  const findProblem = (): Problem =>
    behindMs > clockLimits.maxDifference
      ? 'setBack'
      : Math.abs(getDifference()) > clockLimits.maxDifference
        ? 'apart'
        : undefined
  const reportChange = () => {
    const latest = findProblem()
    if (latest === reported) return
    reported = latest
    if (latest === undefined) log.info('this machine’s clock agrees with the database’s again')
    else if (latest === 'setBack')
      log.error(
        'the database’s clock was set back: not ready, and nothing is swept or closed; times go on from before',
        { seconds: Math.round(behindMs / 1_000) },
      )
    else
      log.error(
        'this machine’s clock and the database’s are too far apart: not ready, and nothing is swept or closed',
        { seconds: Math.round(getDifference() / 1_000) },
      )
  }
  reportChange()
  const remeasure = async () => {
    const latest = await measure(db)
    if (latest.duration > clockLimits.maxDuration) return
    behindMs = nowMs() - (latest.databaseMs + (performance.now() - latest.counter))
    if (behindMs <= clockLimits.maxDifference)
      basis = { at: latest.databaseMs, counter: latest.counter }
    reportChange()
  }
  const measureTimer = setInterval(() => {
    remeasure().catch((reason: unknown) =>
      log.warn('the database’s clock could not be read', errorFields(reason)),
    )
  }, clockLimits.measureInterval)
  const compareTimer = setInterval(reportChange, clockLimits.compareInterval)
  for (const timer of [measureTimer, compareTimer]) timer.unref()
  return {
    now: () => new Date(Math.round(nowMs())),
    isTrusted: () => findProblem() === undefined,
    stop() {
      clearInterval(measureTimer)
      clearInterval(compareTimer)
    },
  }
}

/** Assumes that the database read its clock midway between request and response. */
async function measure(db: Db): Promise<ClockMeasurement> {
  const started = performance.now()
  const [databaseNow, recorded] = await recordTime(db).catch(async () => {
    // Writing fails if the disk is full, for example.
    const time = await readDatabaseTime(db)
    return [time, time] as const
  })
  const ended = performance.now()
  return {
    databaseMs: databaseNow.getTime(),
    recordedMs: recorded.getTime(),
    counter: (started + ended) / 2,
    duration: ended - started,
  }
}

const toMilliseconds = (time: SQL) => sql`extract(epoch from ${time}) * 1000`

/** Records the database's time unless a later one is recorded. Returns it and the recorded one. */
async function recordTime(db: Db): Promise<[Date, Date]> {
  const { rows } = await db.execute<{ current: string; recorded: string }>(sql`
    with read as (select clock_timestamp() as at)
    insert into ${clockMarks} (name, at) select 'latest', at from read
    on conflict (name) do update set at = greatest(${clockMarks}.at, excluded.at)
    returning ${toMilliseconds(sql`(select at from read)`)} as current, ${toMilliseconds(sql`${clockMarks}.at`)} as recorded`)
  const { current, recorded } = rows[0]!
  return [new Date(Number(current)), new Date(Number(recorded))]
}

/** Single reading, for short-lived commands. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select ${toMilliseconds(sql`clock_timestamp()`)} as ms`,
  )
  return new Date(Number(rows[0]!.ms))
}
