/** Figures of the business for operators, from the tables of every feature. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { today as calls, Today } from '#contract/operator/today.ts'
import { loginLog } from '#server/auth/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { ledgerState } from '#server/features/ledger/reconciliation/queries.ts'
import { reservations } from '#server/features/ledger/table.ts'
import { announcementSchedule } from '#server/features/notifications/table.ts'
import type { OperatorHandler } from '#server/features/operators/service.ts'
import { approvals } from '#server/features/operators/table.ts'
import { orderChecks, orders, refunds, unmatchedPayments } from '#server/features/orders/table.ts'
import { channels } from '#server/features/packages/table.ts'
import { channelFailures, usageDays } from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'
import { mails } from '#server/platform/mail/table.ts'

const days = { week: 7, month: 30 }

/** Seconds that due work may wait before a job counts as late. */
const tolerance = {
  mail: 300,
  orderPolls: 300,
  reservations: 300,
  announcements: 300,
  /** Since the last run; the checks run every minute. */
  ledger: 600,
}

/** The business day, its first moment, and that of the first of the 30 days. */
type Span = { at: SQL; today: SQL; begin: SQL; zone: string }

export const getToday: OperatorHandler<typeof calls.get> = async (_, { db, clock, settings }) => {
  const { timeZone: zone } = settings
  const now = clock()
  const at = sql`${now.toISOString()}::timestamptz`
  const today = sql`(${at} at time zone ${zone})::date`
  const begin = sql`((${today} - ${days.month - 1}::int)::timestamp at time zone ${zone})`
  const span: Span = { at, today, begin, zone }
  const [
    { series, activePeople },
    given,
    ofOrders,
    ofChannels,
    vendorFailures,
    waiting,
    jobs,
    ledger,
  ] = await Promise.all([
    seriesOf(db, span),
    refundsOf(db, span),
    ordersOf(db, span),
    channelsOf(db, span),
    failuresOf(db, span),
    waitingOf(db),
    jobsOf(db, span),
    ledgerState(db, zone),
  ])
  const asOf = wireTimeOf(now, zone)
  return {
    day: asOf.slice(0, 10),
    asOfDateTime: asOf,
    activePeople,
    refunds: given,
    revenue: periodsOf(series, 'revenue'),
    paidOrders: periodsOf(series, 'paidOrders'),
    signUps: periodsOf(series, 'signUps'),
    characters: periodsOf(series, 'characters'),
    days: series,
    orders: ofOrders,
    channels: ofChannels,
    vendorFailures,
    ...waiting,
    jobs: [...jobs, ledgerJob(ledger.lastRunAt, now)],
    ledger: { findings: ledger.findings, checkDateTime: ledger.checkedAt },
  }
}

/** Why the statements concern several owners. */
const ofAll = 'operators see the figures of all customers'

type Series = Today['days']
type Periods = Today['signUps']

/** Sums of the last day, the last 7 and all 30. */
function periodsOf(series: Series, key: Exclude<keyof Series[number], 'day'>): Periods {
  const sum = (many: number) =>
    series.slice(-many).reduce((total, { [key]: value }) => total + value, 0)
  return { today: sum(1), week: sum(days.week), month: sum(days.month) }
}

/** Who was active on which day: signed in or translated. Operators, of owner 0, are not counted. */
const activity = ({ today, begin, zone }: Span) => sql`
  select user_id, day from ${usageDays} where day > ${today} - ${days.month}::int
  union select user_id, (at at time zone ${zone})::date from ${loginLog} where at >= ${begin} and owner_id <> 0`

