/** Records a translation in the log and in the daily and monthly roll-ups. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  logCounters,
  translationDays,
  translationLog,
  translationMonths,
  usageDays,
} from '#server/schema.ts'
import { statement } from '#server/platform/db/prepared-statement.ts'

export type Translated = {
  ownerId: string
  userId: string
  chars: number
  mode: string
  channelId: string
  ip: string
  clientType: string
  source: string
  target: string
}

const value = (name: keyof Translated | 'now' | 'zone', type: string) =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`
const user = sql`${value('ownerId', 'bigint')} as owner_id, ${value('userId', 'bigint')} as user_id`

const toldApart = (
  table: typeof translationDays | typeof translationMonths,
  span: 'day' | 'month',
) => sql`insert into ${table} as d (owner_id, user_id, ${sql.raw(span)}, channel_id, source, target, client_type, chars, count)
      select ${user}, date_trunc(${sql.raw(`'${span}'`)}, at at time zone ${value('zone', 'text')})::date, ${value('channelId', 'bigint')}, ${value('source', 'text')},
        ${value('target', 'text')}, ${value('clientType', 'text')}, ${value('chars', 'bigint')}, 1 from number
      on conflict (owner_id, user_id, ${sql.raw(span)}, channel_id, source, target, client_type) do update set chars = d.chars + excluded.chars, count = d.count + 1`

const write = statement<{ seq: string }>(
  'translation_record',
  sql`with number as (insert into ${logCounters} as c (owner_id, user_id, log, last, at)
      select ${user}, 'translation', 1, ${value('now', 'timestamptz')}
      on conflict (owner_id, user_id, log) do update set last = c.last + 1, at = greatest(c.at, excluded.at) returning last, at),
    written as (insert into ${translationLog} (owner_id, user_id, seq, at, chars, mode, channel_id, ip, client_type, source, target)
      select ${user}, last, at, ${value('chars', 'bigint')}, ${value('mode', 'text')}, ${value('channelId', 'bigint')}, ${value('ip', 'text')},
        ${value('clientType', 'text')}, ${value('source', 'text')}, ${value('target', 'text')} from number),
    used as (insert into ${usageDays} as d (owner_id, user_id, day, channel_id, chars, count)
      select ${user}, (at at time zone ${value('zone', 'text')})::date, ${value('channelId', 'bigint')}, ${value('chars', 'bigint')}, 1 from number
      on conflict (owner_id, day, user_id, channel_id) do update set chars = d.chars + excluded.chars, count = d.count + 1),
    by_day as (${toldApart(translationDays, 'day')}),
    by_month as (${toldApart(translationMonths, 'month')})
    select last as seq from number`,
)

/**
 * Returns the row's sequence number. Call it in the charging transaction, with the user's account
 * locked.
 */
export async function recordTranslation(
  tx: Db,
  translated: Translated,
  zone: string,
  now: Date,
): Promise<number> {
  const [row] = await write(tx, { ...translated, zone, now: now.toISOString() })
  return Number(row!.seq)
}
