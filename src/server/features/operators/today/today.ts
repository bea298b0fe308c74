/** Figures of the business for operators, from the tables of every feature. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { today as calls, Today } from '#contract/operator/today.ts'
import {
  selectActivitySince,
  findFirstOpenDay,
  shownDays,
} from '#server/features/operators/today/business-days.ts'
import { isToSettle } from '#server/features/operators/refunds/settle-approval.ts'
import { isToHandle } from '#server/features/operators/unmatched-payments/credit-approval.ts'
import { isFapiaoToHandle } from '#server/features/operators/fapiaos/queries.ts'
import { fapiaos } from '#server/features/fapiaos/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { readLedgerState } from '#server/features/ledger/index.ts'
import { reservations } from '#server/features/ledger/table.ts'
import { announcementSchedule } from '#server/features/notifications/table.ts'
import type { OperatorHandler } from '#server/features/operators/operator.ts'
import {
  approvals,
  channelDays,
  closedDays,
  lastActivity,
} from '#server/features/operators/table.ts'
import {
  orderChecks,
  orders,
  refundRequests,
  refunds,
  unmatchedPayments,
} from '#server/features/orders/table.ts'
import { channels } from '#server/features/packages/table.ts'
import { channelFailures, usageDays } from '#server/features/translation/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { addDays, formatWireTime, listDays } from '#server/platform/db/time.ts'
import { webhookQueue } from '#server/features/webhooks/table.ts'
import { mails } from '#server/platform/mail/table.ts'

/** Length of each period in days, including today. */
const periodDays = { week: 7, month: shownDays }

/** Seconds that due work may wait before a job counts as late. */
const maxLateness = {
  mail: 300,
  orderPolls: 300,
  reservations: 300,
  announcements: 300,
  webhooks: 300,
  /** Since the last run; the checks run every minute. */
  ledger: 600,
}

/**
 * The current time and business day, the start of the shown days, and the first day that is not
 * closed.
 */
type TodaySpan = { at: SQL; today: SQL; begin: SQL; zone: string; firstOpen: string }

export const getToday: OperatorHandler<typeof calls.get> = (_, { db, clock, settings }) =>
  readToday(db, settings.timeZone, clock())

export async function readToday(db: Db, zone: string, now: Date): Promise<Today> {
  const at = sql`${now.toISOString()}::timestamptz`
  const today = sql`(${at} at time zone ${zone})::date`
  const begin = sql`((${today} - ${periodDays.month - 1}::int)::timestamp at time zone ${zone})`
  const firstOpen = await findFirstOpenDay(db, zone, now)
  const span: TodaySpan = { at, today, begin, zone, firstOpen }
  const [
    paid,
    signUps,
    active,
    usage,
    refunded,
    ordersByStatus,
    listChannels,
    failures,
    waiting,
    jobs,
    ledger,
  ] = await Promise.all([
    readPayments(db, span),
    readSignUps(db, span),
    readActivity(db, span),
    readUsage(db, span),
    readRefunds(db, span),
    readOrders(db, span),
    db.select().from(channels).orderBy(channels.id),
    readFailures(db, span),
    readWaiting(db),
    readJobs(db, span),
    readLedgerState(db, zone),
  ])
  const asOf = formatWireTime(now, zone)
  const shownDates = listShownDates(asOf.slice(0, 10))
  const series = shownDates.map((day) => ({
    day,
    revenue: paid.get(day)?.revenue ?? 0,
    paidOrders: paid.get(day)?.orders ?? 0,
    signUps: signUps.get(day) ?? 0,
    activePeople: active.byDay.get(day) ?? 0,
    characters: sum(usage.filter((each) => each.day === day).map(({ chars }) => chars)),
  }))
  const sumSeries = (key: Exclude<keyof Series[number], 'day'>) =>
    sumPeriods(shownDates, series, ({ [key]: value }) => value)
  return {
    day: asOf.slice(0, 10),
    asOfDateTime: asOf,
    activePeople: active.inPeriods,
    refunds: refunded,
    revenue: sumSeries('revenue'),
    paidOrders: sumSeries('paidOrders'),
    signUps: sumSeries('signUps'),
    characters: sumSeries('characters'),
    days: series,
    orders: ordersByStatus,
    channels: listChannels
      .map(({ id, name, enName }) => {
        const used = usage.filter(({ channelId }) => channelId === id)
        const failed = failures.filter(({ channelId }) => channelId === id)
        return {
          id,
          name,
          enName,
          characters: sumPeriods(shownDates, used, ({ chars }) => chars),
          translations: sumPeriods(shownDates, used, ({ count }) => count),
          failures: sumPeriods(shownDates, failed, ({ count }) => count),
        }
      })
      .toSorted((a, b) => b.characters.month - a.characters.month),
    vendorFailures: sumVendorFailures(shownDates, failures),
    ...waiting,
    jobs: [...jobs, toLedgerJob(ledger.lastRunAt, now)],
    ledger: { findings: ledger.findings, checkDateTime: ledger.checkedAt },
  }
}

