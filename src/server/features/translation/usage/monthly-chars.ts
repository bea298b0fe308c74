/** Characters used in calendar months. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { usageDays } from '#server/features/translation/table.ts'
import { selectDays } from '#server/features/translation/usage/days.ts'
import type { LogOwner, UserScope } from '#server/features/translation/usage/filters.ts'

const monthStatement = prepareStatement<{ ofUser: string; ofKey: string }>(
  'monthly_chars',
  sql`select coalesce(sum(chars), 0) as "ofUser", coalesce(sum(chars) filter (where key_id = ${typedPlaceholder('keyId', 'bigint')}), 0) as "ofKey"
    from ${usageDays} where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and user_id = ${typedPlaceholder('userId', 'bigint')} and day >= ${typedPlaceholder('first', 'date')}`,
)

/** Of a user, and of one key of it. `zone` decides where the month begins. */
export async function readMonthlyChars(
  db: Db,
  { ownerId, userId, keyId }: UserKey & { keyId: string },
  zone: string,
  now: Date,
): Promise<{ user: number; key: number }> {
  const first = `${formatWireTime(now, zone).slice(0, 7)}-01`
  const [row] = await monthStatement(db, { ownerId, userId, keyId, first })
  return { user: Number(row!.ofUser), key: Number(row!.ofKey) }
}

const prepareDays = (scope: UserScope) =>
  prepareStatement<{ day: string; chars: number }>(
    `chars_by_day_${scope}`,
    sql`select day::text as day, sum(chars)::float8 as chars from (${selectDays({ scope, filters: [] })}) d
      where day >= ${typedPlaceholder('first', 'date')} group by d.day`,
  )
const daysStatements = { one: prepareDays('one'), all: prepareDays('all') }

/**
 * By the first days of the months since `first`, which is one. Days are added up here: PostgreSQL
 * takes as long to find the month of a row as to read it.
 */
export async function readCharsByMonth(
  db: Db,
  { ownerId, userId }: LogOwner,
  first: string,
): Promise<Map<string, number>> {
  const rows = await daysStatements[userId === null ? 'all' : 'one'](db, {
    ownerId,
    userId,
    first,
  })
  const sums = new Map<string, number>()
  for (const { day, chars } of rows) {
    const month = `${day.slice(0, 7)}-01`
    sums.set(month, (sums.get(month) ?? 0) + chars)
  }
  return sums
}
