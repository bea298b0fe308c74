/** Raises alerts of people who use far more than on their usual days, and ends them. */
import { sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { users } from '#server/features/accounts/table.ts'
import { changeAlert, endAlert, raiseAlert, type AlertJob } from '#server/features/alerts/index.ts'
import { alerts } from '#server/features/alerts/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { Db } from '#server/platform/db/open.ts'
import { addDays, formatWireTime } from '#server/platform/db/time.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type Use = {
  ownerId: string
  userId: string
  name: string
  day: string
  chars: number
  usualChars: number
}

const limits = businessLimits.unusualUse
const kind = 'unusualUse'
const nameOfUser = sql`coalesce(nullif(u.nickname, ''), u.account)`

/** Safe in several processes: an alert is raised and ended once. */
export async function findUnusualUse(job: AlertJob, timeZone: string): Promise<void> {
  const { db, clock } = job
  const now = clock()
  const today = formatWireTime(now, timeZone).slice(0, 10)
  // Also what was used after the last round of yesterday.
  for (const day of [addDays(today, -1), today])
    for (const use of await listUnusual(db, day)) await change(job, 'usageUnusual', use, now)
  for (const use of await listNormalAgain(db, today)) await change(job, 'usageNormal', use, now)
}

/**
 * People whose characters of a day are above the floor and `times` the median of the days with use
 * before it; those with fewer such days than `leastDays` have no usual day yet.
 */
async function listUnusual(db: Db, day: string): Promise<Use[]> {
  const { rows } = await db.execute<Use>(
    sql`select t.owner_id::text as "ownerId", t.user_id::text as "userId", ${nameOfUser} as name, ${day} as day, t.chars::float8 as chars, round(m.usual)::float8 as "usualChars"
      from (select d.owner_id, d.user_id, sum(d.chars) as chars from ${usageDays} d
          where ${acrossOwners('a background job looks at the use of all owners', sql`d.day = ${day}::date`)}
          group by d.owner_id, d.user_id having sum(d.chars) >= ${limits.floorChars}::bigint) t
      join ${users} u on u.owner_id = t.owner_id and u.user_id = t.user_id and u.enabled and u.erased_at is null
      cross join lateral (select percentile_cont(0.5) within group (order by p.chars) as usual, count(*) as days
          from (select sum(d.chars) as chars from ${usageDays} d where d.owner_id = u.owner_id and d.user_id = u.user_id
            and d.day >= ${addDays(day, -limits.days)}::date and d.day < ${day}::date group by d.day having sum(d.chars) > 0) p) m
      where m.days >= ${limits.leastDays}::int and t.chars > ${limits.times}::int * m.usual
        and not exists (select from ${alerts} a where a.owner_id = u.owner_id and a.kind = ${kind} and a.subject_id = u.user_id and a.is_on)`,
  )
  return rows
}

/** People whose use was unusual, and whose last whole day after that was not. */
async function listNormalAgain(db: Db, today: string): Promise<Use[]> {
  const yesterday = addDays(today, -1)
  const { rows } = await db.execute<Use>(
    sql`select * from (select a.owner_id::text as "ownerId", a.subject_id::text as "userId", ${nameOfUser} as name, ${yesterday} as day,
          (a.event->'data'->>'usualChars')::float8 as "usualChars",
          (select coalesce(sum(d.chars), 0)::float8 from ${usageDays} d where d.owner_id = a.owner_id and d.user_id = a.subject_id and d.day = ${yesterday}::date) as chars
        from ${alerts} a join ${users} u on u.owner_id = a.owner_id and u.user_id = a.subject_id and u.erased_at is null
        where ${acrossOwners('a background job ends alerts of all owners', sql`a.kind = ${kind} and a.is_on and a.event->'data'->>'day' < ${yesterday}`)}) last
      where chars <= greatest(${limits.times}::int * "usualChars", ${limits.floorChars}::int)`,
  )
  return rows
}

async function change(
  job: AlertJob,
  event: 'usageUnusual' | 'usageNormal',
  { ownerId, ...data }: Use,
  now: Date,
): Promise<void> {
  const { userId: subjectId, name: who, day, chars, usualChars } = data
  const words = formatBilingual(event, { who, day, chars, usual: usualChars })
  const alert = { ownerId, kind, subjectId, words, event: { event, data } } as const
  const setAlert = event === 'usageUnusual' ? raiseAlert : endAlert
  const failure = { words: 'unusual use could not be announced' }
  await changeAlert(job, ownerId, failure, (tx) => setAlert(tx, alert, now))
}
