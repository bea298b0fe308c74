/** Stores how far the ledger has been checked and selects the owners due for a check. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import {
  accountLog,
  ledgerCheckpoints,
  ledgerFindings,
  logCounters,
  translationLog,
} from '#server/schema.ts'
import { scopeOf, type Scope } from '#server/features/ledger/reconciliation/scope.ts'

/** Owners with log rows after their checkpoint. */
export async function changedOwners(tx: Db, max: number): Promise<string[]> {
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    select distinct c.owner_id from ${logCounters} c left join ${ledgerCheckpoints} k using (owner_id, user_id)
    where (c.log = 'account' and c.last > coalesce(k.seq, 0)) or (c.log = 'translation' and c.last > coalesce(k.translation_seq, 0)) limit ${max}`)
  return rows.map((row) => row.owner_id)
}

/**
 * Owners whose last full check is before `stale`, or before `broken` if they have findings. Limited
 * to about `rows` log rows, but at least one owner.
 */
export async function dueOwners(
  tx: Db,
  { stale, broken, rows: budget }: { stale: Date; broken: Date; rows: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    with ages as (select owner_id, min(whole_at) as whole_at from ${ledgerCheckpoints} group by owner_id),
    due as (select owner_id, whole_at from ages where whole_at < ${stale.toISOString()}::timestamptz
      or (whole_at < ${broken.toISOString()}::timestamptz and owner_id in (select owner_id from ${ledgerFindings})) order by whole_at limit 200),
    sized as (select d.owner_id, sum(sum(c.last)) over (order by d.whole_at, d.owner_id) - sum(c.last) as before from due d
      join ${logCounters} c on c.owner_id = d.owner_id and c.log in ('account', 'translation') group by d.owner_id, d.whole_at)
    select owner_id from sized where before < ${budget}`)
  return rows.map((row) => row.owner_id)
}

/** Advances the checkpoints of the accounts in scope to their last rows. */
export async function moveCheckpoints(
  tx: Db,
  scope: Scope,
  now: Date,
): Promise<{ accounts: number; rows: number }> {
  const { rows } = await tx.execute<{ accounts: string; rows: string }>(sql`
    with ${scopeOf(scope)}, changed as (select s.owner_id, s.user_id, count(l.seq) as rows, coalesce(max(l.seq), s.seq) as seq, s.changed_chars + coalesce(sum(l.char_change), 0) as chars,
        s.changed_voices + coalesce(sum(l.voice_change), 0) as voices, s.changed_images + coalesce(sum(l.image_change), 0) as images
        from scope s left join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
        group by s.owner_id, s.user_id, s.seq, s.changed_chars, s.changed_voices, s.changed_images),
      translated as (select s.owner_id, s.user_id, coalesce(max(t.seq), s.translation_seq) as seq, s.translated_chars + coalesce(sum(t.chars), 0) as chars
        from scope s left join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq
        group by s.owner_id, s.user_id, s.translation_seq, s.translated_chars),
      moved as (insert into ${ledgerCheckpoints} as k (owner_id, user_id, seq, chars, voices, images, expires_at, changed_chars, changed_voices, changed_images,
          translation_seq, translated_chars, whole_at)
        select c.owner_id, c.user_id, c.seq, coalesce(l.last_chars, 0), coalesce(l.last_voices, 0), coalesce(l.last_images, 0), l.last_expires_at, c.chars, c.voices, c.images,
          t.seq, t.chars, ${now.toISOString()}::timestamptz
        from changed c join translated t using (owner_id, user_id) left join ${accountLog} l on l.owner_id = c.owner_id and l.user_id = c.user_id and l.seq = c.seq
        on conflict (owner_id, user_id) do update set seq = excluded.seq, chars = excluded.chars, voices = excluded.voices, images = excluded.images,
          expires_at = excluded.expires_at, changed_chars = excluded.changed_chars, changed_voices = excluded.changed_voices, changed_images = excluded.changed_images,
          translation_seq = excluded.translation_seq, translated_chars = excluded.translated_chars,
          whole_at = case when ${scope.whole}::boolean then excluded.whole_at else k.whole_at end
        returning 1)
    select (select count(*) from moved) as accounts, (select coalesce(sum(rows), 0) from changed) as rows`)
  return { accounts: Number(rows[0]?.accounts), rows: Number(rows[0]?.rows) }
}
