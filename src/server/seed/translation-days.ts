/** Rebuilds the translation roll-ups after direct inserts into the log. */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open.ts'

/** For one owner, or for all if undefined. Days are in Shanghai time. */
export function translationDaysOf(ownerId?: string): SQL[] {
  const mine = ownerId === undefined ? sql`true` : sql`owner_id = ${ownerId}::bigint`
  return [
    sql`delete from translation_days where ${mine}`,
    sql`delete from translation_months where ${mine}`,
    sql`insert into translation_days (owner_id, user_id, day, channel_id, source, target, client_type, chars, count)
      select owner_id, user_id, (at at time zone 'Asia/Shanghai')::date, channel_id, source, target, client_type, sum(chars), count(*) from translation_log
      where ${mine} group by 1, 2, 3, 4, 5, 6, 7`,
    sql`insert into translation_months (owner_id, user_id, month, channel_id, source, target, client_type, chars, count)
      select owner_id, user_id, date_trunc('month', day), channel_id, source, target, client_type, sum(chars), sum(count) from translation_days
      where ${mine} group by 1, 2, 3, 4, 5, 6, 7`,
  ]
}

export async function fillTranslationDays(db: Db): Promise<void> {
  for (const statement of translationDaysOf()) await db.execute(statement)
}
