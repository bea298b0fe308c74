/**
 * Which rows of the logs are looked at: all of these accounts, or only those since the last check.
 */
import { sql, type SQL } from 'drizzle-orm'
import { balances, ledgerCheckpoints, translationFloors } from '#server/platform/db/schema.ts'

export type Scope = {
  /** Undefined: everybody. */
  owners?: readonly string[]
  /** Start at the beginning, whatever was checked before. */
  whole: boolean
  /** The business time zone, which says where a day of usage ends. */
  zone: string
}

/**
 * The relation `scope` for a query: a row for each account, with the last row that was checked and
 * what it left. An account that was never checked started with nothing, as all do; its translations
 * start after `floor`, where older months have gone.
 */
export function scopeOf({ owners, whole }: Scope): SQL {
  const asked =
    owners === undefined ? sql`true` : sql`b.owner_id = any(${sql.param(owners)}::bigint[])`
  return sql`scope as materialized (select b.owner_id, b.user_id, coalesce(k.seq, 0) as seq, coalesce(k.chars, 0) as chars, coalesce(k.voices, 0) as voices,
    coalesce(k.images, 0) as images, k.expires_at, coalesce(k.changed_chars, 0) as changed_chars, coalesce(k.changed_voices, 0) as changed_voices,
    coalesce(k.changed_images, 0) as changed_images, greatest(k.translation_seq, f.seq, 0) as translation_seq,
    case when k.translation_seq >= coalesce(f.seq, 0) then k.translated_chars else coalesce(f.chars, 0) end as translated_chars, coalesce(f.seq, 0) as floor, f.until
    from ${balances} b left join ${ledgerCheckpoints} k on not ${whole}::boolean and k.owner_id = b.owner_id and k.user_id = b.user_id
    left join ${translationFloors} f on f.owner_id = b.owner_id and f.user_id = b.user_id where ${asked})`
}
