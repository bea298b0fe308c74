/** Checkpoints of the checks, so that each run reads only what changed. */
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#server/platform/db/open.ts'
import { type Scope, scopeOf } from '#server/features/ledger/reconciliation/invariant.ts'
import {
  listOwners,
  isDistributed,
  restrictToOwner,
} from '#server/features/ledger/reconciliation/per-owner.ts'
import { translationLog } from '#server/features/translation/table.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { ledgerCheckpoints, ledgerFindings } from '#server/features/ledger/reconciliation/table.ts'
import { accountLog } from '#server/features/ledger/table.ts'

/** Reason given for statements across owners; see `acrossOwners`. */
export const checkReason = 'a background job checks many owners at once'

/** Owners with log rows after their checkpoint. */
export async function findChangedOwners(tx: Db, max: number): Promise<string[]> {
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    select distinct c.owner_id from ${logCounters} c left join ${ledgerCheckpoints} k using (owner_id, user_id)
    where ${acrossOwners(checkReason)} and ((c.log = 'account' and c.last > coalesce(k.seq, 0)) or (c.log = 'translation' and c.last > coalesce(k.translation_seq, 0))) limit ${max}`)
  return rows.map((row) => row.owner_id)
}

/**
 * Owners whose last full check is before `before`, or before `beforeWithFindings` if they have
 * findings. Limited to owners with about `maxRows` log rows in total, but at least one.
 */
export async function findDueOwners(
  tx: Db,
  {
    before,
    beforeWithFindings,
    maxRows,
  }: { before: Date; beforeWithFindings: Date; maxRows: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    with ages as (select owner_id, min(whole_at) as whole_at from ${ledgerCheckpoints} group by owner_id),
    due as (select owner_id, whole_at from ages where whole_at < ${before.toISOString()}::timestamptz
      or (whole_at < ${beforeWithFindings.toISOString()}::timestamptz and owner_id in (select owner_id from ${ledgerFindings})) order by whole_at limit 200),
    sized as (select d.owner_id, sum(sum(c.last)) over (order by d.whole_at, d.owner_id) - sum(c.last) as before from due d
      join ${logCounters} c on c.owner_id = d.owner_id and c.log in ('account', 'translation') group by d.owner_id, d.whole_at)
    select owner_id from sized where ${acrossOwners(checkReason)} and before < ${maxRows}`)
  return rows.map((row) => row.owner_id)
}

/** Advances the checkpoints of the accounts in scope to their last rows. */
export async function moveCheckpoints(
  tx: Db,
  scope: Scope,
  now: Date,
): Promise<{ accounts: number; rows: number }> {
  if (await isDistributed(tx)) return moveCheckpointsPerOwner(tx, scope, now)
  const { rows } = await tx.execute<{ accounts: string; rows: string }>(sql`
    with ${selectLastRowStates(scope)},
      moved as (insert into ${ledgerCheckpoints} as k (owner_id, user_id, seq, chars, voices, images, expires_at, changed_chars, changed_voices, changed_images,
          translation_seq, translated_chars, whole_at)
        select r.*, ${now.toISOString()}::timestamptz from reached r where ${acrossOwners(checkReason)}
        on conflict (owner_id, user_id) do update set ${checkpointAssignments(scope)}
        returning 1)
    select (select count(*) from moved) as accounts, (select coalesce(sum(rows), 0) from changed) as rows`)
  return { accounts: Number(rows[0]?.accounts), rows: Number(rows[0]?.rows) }
}

/**
 * CTEs about the accounts in scope: `changed` counts their rows since the checkpoint, `reached` has
 * their latest row.
 */
