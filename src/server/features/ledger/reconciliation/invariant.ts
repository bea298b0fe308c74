/** Types of the ledger's invariants, and the scope of a check. */
import { type SQL, sql } from 'drizzle-orm'
import { translationFloors } from '#server/features/translation/table.ts'
import { ledgerCheckpoints } from '#server/features/ledger/reconciliation/table.ts'
import { balances } from '#server/features/ledger/table.ts'

/**
 * Numbers are strings. `user_id` and `seq` are null if the violation concerns a whole owner or no
 * single row.
 */
export type Violation = { owner_id: string; user_id: string | null; seq: string | null } & Record<
  string,
  string | null
>

export type Invariant = {
  name: string
  /** The condition in one sentence, printed in the report. */
  condition: string
  query: (scope: Scope) => SQL
  describe: (broken: Violation) => string
  /** Can only be checked over the whole database. */
  isGlobal?: true
}

/** `Account 10002 of owner 10001` */
export const describeAccount = ({ owner_id, user_id }: Violation): string =>
  `Account ${user_id} of owner ${owner_id}`
/** `Account 10002 of owner 10001, row 7` */
export const describeRow = (violation: Violation): string =>
  `${describeAccount(violation)}, row ${violation.seq}`

/** Scope of a check: which owners, and all rows or only those since the last check. */
export type Scope = {
  /** Undefined: all owners. */
  owners?: readonly string[]
  /** Ignore checkpoints and check all rows. */
  full: boolean
  /** Business time zone, in which usage is split into days. */
  zone: string
}

/**
 * SQL for the relation `scope`: one row per account with its last checked row and the closing
 * balances of that row, zero without a checkpoint. Translations are checked after `floor`, because
 * older months may have been deleted.
 */
export function scopeOf({ owners, full }: Scope): SQL {
  const inScope =
    owners === undefined ? sql`true` : sql`b.owner_id = any(${sql.param(owners)}::bigint[])`
  return sql`scope as materialized (select b.owner_id, b.user_id, coalesce(k.seq, 0) as seq, coalesce(k.chars, 0) as chars, coalesce(k.voices, 0) as voices,
    coalesce(k.images, 0) as images, k.expires_at, coalesce(k.changed_chars, 0) as changed_chars, coalesce(k.changed_voices, 0) as changed_voices,
    coalesce(k.changed_images, 0) as changed_images, greatest(k.translation_seq, f.seq, 0) as translation_seq,
    case when k.translation_seq >= coalesce(f.seq, 0) then k.translated_chars else coalesce(f.chars, 0) end as translated_chars, coalesce(f.seq, 0) as floor, f.until
    from ${balances} b left join ${ledgerCheckpoints} k on not ${full}::boolean and k.owner_id = b.owner_id and k.user_id = b.user_id
    left join ${translationFloors} f on f.owner_id = b.owner_id and f.user_id = b.user_id where ${inScope})`
}