/** Reason given for statements across owners; see `acrossOwners`. */
const acrossOwnersReason = 'operators see the figures of all customers'

type Series = Today['days']
type Periods = Today['signUps']

/** Dates of the shown days, oldest first. */
const listShownDates = (today: string): string[] =>
  listDays(addDays(today, 1 - periodDays.month), today)

const sum = (values: readonly number[]): number => values.reduce((left, right) => left + right, 0)

/** Sums for today, the last 7 days and the last 30 days. */
function sumPeriods<R extends { day: string }>(
  shownDates: readonly string[],
  rows: readonly R[],
  value: (row: R) => number,
): Periods {
  const since = (dayCount: number) =>
    sum(rows.filter(({ day }) => day >= shownDates.at(-dayCount)!).map((row) => value(row)))
  return { today: since(1), week: since(periodDays.week), month: since(periodDays.month) }
}

type CountedRow = Record<string, string | null>
const toPeriods = ({ today, week, month }: CountedRow): Periods => ({
  today: Number(today ?? 0),
  week: Number(week ?? 0),
  month: Number(month ?? 0),
})

/** Paid orders by the day of payment. */
async function readPayments(db: Db, { begin, zone }: TodaySpan) {
  const { rows } = await db.execute<{ day: string; revenue: string; orders: string }>(
    sql`select (paid_at at time zone ${zone})::date::text as day,
        sum(amount_cents) as revenue, count(*) as orders
      from ${orders} where ${acrossOwners(acrossOwnersReason)} and paid_at >= ${begin} group by 1`,
  )
  return new Map(
    rows.map(({ day, revenue, orders: orderCount }) => [
      day,
      { revenue: Number(revenue), orders: Number(orderCount) },
    ]),
  )
}

const toCountByDay = (
  rows: readonly { day: string; people: string | number }[],
): Map<string, number> => new Map(rows.map(({ day, people }) => [day, Number(people)]))

/** New main accounts. */
async function readSignUps(db: Db, { begin, zone }: TodaySpan): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ day: string; people: string }>(
    sql`select (registered_at at time zone ${zone})::date::text as day, count(*) as people
      from ${users} where ${acrossOwners(acrossOwnersReason)} and registered_at >= ${begin} and owner_id = user_id
      group by 1`,
  )
  return toCountByDay(rows)
}

/**
 * Number of active people by day and in each period. Combines closed days, in which each person is
 * counted by the last active day, with the activity since.
 */
async function readActivity(
  db: Db,
  { today, zone, firstOpen }: TodaySpan,
): Promise<{ byDay: Map<string, number>; inPeriods: Periods }> {
  const selectActiveSince = (dayCount: number, name: string) =>
    sql`(select count(*) from ${lastActivity} where day > ${today} - ${dayCount}::int)
      + count(*) filter (where r.day > ${today} - ${dayCount}::int
        and (l.day is null or l.day <= ${today} - ${dayCount}::int)) as ${sql.raw(name)}`
  const { rows } = await db.execute<CountedRow & { days: { day: string; people: number }[] }>(
    sql`with activity as materialized (${selectActivitySince(firstOpen, zone)}),
      recent as (select owner_id, user_id, max(day) as day from activity
        where ${acrossOwners(acrossOwnersReason)} group by 1, 2)
      select ${selectActiveSince(1, 'today')}, ${selectActiveSince(periodDays.week, 'week')}, ${selectActiveSince(periodDays.month, 'month')},
        (select json_agg(d) from (select day, active_people as people from ${closedDays}
            where day > ${today} - ${periodDays.month}::int
          union all select day, count(*) from activity group by day) as d) as days
      from recent r left join ${lastActivity} l using (owner_id, user_id)`,
  )
  const [row] = rows
  return { byDay: toCountByDay(row!.days ?? []), inPeriods: toPeriods(row!) }
}

