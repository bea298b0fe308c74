/** Invariants of one account: its chain of balances and its reservations. */
import { sql } from 'drizzle-orm'
import { translationLog } from '#server/features/translation/table.ts'
import { logCounters } from '#server/platform/db/table.ts'
import { accountLog, balances, reservations } from '#server/features/ledger/table.ts'
import {
  describeAccount,
  describeRow,
  type Invariant,
  scopeOf,
} from '#server/features/ledger/reconciliation/invariant.ts'

/** The rows in scope, each with the closing balances of the previous row. */
const rowsWithPrevious = sql`followed as (select l.owner_id, l.user_id, l.seq, l.at, s.seq + row_number() over w as expected,
    l.before_chars, l.last_chars, l.char_change, lag(l.last_chars, 1, s.chars) over w as chars,
    l.before_voices, l.last_voices, l.voice_change, lag(l.last_voices, 1, s.voices) over w as voices,
    l.before_images, l.last_images, l.image_change, lag(l.last_images, 1, s.images) over w as images,
    l.before_expires_at, lag(l.last_expires_at, 1, s.expires_at) over w as expires_at, lag(l.at) over w as earlier
  from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
  window w as (partition by l.owner_id, l.user_id order by l.seq))`

const numbering: Invariant = {
  name: 'numbering',
  condition:
    'The rows of each account are numbered 1, 2, 3 … without a gap, and their times rise with them.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${rowsWithPrevious}
    select owner_id, user_id, seq, expected, at::text, earlier::text from followed where seq <> expected or at < earlier`,
  describe: (found) =>
    found['expected'] === found.seq
      ? `${describeRow(found)} is of ${found['at']}, before the row it follows (${found['earlier']}).`
      : `${describeRow(found)} is found where row ${found['expected']} is expected: rows are missing.`,
}

const balanceChain: Invariant = {
  name: 'chain',
  condition: 'Each row begins where the one before it ended, and ends where its change leads.',
  query: (scope) => sql`with ${scopeOf(scope)}, ${rowsWithPrevious}
    select owner_id, user_id, seq, before_chars, chars, last_chars, char_change, before_voices, voices, last_voices, voice_change,
      before_images, images, last_images, image_change, before_expires_at::text, expires_at::text
    from followed where before_chars <> chars or before_voices <> voices or before_images <> images or before_expires_at is distinct from expires_at
      or before_chars + char_change <> last_chars or before_voices + voice_change <> last_voices or before_images + image_change <> last_images`,
  describe(found) {
    for (const [unit, name, change] of [
      ['chars', 'characters', 'char_change'],
      ['voices', 'voice units', 'voice_change'],
      ['images', 'images', 'image_change'],
    ] as const) {
      const [before, last] = [found[`before_${unit}`], found[`last_${unit}`]]
      if (before !== found[unit])
        return `${describeRow(found)} begins with ${before} ${name}, but the row before it ended with ${found[unit]}.`
      if (BigInt(before!) + BigInt(found[change]!) !== BigInt(last!))
        return `${describeRow(found)} changes ${before} ${name} by ${found[change]} and ends with ${last}.`
    }
    return `${describeRow(found)} begins with the expiry ${found['before_expires_at'] ?? 'no time'}, but the row before it ended with ${found['expires_at'] ?? 'no time'}.`
  },
}

const typeNumbering: Invariant = {
  name: 'numbering by type',
  condition: 'The rows of one type of each account are numbered 1, 2, 3 … in the same order.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, typed as (select l.owner_id, l.user_id, l.log_type, l.seq, l.type_seq, s.seq as since,
      lag(l.type_seq) over w as before, lag(l.seq) over w as earlier
      from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
      window w as (partition by l.owner_id, l.user_id, l.log_type order by l.type_seq)),
    expected as (select *, case when before is not null then before + 1 when since = 0 then 1 else
      (select coalesce(max(p.type_seq), 0) + 1 from ${accountLog} p where p.owner_id = t.owner_id and p.user_id = t.user_id and p.log_type = t.log_type
        and p.seq <= t.since) end as expected from typed t)
    select owner_id, user_id, seq, log_type, type_seq, expected from expected where type_seq <> expected or seq < earlier`,
  describe: (found) =>
    `${describeRow(found)} is number ${found['type_seq']} of type ${found['log_type']}, where number ${found['expected']} is expected.`,
}