/** One row for each of the 30 days, the oldest first; active people are read once for both sums. */
async function seriesOf(
  db: Db,
  span: Span,
): Promise<{ series: Series; activePeople: Today['activePeople'] }> {
  const { today, begin, zone } = span
  const dayOf = (moment: string) => sql`(${sql.raw(moment)} at time zone ${zone})::date`
  const { rows } = await db.execute<CountedRow>(sql`
    with activity as materialized (${activity(span)}), paid as (select ${dayOf('paid_at')} as day, sum(amount_cents) as revenue, count(*) as orders
        from ${orders} where ${acrossOwners(ofAll)} and paid_at >= ${begin} group by 1),
      registered as (select ${dayOf('registered_at')} as day, count(*) as people
        from ${users} where registered_at >= ${begin} and owner_id = user_id group by 1),
      active as (select day, count(*) as people from activity group by 1),
      used as (select day, sum(chars) as chars from ${usageDays} where day > ${today} - ${days.month}::int group by 1)
    select d::date::text as day, coalesce(p.revenue, 0) as revenue, coalesce(p.orders, 0) as "paidOrders",
      coalesce(r.people, 0) as "signUps", coalesce(a.people, 0) as "activePeople", coalesce(u.chars, 0) as characters, t.*
    from generate_series(${today} - ${days.month - 1}::int, ${today}, interval '1 day') d
      left join paid p on p.day = d::date left join registered r on r.day = d::date
      left join active a on a.day = d::date left join used u on u.day = d::date
      cross join (select ${inPeriods('count(distinct user_id)', span)} from activity) t
    order by d`)
  const series = rows.map(({ day, ...row }) => ({
    day: day!,
    revenue: Number(row['revenue']),
    paidOrders: Number(row['paidOrders']),
    signUps: Number(row['signUps']),
    activePeople: Number(row['activePeople']),
    characters: Number(row['characters']),
  }))
  return { series, activePeople: counts(rows[0]!) }
}

/** `value` in rows of each period, for a column `day`. */
const inPeriods = (value: string, { today }: Span, day = 'day'): SQL => {
  const since = (many: number) =>
    sql`${sql.raw(value)} filter (where ${sql.raw(day)} > ${today} - ${many}::int)`
  return sql`${since(1)} as today, ${since(days.week)} as week, ${since(days.month)} as month`
}

type CountedRow = Record<string, string | null>
const counts = ({ today, week, month }: CountedRow): Periods => ({
  today: Number(today ?? 0),
  week: Number(week ?? 0),
  month: Number(month ?? 0),
})

/** Money that the gateways have given back. */
async function refundsOf(db: Db, span: Span): Promise<Today['refunds']> {
  const { rows } = await db.execute<CountedRow>(sql`select ${inPeriods('sum(amount_cents)', span)}
    from (select amount_cents, (refunded_at at time zone ${span.zone})::date as day from ${refunds}
      where refunded_at >= ${span.begin} and vendor_state = 'success' and reason is distinct from 'replaced') r`)
  return counts(rows[0]!)
}

async function ordersOf(db: Db, span: Span): Promise<Today['orders']> {
  const { rows } = await db.execute<CountedRow>(sql`
    select s as "payStatus", o.today, o.week, o.month from unnest(array['W', 'P', 'T', 'C']) with ordinality as k(s, n)
      left join (select pay_status, ${inPeriods('count(*)', span)}
        from (select pay_status, (created_at at time zone ${span.zone})::date as day from ${orders}
          where ${acrossOwners(ofAll)} and created_at >= ${span.begin}) o group by 1) o on o.pay_status = s order by n`)
  return rows.map((row) => ({
    payStatus: row['payStatus'] as Today['orders'][number]['payStatus'],
    ...counts(row),
  }))
}

/** Channels on offer, and others that were used; the most used first. */
async function channelsOf(db: Db, span: Span): Promise<Today['channels']> {
  const { today } = span
  const { rows } = await db.execute<Record<string, string>>(sql`
    with used as (select channel_id, day, sum(chars) as chars, sum(count) as many, 0 as failed
        from ${usageDays} where ${acrossOwners(ofAll)} and day > ${today} - ${days.month}::int group by 1, 2
        union all select channel_id, day, 0, 0, sum(count) from ${channelFailures}
        where day > ${today} - ${days.month}::int group by 1, 2)
    select c.id::text as id, c.name, c.en_name as "enName", u.* from ${channels} c
      left join (select channel_id, ${named('chars', span)}, ${named('many', span)}, ${named('failed', span)}
        from used group by 1) u on u.channel_id = c.id
    order by coalesce(u.chars_month, 0) desc, c.id`)
  const of = (row: Record<string, string>, name: string) =>
    counts({
      today: row[`${name}_today`] ?? null,
      week: row[`${name}_week`] ?? null,
      month: row[`${name}_month`] ?? null,
    })
  return rows.map((row) => ({
    id: row['id']!,
    name: row['name']!,
    enName: row['enName']!,
    characters: of(row, 'chars'),
    translations: of(row, 'many'),
    failures: of(row, 'failed'),
  }))
}