type Usage = { day: string; channelId: string; chars: number; count: number }

/** Succeeded translations by day and channel. */
async function readUsage(db: Db, { today, firstOpen }: TodaySpan): Promise<Usage[]> {
  const { rows } = await db.execute<Record<keyof Usage, string>>(
    sql`select day::text as day, channel_id::text as "channelId", chars, count from ${channelDays}
        where day > ${today} - ${periodDays.month}::int
      union all select day::text, channel_id::text, sum(chars), sum(count) from ${usageDays}
        where ${acrossOwners(acrossOwnersReason)} and day >= ${firstOpen}::date group by day, channel_id`,
  )
  return rows.map(({ day, channelId, ...row }) => ({
    day,
    channelId,
    chars: Number(row.chars),
    count: Number(row.count),
  }))
}

/** Columns that aggregate `value` over the rows of each period, by their column `day`. */
const selectSums = (value: string, { today }: TodaySpan): SQL => {
  const since = (dayCount: number) =>
    sql`${sql.raw(value)} filter (where day > ${today} - ${dayCount}::int)`
  return sql`${since(1)} as today, ${since(periodDays.week)} as week, ${since(periodDays.month)} as month`
}

/** Refunds at the gateways. */
async function readRefunds(db: Db, span: TodaySpan): Promise<Today['refunds']> {
  const { rows } = await db.execute<CountedRow>(sql`select ${selectSums('sum(amount_cents)', span)}
    from (select amount_cents, (refunded_at at time zone ${span.zone})::date as day from ${refunds}
      where refunded_at >= ${span.begin} and vendor_state = 'success' and reason is distinct from 'replaced') r`)
  return toPeriods(rows[0]!)
}

async function readOrders(db: Db, span: TodaySpan): Promise<Today['orders']> {
  const { rows } = await db.execute<CountedRow>(sql`
    select s as "payStatus", o.today, o.week, o.month from unnest(array['W', 'P', 'T', 'C']) with ordinality as k(s, n)
      left join (select pay_status, ${selectSums('count(*)', span)}
        from (select pay_status, (created_at at time zone ${span.zone})::date as day from ${orders}
          where ${acrossOwners(acrossOwnersReason)} and created_at >= ${span.begin}) o group by 1) o on o.pay_status = s order by n`)
  return rows.map((row) => ({
    payStatus: row['payStatus'] as Today['orders'][number]['payStatus'],
    ...toPeriods(row),
  }))
}

type Failure = { day: string; channelId: string; errorKind: ErrorKind; count: number }
type ErrorKind = Today['vendorFailures'][number]['errorKind']

async function readFailures(db: Db, { today }: TodaySpan): Promise<Failure[]> {
  const { rows } = await db.execute<Record<keyof Failure, string>>(
    sql`select day::text as day, channel_id::text as "channelId", error_kind as "errorKind", count
      from ${channelFailures} where day > ${today} - ${periodDays.month}::int`,
  )
  return rows.map(({ errorKind, count, ...row }) => ({
    ...row,
    errorKind: errorKind as ErrorKind,
    count: Number(count),
  }))
}

/** Failures of the last 7 days, sorted by today's number. */
function sumVendorFailures(
  shownDates: readonly string[],
  failures: readonly Failure[],
): Today['vendorFailures'] {
  const kinds = new Map(failures.map((each) => [`${each.channelId} ${each.errorKind}`, each]))
  return [...kinds.values()]
    .map(({ channelId, errorKind }) => {
      const same = failures.filter(
        (each) => each.channelId === channelId && each.errorKind === errorKind,
      )
      const { today, week } = sumPeriods(shownDates, same, ({ count }) => count)
      return { channelId, errorKind, today, week }
    })
    .filter(({ week }) => week > 0)
    .toSorted(
      (a, b) =>
        b.today - a.today ||
        b.week - a.week ||
        Number(a.channelId) - Number(b.channelId) ||
        a.errorKind.localeCompare(b.errorKind),
    )
}