const counters: Invariant = {
  name: 'counters',
  condition: 'The counters that number new rows equal the last row.',
  query: (scope) => sql`with ${scopeOf(scope)}, ends as (
      select s.owner_id, s.user_id, 'account' as log, (select max(seq) from ${accountLog} l where l.owner_id = s.owner_id and l.user_id = s.user_id) as last from scope s
      union all select s.owner_id, s.user_id, 'translation', greatest((select max(seq) from ${translationLog} l where l.owner_id = s.owner_id and l.user_id = s.user_id), nullif(s.floor, 0)) from scope s)
    select e.owner_id, e.user_id, e.last as seq, e.log, coalesce(c.last, 0) as counter from ends e left join ${logCounters} c using (owner_id, user_id, log)
    where coalesce(c.last, 0) <> coalesce(e.last, 0)`,
  describe: (found) =>
    `${describeAccount(found)}: the last row of the ${found['log']} log is ${found.seq ?? 'none'}, but its counter is ${found['counter']}.`,
}

const balance: Invariant = {
  name: 'balance',
  condition: 'What each account holds is the sum of all its changes, and what its last row left.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, sums as (select s.owner_id, s.user_id, s.expires_at as since, max(l.seq) as seq, s.changed_chars + coalesce(sum(l.char_change), 0) as chars,
      s.changed_voices + coalesce(sum(l.voice_change), 0) as voices, s.changed_images + coalesce(sum(l.image_change), 0) as images
      from scope s left join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
      group by s.owner_id, s.user_id, s.expires_at, s.changed_chars, s.changed_voices, s.changed_images)
    select s.owner_id, s.user_id, s.seq, b.chars, s.chars as sum_chars, b.voices, s.voices as sum_voices, b.images, s.images as sum_images, b.expires_at::text,
      e.expires_at::text as last_expires_at from sums s join ${balances} b using (owner_id, user_id)
      left join ${accountLog} l using (owner_id, user_id, seq) cross join lateral (select case when s.seq is null then s.since else l.last_expires_at end as expires_at) e
    where b.chars <> s.chars or b.voices <> s.voices or b.images <> s.images or b.expires_at is distinct from e.expires_at`,
  describe(found) {
    for (const [unit, name] of [
      ['chars', 'characters'],
      ['voices', 'voice units'],
      ['images', 'images'],
    ] as const) {
      if (found[unit] !== found[`sum_${unit}`])
        return `${describeAccount(found)} holds ${found[unit]} ${name}, but its rows add up to ${found[`sum_${unit}`]}.`
    }
    return `${describeAccount(found)} expires at ${found['expires_at'] ?? 'no time'}, but its last row says ${found['last_expires_at'] ?? 'no time'}.`
  },
}

/** Invariants of one account's log: gapless numbers, rising times, each row continues the last. */
export const balanceChainInvariants: readonly Invariant[] = [
  numbering,
  balanceChain,
  typeNumbering,
  counters,
  balance,
]

const reservedChars: Invariant = {
  name: 'reservations',
  condition:
    'What each account has set aside is what its open reservations say, and none is long over.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, open as (select r.* from ${reservations} r where r.owner_id in (select owner_id from scope)),
      shares as (select owner_id, user_id, chars, 1 as one, ends_at from open
        union all select owner_id, owner_id, main_chars, 0, ends_at from open where main_chars > 0),
      sums as (select owner_id, user_id, sum(chars) as chars, sum(one) as count, count(*) filter (where ends_at < now() - interval '10 minutes') as over from shares group by 1, 2)
    select b.owner_id, b.user_id, null as seq, b.reserved_chars as chars, coalesce(r.chars, 0) as open_chars, b.translating as count, coalesce(r.count, 0) as open_count, coalesce(r.over, 0) as over
    from scope s join ${balances} b using (owner_id, user_id) left join sums r using (owner_id, user_id)
    where b.reserved_chars <> coalesce(r.chars, 0) or b.translating <> coalesce(r.count, 0) or r.over > 0`,
  describe: (found) =>
    found['over'] === '0'
      ? `${describeAccount(found)} has ${found['chars']} characters set aside for ${found['count']} translations, but its open reservations are ${found['open_count']} with ${found['open_chars']}.`
      : `${describeAccount(found)} has ${found['over']} reservations that ended more than ten minutes ago and are still there.`,
}

/** Invariants of open reservations. */
export const reservationInvariants: readonly Invariant[] = [reservedChars]
