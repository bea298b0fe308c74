/** System-wide invariants: quota conservation, no orphaned rows, database constraints present. */
import { sql } from 'drizzle-orm'
import { accountLog, balances } from '#server/schema.ts'
import { row, type Invariant } from '#server/features/ledger/reconciliation/invariant.ts'

const conservation: Invariant = {
  name: 'conservation',
  global: true,
  holds:
    'All changes of all accounts together are all balances together, and all transfers together are nothing.',
  query:
    () => sql`with changes as (select coalesce(sum(char_change), 0) as chars, coalesce(sum(voice_change), 0) as voices, coalesce(sum(image_change), 0) as images,
      coalesce(sum(char_change) filter (where transfer_id is not null), 0) as moved_chars, coalesce(sum(voice_change) filter (where transfer_id is not null), 0) as moved_voices,
      coalesce(sum(image_change) filter (where transfer_id is not null), 0) as moved_images from ${accountLog}),
    held as (select coalesce(sum(chars), 0) as chars, coalesce(sum(voices), 0) as voices, coalesce(sum(images), 0) as images from ${balances}),
    units as (select 'characters' as unit, c.chars as changed, h.chars as held, c.moved_chars as moved from changes c, held h
      union all select 'voice units', c.voices, h.voices, c.moved_voices from changes c, held h
      union all select 'images', c.images, h.images, c.moved_images from changes c, held h)
    select 0 as owner_id, null as user_id, null as seq, unit, changed, held, moved from units where changed <> held or moved <> 0`,
  say: (found) =>
    found['changed'] === found['held']
      ? `All transfers of ${found['unit']} together change ${found['moved']} instead of nothing.`
      : `All accounts together hold ${found['held']} ${found['unit']}, but all rows together add up to ${found['changed']}.`,
}

const orphans: Invariant = {
  name: 'owners of rows',
  global: true,
  holds: 'Each row of the account log belongs to an account.',
  query:
    () => sql`select l.owner_id, l.user_id, min(l.seq) as seq, count(*) as rows from ${accountLog} l
    where not exists (select 1 from ${balances} b where b.owner_id = l.owner_id and b.user_id = l.user_id) group by 1, 2`,
  say: (found) =>
    `${row(found)} and ${Number(found['rows']) - 1} more belong to an account that does not exist.`,
}

const constraints = [
  'account_log_chars',
  'account_log_voices',
  'account_log_images',
  'account_log_transfers',
  'balances_chars',
  'balances_voices',
  'balances_images',
  'balances_closed',
]

export const triggerInvariants: Invariant = {
  name: 'guards',
  global: true,
  holds: 'The database itself refuses a negative balance, a changed row and a second credit.',
  query: () => sql`select 0 as owner_id, null as user_id, null as seq, name from (
      select unnest(array['account_log_rows_stay', 'account_log_stays']) as name, 'trigger' as kind
      union all select unnest(array[${sql.raw(constraints.map((name) => `'${name}'`).join(', '))}]), 'constraint'
      union all select unnest(array['account_log_credit', 'payments_of_order']), 'index') asked
    where not exists (select 1 from pg_trigger t where kind = 'trigger' and t.tgname = name and t.tgrelid = 'account_log'::regclass and t.tgenabled in ('O', 'A'))
      and not exists (select 1 from pg_constraint c where kind = 'constraint' and c.conname = name and c.convalidated)
      and not exists (select 1 from pg_class i join pg_index x on x.indexrelid = i.oid where kind = 'index' and i.relname = name and x.indisunique and x.indisvalid)`,
  say: (found) => `The guard ${found['name']} is missing or switched off in the database.`,
}

export const systemInvariants: readonly Invariant[] = [conservation, orphans, triggerInvariants]