const named = (column: 'chars' | 'many' | 'failed', { today }: Span): SQL => {
  const since = (many: number, name: string) =>
    sql`sum(${sql.raw(column)}) filter (where day > ${today} - ${many}::int) as ${sql.raw(`${column}_${name}`)}`
  return sql`${since(1, 'today')}, ${since(days.week, 'week')}, ${since(days.month, 'month')}`
}

async function failuresOf(db: Db, span: Span): Promise<Today['vendorFailures']> {
  const { rows } = await db.execute<CountedRow>(sql`
    select channel_id::text as "channelId", error_kind as "errorKind", ${inPeriods('sum(count)', span)}
    from ${channelFailures} where day > ${span.today} - ${days.week}::int group by 1, 2 order by 4 desc, 1, 2`)
  return rows.map((row) => ({
    channelId: row['channelId']!,
    errorKind: row['errorKind'] as Today['vendorFailures'][number]['errorKind'],
    today: Number(row['today'] ?? 0),
    week: Number(row['week'] ?? 0),
  }))
}

type Waiting = Pick<Today, 'unmatchedPayments' | 'openRefunds' | 'openApprovals' | 'mails'>

async function waitingOf(db: Db): Promise<Waiting> {
  const { rows } = await db.execute<CountedRow>(sql`select
    (select count(*) from ${unmatchedPayments} where handled_at is null) as unmatched,
    (select sum(amount_cents) from ${unmatchedPayments} where handled_at is null) as unmatched_cents,
    (select count(*) from ${refunds} where state in ('open', 'owed')) as refunds,
    (select count(*) from ${approvals} where state = 'open') as approvals,
    (select count(*) from ${mails}) as mails,
    (select count(*) from ${mails} where tries > 0) as mails_failing,
    (select failure from ${mails} where failure is not null order by due_at desc limit 1) as failure`)
  const [row] = rows
  return {
    unmatchedPayments: {
      count: Number(row!['unmatched']),
      amount: Number(row!['unmatched_cents'] ?? 0),
    },
    openRefunds: Number(row!['refunds']),
    openApprovals: Number(row!['approvals']),
    mails: {
      waiting: Number(row!['mails']),
      failing: Number(row!['mails_failing']),
      lastFailure: row!['failure'] ?? null,
    },
  }
}

type JobState = Today['jobs'][number]

/** What is due in the database shows a job that does not run, in whichever process it should. */
async function jobsOf(db: Db, { at }: Span): Promise<JobState[]> {
  const { rows } = await db.execute<Record<string, string | null>>(sql`select
    (select extract(epoch from ${at} - min(due_at)) from ${mails}) as mail,
    (select extract(epoch from ${at} - min(due_at)) from ${orderChecks}) as "orderPolls",
    (select extract(epoch from ${at} - min(ends_at)) from ${reservations} where ${acrossOwners(ofAll)}) as reservations,
    (select extract(epoch from ${at} - min(publish_at)) from ${announcementSchedule}
      where closed_at is null and published_id is null) as announcements`)
  return (['mail', 'orderPolls', 'reservations', 'announcements'] as const).map((job) =>
    stateOf(job, Number(rows[0]![job] ?? 0)),
  )
}

/** Zero before the first run, which follows the start. */
const ledgerJob = (lastRunAt: Date | null, now: Date): JobState =>
  stateOf('ledger', lastRunAt ? (now.getTime() - lastRunAt.getTime()) / 1_000 : 0)

function stateOf(job: JobState['job'], seconds: number): JobState {
  const lateSeconds = Math.max(0, Math.round(seconds))
  return { job, lateSeconds, isLate: lateSeconds > tolerance[job] ? 1 : 0 }
}
