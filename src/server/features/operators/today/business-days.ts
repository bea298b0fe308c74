/** Closes business days: their totals over all customers are stored once they are final. */
import { sql, type SQL } from 'drizzle-orm'
import { loginLog } from '#server/features/identity/table.ts'
import { channelDays, closedDays, lastActivity } from '#server/features/operators/table.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/** Number of days, including today, that the operators' figures cover. */
export const shownDays = 30

/**
 * Milliseconds after the end of a day until its usage is final: a translation dated shortly before
 * midnight may commit after it. `ownerDays` waits as long.
 */
const settlingTime = 3_600_000

const toBusinessDay = (at: Date, zone: string): SQL =>
  sql`(${at.toISOString()}::timestamptz at time zone ${zone})::date`

/**
 * Selects the people active since the start of a day, with the days on which they were active.
 * Excludes operators, whose owner is 0.
 */
export const selectActivitySince = (day: string, zone: string, until?: string): SQL => {
  const startOf = (date: string) => sql`(${date}::timestamp at time zone ${zone})`
  const isBefore = (column: SQL, end: SQL | undefined) =>
    end ? sql`and ${column} < ${end}` : sql``
  return sql`select owner_id, user_id, day from ${usageDays}
      where day >= ${day}::date ${isBefore(sql`day`, until === undefined ? undefined : sql`${until}::date`)}
    union select owner_id, user_id, (at at time zone ${zone})::date from ${loginLog}
      where at >= ${startOf(day)} ${isBefore(sql`at`, until === undefined ? undefined : startOf(until))} and owner_id <> 0`
}

/** The first of the last `shownDays` days that is not closed. */
export async function findFirstOpenDay(db: Db, zone: string, now: Date): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select greatest(max(day) + 1, ${toBusinessDay(now, zone)} - ${shownDays - 1}::int)::text as day
      from ${closedDays}`,
  )
  return rows[0]!.day
}

/** Closes the days whose totals are final and returns their number. */
export async function closeDays(db: Db, zone: string, now: Date): Promise<number> {
  const settled = new Date(now.getTime() - settlingTime)
  const first = await findFirstOpenDay(db, zone, now)
  const { rows } = await db.execute<{ day: string; next: string }>(
    sql`select d::date::text as day, (d::date + 1)::text as next
      from generate_series(${first}::date, ${toBusinessDay(settled, zone)} - 1, interval '1 day') d`,
  )
  let closed = 0
  for (const { day, next } of rows)
    if (await closeDay(db, zone, day, next)) closed++
    else break
  return closed
}

const closingReason = 'the totals of a day are those of all customers'

/** Closes the day unless that has been done. False if another process is closing days. */
const closeDay = (db: Db, zone: string, day: string, next: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ isLocked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${advisoryLocks.businessDays}) as "isLocked"`,
    )
    if (!rows[0]!.isLocked) return false
    const alreadyClosed = await tx.execute(sql`select from ${closedDays} where day >= ${day}::date`)
    if (alreadyClosed.rows.length > 0) return true
    await tx.execute(sql`insert into ${channelDays} (day, channel_id, chars, count)
      select day, channel_id, sum(chars), sum(count) from ${usageDays}
      where ${acrossOwners(closingReason)} and day = ${day}::date group by 1, 2`)
    const activity = selectActivitySince(day, zone, next)
    await tx.execute(sql`insert into ${lastActivity} as l (owner_id, user_id, day)
      select owner_id, user_id, day from (${activity}) as a where ${acrossOwners(closingReason)}
      on conflict (owner_id, user_id) do update set day = excluded.day`)
    await tx.execute(
      sql`delete from ${lastActivity}
        where ${acrossOwners(closingReason)} and day <= ${day}::date - ${shownDays}::int`,
    )
    const { rows: counted } = await tx.execute<{ people: string }>(
      sql`select count(*) as people from (${activity}) as a where ${acrossOwners(closingReason)}`,
    )
    await tx.insert(closedDays).values({ day, activePeople: Number(counted[0]!.people) })
    return true
  })