/** Payments to handle that have a line each on the page. */
const shownPayments = 3

type PaymentsToHandle = Today['unmatchedPayments']['toHandle']
type WaitingWork = Pick<
  Today,
  'unmatchedPayments' | 'openRefunds' | 'refundRequests' | 'openApprovals' | 'openFapiaos' | 'mails'
>

async function readWaiting(db: Db): Promise<WaitingWork> {
  const { rows } = await db.execute<CountedRow & { to_handle: PaymentsToHandle | null }>(sql`select
    (select count(*) from ${unmatchedPayments} where ${isToHandle}) as unmatched,
    (select sum(amount_cents) from ${unmatchedPayments} where ${isToHandle}) as unmatched_cents,
    (select json_agg(json_build_object('gatewayNo', p.gateway_no, 'amount', p.amount_cents)) from (select gateway_no, amount_cents
      from ${unmatchedPayments} where ${isToHandle} order by id desc limit ${shownPayments}) p) as to_handle,
    (select count(*) from ${refunds} where ${isToSettle}) as refunds,
    (select count(*) from ${refundRequests} where ${acrossOwners(acrossOwnersReason)} and state in ('asked', 'approved')) as refund_requests,
    (select count(*) from ${approvals} where state = 'open') as approvals,
    (select count(*) from ${fapiaos} where ${acrossOwners(acrossOwnersReason, isFapiaoToHandle)}) as fapiaos,
    (select count(*) from ${mails}) as mails,
    (select count(*) from ${mails} where tries > 0) as mails_failing,
    (select failure from ${mails} where failure is not null order by due_at desc limit 1) as failure`)
  const [row] = rows
  return {
    unmatchedPayments: {
      count: Number(row!['unmatched']),
      amount: Number(row!['unmatched_cents'] ?? 0),
      toHandle: row!['to_handle'] ?? [],
    },
    openRefunds: Number(row!['refunds']),
    refundRequests: Number(row!['refund_requests']),
    openApprovals: Number(row!['approvals']),
    openFapiaos: Number(row!['fapiaos']),
    mails: {
      waiting: Number(row!['mails']),
      failing: Number(row!['mails_failing']),
      lastFailure: row!['failure'] ?? null,
    },
  }
}

type JobState = Today['jobs'][number]

/** Overdue rows in the database reveal a job that does not run in any process. */
async function readJobs(db: Db, { at }: TodaySpan): Promise<JobState[]> {
  const { rows } = await db.execute<Record<string, string | null>>(sql`select
    (select extract(epoch from ${at} - min(due_at)) from ${mails}) as mail,
    (select extract(epoch from ${at} - min(due_at)) from ${orderChecks}) as "orderPolls",
    (select extract(epoch from ${at} - min(ends_at)) from ${reservations} where ${acrossOwners(acrossOwnersReason)}) as reservations,
    (select extract(epoch from ${at} - min(publish_at)) from ${announcementSchedule}
      where closed_at is null and published_id is null) as announcements,
    (select extract(epoch from ${at} - min(due_at)) from ${webhookQueue} q where ${acrossOwners(
      acrossOwnersReason,
      // One whose webhook is being sent to waits for its receiver, not for the job.
      sql`not exists (select from ${webhookQueue} busy where busy.owner_id = q.owner_id and busy.webhook_id = q.webhook_id and busy.leased_until > ${at})`,
    )}) as webhooks`)
  return (['mail', 'orderPolls', 'reservations', 'announcements', 'webhooks'] as const).map((job) =>
    toJobState(job, Number(rows[0]![job] ?? 0)),
  )
}

/** Not late before the first run, which soon follows the start of the server. */
const toLedgerJob = (lastRunAt: Date | null, now: Date): JobState =>
  toJobState('ledger', lastRunAt ? (now.getTime() - lastRunAt.getTime()) / 1_000 : 0)

function toJobState(job: JobState['job'], seconds: number): JobState {
  const lateSeconds = Math.max(0, Math.round(seconds))
  return { job, lateSeconds, isLate: lateSeconds > maxLateness[job] ? 1 : 0 }
}
