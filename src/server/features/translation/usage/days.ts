/** Usage by day: of one user as recorded, of an account group from the sums of its closed days. */
import { sql, type SQL } from 'drizzle-orm'
import { ownerDays, usageDays } from '#server/features/translation/table.ts'
import { matches, type Selection } from '#server/features/translation/usage/filters.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

const allUsers: Selection = { scope: 'all', filters: [] }
const lastClosedDay = sql`coalesce((select max(day) from ${ownerDays} where ${matches(ownerDays, allUsers)}), '-infinity')`

/**
 * Rows with `day`, `channel_id`, `chars` and `count`, several per day; of all users at any time the
 * exact ones, and fewer after `closeOwnerDays`, whose sums don't tell keys apart.
 */
export const selectDays = (selection: Selection): SQL => {
  const columns = sql.raw('select day, channel_id, chars, count from')
  return selection.scope === 'one' || selection.filters.includes('keyId')
    ? sql`${columns} ${usageDays} where ${matches(usageDays, selection)}`
    : sql`${columns} ${ownerDays} where ${matches(ownerDays, selection)}
      union all ${columns} ${usageDays} where ${matches(usageDays, selection)} and day > ${lastClosedDay}`
}

const dimensions = sql.raw('owner_id, day, channel_id, source, target, client_type')
const closeStatement = prepareStatement<object>(
  'owner_days_close',
  sql`insert into ${ownerDays} (${dimensions}, chars, count) select ${dimensions}, sum(chars), sum(count) from ${usageDays}
    where ${matches(usageDays, allUsers)} and day > ${lastClosedDay}
      and day < ((${typedPlaceholder('now', 'timestamptz')} - interval '1 hour') at time zone ${typedPlaceholder('zone', 'text')})::date
    group by ${dimensions} on conflict do nothing`,
)

/**
 * Sums the days of an account group that ended at least an hour ago: a translation dated shortly
 * before midnight may commit after it, but within an hour. Idempotent: concurrent readers write the
 * same sums.
 */
export async function closeOwnerDays(
  db: Db,
  ownerId: string,
  zone: string,
  now: Date,
): Promise<void> {
  await closeStatement(db, { ownerId, zone, now: now.toISOString() })
}
