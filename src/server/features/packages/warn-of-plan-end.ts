/** Raises alerts of monthly plans that end soon, and ends them when a plan is renewed. */
import { sql, type SQL } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  changeAlert,
  dropAlerts,
  endAlert,
  raiseAlert,
  type AlertJob,
} from '#server/features/alerts/index.ts'
import { alerts } from '#server/features/alerts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type Plan = {
  ownerId: string
  who: string
  name: string
  enName: string | null
  isByTime: boolean
  /** ISO 8601; null if the account has never had a plan. */
  expiresAt: string | null
  daysLeft: number
  alertedUntil: string | null
}

const { warnDaysBefore } = businessLimits.plans
const kind = 'planExpiring'
type Time = { timeZone: string; now: Date }

/** Safe in several processes: an alert is raised and ended once. */
export async function warnOfPlanEnd(job: AlertJob, timeZone: string): Promise<void> {
  const now = job.clock()
  const reason = 'a background job warns all owners'
  const failure = { words: 'the end of a plan could not be announced' }
  for (const { ownerId } of await readPlans(job.db, acrossOwners(reason), { timeZone, now }))
    await changeAlert(job, ownerId, failure, (tx) => updateAlert(tx, ownerId, { timeZone, now }))
}

/** Plans whose alert is to be raised, or to go on a step, and those whose alert is over. */
async function readPlans(db: Db, isOwner: SQL, { timeZone, now }: Time): Promise<Plan[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const daysLeft = sql`((b.expires_at at time zone ${timeZone})::date - (${at} at time zone ${timeZone})::date)`
  const step = sql`(select min(d) from unnest(${sql.raw(`array[${warnDaysBefore.join()}]`)}) d where ${daysLeft} <= d)`
  const isDue = sql`g.billing_mode = 'time' and b.expires_at > ${at} and ${daysLeft} <= ${warnDaysBefore[0]}::int and (a.kind is null or ${step} < a.step)`
  const isOver = sql`a.kind is not null and (g.billing_mode <> 'time' or b.expires_at is null or b.expires_at > (a.event->'data'->>'expiresAt')::timestamptz)`
  const { rows } = await db.execute<Plan>(
    sql`select u.owner_id::text as "ownerId", coalesce(nullif(u.nickname, ''), u.account) as who, g.name, g.en_name as "enName",
        g.billing_mode = 'time' as "isByTime", to_char(b.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt", ${daysLeft}::int as "daysLeft", a.event->'data'->>'expiresAt' as "alertedUntil"
      from ${users} u join ${balances} b on b.owner_id = u.owner_id and b.user_id = u.user_id
      join ${memberGroups} g on g.id = u.member_group_id
      left join ${alerts} a on a.owner_id = u.owner_id and a.kind = ${kind} and a.subject_id = 0 and a.is_on
      where u.user_id = u.owner_id and u.enabled and u.erased_at is null and ((${isDue}) or (${isOver})) and ${isOwner}`,
  )
  return rows
}

/** Reads the plan again, which may have been renewed meanwhile. */
async function updateAlert(tx: Db, ownerId: string, time: Time): Promise<boolean> {
  const [plan] = await readPlans(tx, sql`u.owner_id = ${ownerId}::bigint`, time)
  if (!plan) return false
  const { timeZone, now } = time
  const { who, name, enName, isByTime, expiresAt, daysLeft, alertedUntil } = plan
  const alert = { ownerId, kind } as const
  if (!isByTime || expiresAt === null) {
    await dropAlerts(tx, alert)
    return false
  }
  const until = formatWireTime(new Date(expiresAt), timeZone)
  const values = (lang: 'zh' | 'en') => ({
    who,
    name: (lang === 'en' && enName) || name,
    until: until.slice(0, 16),
    date: until.slice(0, 10),
  })
  if (alertedUntil !== null && expiresAt > alertedUntil) {
    const words = formatBilingual('planRenewed', values)
    return endAlert(
      tx,
      { ...alert, words, event: { event: 'planRenewed', data: { expiresAt } } },
      now,
    )
  }
  const step = warnDaysBefore.findLast((days) => daysLeft <= days)
  if (step === undefined || new Date(expiresAt) <= now) return false
  const words = formatBilingual('planExpiring', values)
  const data = { expiresAt, daysLeft }
  return raiseAlert(tx, { ...alert, step, words, event: { event: 'planExpiring', data } }, now)
}