const selectLastRowStates = (scope: Scope) =>
  sql`${scopeOf(scope)}, changed as (select s.owner_id, s.user_id, count(l.seq) as rows, coalesce(max(l.seq), s.seq) as seq, s.changed_chars + coalesce(sum(l.char_change), 0) as chars,
        s.changed_voices + coalesce(sum(l.voice_change), 0) as voices, s.changed_images + coalesce(sum(l.image_change), 0) as images
        from scope s left join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
        group by s.owner_id, s.user_id, s.seq, s.changed_chars, s.changed_voices, s.changed_images),
      translated as (select s.owner_id, s.user_id, coalesce(max(t.seq), s.translation_seq) as seq, s.translated_chars + coalesce(sum(t.chars), 0) as chars
        from scope s left join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq
        group by s.owner_id, s.user_id, s.translation_seq, s.translated_chars),
      reached as (select c.owner_id, c.user_id, c.seq, coalesce(l.last_chars, 0) as chars, coalesce(l.last_voices, 0) as voices, coalesce(l.last_images, 0) as images,
          l.last_expires_at as expires_at, c.chars as changed_chars, c.voices as changed_voices, c.images as changed_images, t.seq as translation_seq, t.chars as translated_chars
        from changed c join translated t using (owner_id, user_id) left join ${accountLog} l on l.owner_id = c.owner_id and l.user_id = c.user_id and l.seq = c.seq)`

type Checkpoint = Omit<
  typeof ledgerCheckpoints.$inferInsert,
  'ownerId' | 'wholeAt' | 'expiresAt'
> & {
  expiresAt: string | null
}

/** A row of `reached` as JSON, by the names of the columns. */
const checkpointJson = sql.raw(
  `json_build_object(${Object.keys(getTableColumns(ledgerCheckpoints))
    .filter((key) => key !== 'ownerId' && key !== 'wholeAt')
    .map((key) => `'${key}', r.${toSnakeCase(key)}`)
    .join(', ')})`,
)

const checkpointAssignments = ({ full }: Scope) =>
  sql`seq = excluded.seq, chars = excluded.chars, voices = excluded.voices, images = excluded.images,
          expires_at = excluded.expires_at, changed_chars = excluded.changed_chars, changed_voices = excluded.changed_voices, changed_images = excluded.changed_images,
          translation_seq = excluded.translation_seq, translated_chars = excluded.translated_chars,
          whole_at = case when ${full}::boolean then excluded.whole_at else k.whole_at end`

/** `moveCheckpoints` owner by owner, each with one statement that reads and one that writes. */
async function moveCheckpointsPerOwner(
  tx: Db,
  scope: Scope,
  now: Date,
): Promise<{ accounts: number; rows: number }> {
  const sum = { accounts: 0, rows: 0 }
  for (const owner of scope.owners ?? (await listOwners(tx))) {
    const lastRows = selectLastRowStates({ ...scope, owners: [owner] })
    const { rows } = await tx.execute<{ checkpoints: string | null; rows: string }>(
      restrictToOwner(
        owner,
        sql`select * from (with ${lastRows} select json_agg(${checkpointJson})::text as checkpoints, (select coalesce(sum(rows), 0) from changed) as rows from reached r) found`,
      ),
    )
    const { checkpoints = null, rows: counted = 0 } = rows[0] ?? {}
    if (checkpoints === null) continue
    const points = (JSON.parse(checkpoints) as Checkpoint[]).map((point) => ({
      ...point,
      expiresAt: point.expiresAt === null ? null : new Date(point.expiresAt),
      ownerId: owner,
      wholeAt: now,
    }))
    const replaced = Object.keys(points[0]!)
      .filter((key) => key !== 'wholeAt' || scope.full)
      .map((key) => [key, sql`excluded.${sql.identifier(toSnakeCase(key))}`] as const)
    const moved = await tx
      .insert(ledgerCheckpoints)
      .values(points)
      .onConflictDoUpdate({
        target: [ledgerCheckpoints.ownerId, ledgerCheckpoints.userId],
        set: Object.fromEntries(replaced),
      })
      .returning({ userId: ledgerCheckpoints.userId })
    sum.accounts += moved.length
    sum.rows += Number(counted)
  }
  return sum
}
