/** The server's clock: PostgreSQL's time, so that a wrong system clock does no harm. */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { clockMarks } from '#server/platform/db/table.ts'
import { errorFields, type Log } from '#server/platform/log.ts'

type DatabaseClock = {
  /**
   * The database's time: the last measurement plus a monotonic counter. It does not follow a clock
   * that is set back, or used signatures and expired codes would be valid once more.
   */
  now: () => Date
  /**
   * False while the system clock and the database's differ too much, or the database's was set back:
   * one of them is wrong, so irreversible work must wait.
   */
  isTrusted: () => boolean
  stop: () => void
}

/**
 * Milliseconds between measurements, between comparisons with the system clock, largest accepted
 * difference of the clocks, and largest duration of a measurement, half of which may be its error.
 */
const limits = { every: 60_000, compare: 10_000, apart: 30_000, slow: 2_000 }

type Measured = {
  theirs: number
  /** The latest time that a process has recorded. */
  recorded: number
  counter: number
  took: number
}
type Problem = 'apart' | 'setBack' | undefined

/** Measures once before it resolves. */
export async function databaseClock(
  db: Db,
  log: Pick<Log, 'warn' | 'error' | 'info'>,
): Promise<DatabaseClock> {
  const first = await measure(db)
  let basis = { at: Math.max(first.theirs, first.recorded), counter: first.counter }
  let behind = first.recorded - first.theirs
  let reported: Problem
  const nowMs = () => basis.at + (performance.now() - basis.counter)
  const apart = () => Date.now() - nowMs()
  const problem = (): Problem =>
    behind > limits.apart ? 'setBack' : Math.abs(apart()) > limits.apart ? 'apart' : undefined
  const report = () => {
    const latest = problem()
    if (latest === reported) return
    reported = latest
    if (latest === undefined) log.info('this machine’s clock agrees with the database’s again')
    else if (latest === 'setBack')
      log.error(
        'the database’s clock was set back: not ready, and nothing is swept or closed; times go on from before',
        { seconds: Math.round(behind / 1_000) },
      )
    else
      log.error(
        'this machine’s clock and the database’s are too far apart: not ready, and nothing is swept or closed',
        { seconds: Math.round(apart() / 1_000) },
      )
  }
  report()
  const remeasure = async () => {
    const latest = await measure(db)
    if (latest.took > limits.slow) return
    behind = nowMs() - (latest.theirs + (performance.now() - latest.counter))
    if (behind <= limits.apart) basis = { at: latest.theirs, counter: latest.counter }
    report()
  }
  const measuring = setInterval(() => {
    remeasure().catch((reason: unknown) =>
      log.warn('the database’s clock could not be read', errorFields(reason)),
    )
  }, limits.every)
  const comparing = setInterval(report, limits.compare)
  for (const timer of [measuring, comparing]) timer.unref()
  return {
    now: () => new Date(Math.round(nowMs())),
    isTrusted: () => problem() === undefined,
    stop() {
      clearInterval(measuring)
      clearInterval(comparing)
    },
  }
}

/** Assumes that the database read its clock midway between request and response. */
async function measure(db: Db): Promise<Measured> {
  const started = performance.now()
  const [databaseNow, recorded] = await recordTime(db).catch(async () => {
    // Without room on the disk, for example.
    const time = await databaseTime(db)
    return [time, time] as const
  })
  const ended = performance.now()
  return {
    theirs: databaseNow.getTime(),
    recorded: recorded.getTime(),
    counter: (started + ended) / 2,
    took: ended - started,
  }
}

const milliseconds = (time: SQL) => sql`extract(epoch from ${time}) * 1000`

/** Records the database's time unless a later one is recorded. Returns it and the recorded one. */
async function recordTime(db: Db): Promise<[Date, Date]> {
  const { rows } = await db.execute<{ theirs: string; recorded: string }>(sql`
    with read as (select clock_timestamp() as at)
    insert into ${clockMarks} (name, at) select 'latest', at from read
    on conflict (name) do update set at = greatest(${clockMarks}.at, excluded.at)
    returning ${milliseconds(sql`(select at from read)`)} as theirs, ${milliseconds(sql`${clockMarks}.at`)} as recorded`)
  const { theirs, recorded } = rows[0]!
  return [new Date(Number(theirs)), new Date(Number(recorded))]
}

/** Single reading, for short-lived commands. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select ${milliseconds(sql`clock_timestamp()`)} as ms`,
  )
  return new Date(Number(rows[0]!.ms))
}
