/** Invariants of open reservations and of the usage roll-ups. */
import { sql } from 'drizzle-orm'
import {
  balances,
  reservations,
  translationDays,
  translationMonths,
  usageDays,
} from '#server/schema.ts'
import { account, type Invariant } from '#server/features/ledger/reconciliation/invariant.ts'
import { scopeOf } from '#server/features/ledger/reconciliation/scope.ts'

const setAside: Invariant = {
  name: 'reservations',
  holds:
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
  say: (found) =>
    found['over'] === '0'
      ? `${account(found)} has ${found['chars']} characters set aside for ${found['count']} translations, but its open reservations are ${found['open_count']} with ${found['open_chars']}.`
      : `${account(found)} has ${found['over']} reservations that ended more than ten minutes ago and are still there.`,
}

const apart: Invariant = {
  name: 'usage told apart',
  holds: 'Usage by language and client adds up to the usage by day.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, since as (select case when ${scope.whole}::boolean then '-infinity'::date else current_date - 3 end as day),
      told as (select t.owner_id, t.user_id, t.day, t.channel_id, sum(t.chars) as chars, sum(t.count) as count
        from scope s cross join since join ${translationDays} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.day >= since.day group by 1, 2, 3, 4),
      rolled as (select d.* from scope s cross join since join ${usageDays} d on d.owner_id = s.owner_id and d.user_id = s.user_id and d.day >= since.day)
    select coalesce(t.owner_id, r.owner_id) as owner_id, coalesce(t.user_id, r.user_id) as user_id, null as seq, coalesce(t.day, r.day)::text as day,
      coalesce(t.chars, 0) as chars, coalesce(r.chars, 0) as rolled, coalesce(t.count, 0) as count, coalesce(r.count, 0) as rolled_count
    from told t full join rolled r on r.owner_id = t.owner_id and r.user_id = t.user_id and r.day = t.day and r.channel_id = t.channel_id
    where t.chars is distinct from r.chars or t.count is distinct from r.count`,
  say: (found) =>
    `${account(found)}: usage by language adds up to ${found['chars']} characters in ${found['count']} translations on ${found['day']}, but the usage by day says ${found['rolled']} in ${found['rolled_count']}.`,
}

const monthly: Invariant = {
  name: 'usage by month',
  holds: 'Usage by month is what the usage by day adds up to.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, since as (select case when ${scope.whole}::boolean then '-infinity'::date else date_trunc('month', current_date - 3)::date end as day),
      told as (select t.owner_id, t.user_id, date_trunc('month', t.day)::date as month, t.channel_id, t.source, t.target, t.client_type, sum(t.chars) as chars, sum(t.count) as count
        from scope s cross join since join ${translationDays} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.day >= since.day group by 1, 2, 3, 4, 5, 6, 7),
      rolled as (select m.* from scope s cross join since join ${translationMonths} m on m.owner_id = s.owner_id and m.user_id = s.user_id and m.month >= since.day)
    select coalesce(t.owner_id, r.owner_id) as owner_id, coalesce(t.user_id, r.user_id) as user_id, null as seq, to_char(coalesce(t.month, r.month), 'YYYY-MM') as month,
      coalesce(t.chars, 0) as chars, coalesce(r.chars, 0) as rolled, coalesce(t.count, 0) as count, coalesce(r.count, 0) as rolled_count
    from told t full join rolled r using (owner_id, user_id, month, channel_id, source, target, client_type)
    where t.chars is distinct from r.chars or t.count is distinct from r.count`,
  say: (found) =>
    `${account(found)}: the days of ${found['month']} add up to ${found['chars']} characters in ${found['count']} translations of one kind, but the usage by month says ${found['rolled']} in ${found['rolled_count']}.`,
}

export const reservationInvariants: readonly Invariant[] = [setAside, apart, monthly]
