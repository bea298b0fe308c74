/** Characters used in the current calendar month. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { usageDays } from '#server/features/translation/table.ts'

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
