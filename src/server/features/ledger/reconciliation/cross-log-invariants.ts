/** Invariants across logs: balanced transfers, one posting per order or translation, roll-ups. */
import { sql } from 'drizzle-orm'
import {
  accountLog,
  balances,
  orders,
  ownerDays,
  translationLog,
  usageDays,
  users,
} from '#server/schema.ts'
import { account, row, type Invariant } from '#server/features/ledger/reconciliation/invariant.ts'
import { scopeOf } from '#server/features/ledger/reconciliation/scope.ts'

const transfers: Invariant = {
  name: 'transfers',
  holds:
    'What one side of a transfer loses the other gains: a main account and one of its sub-accounts, in one row each.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, moved as (select l.* from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
      where l.transfer_id is not null or l.log_type in ('DISTRIBUTION', 'RECOVERY'))
    select owner_id, (array_agg(user_id order by user_id))[1] as user_id, (array_agg(seq order by user_id))[1] as seq, transfer_id::text, count(*) as rows,
      sum(char_change) as chars, sum(voice_change) as voices, sum(image_change) as images, count(*) filter (where user_id = owner_id) as mains
    from moved group by owner_id, transfer_id having transfer_id is null or count(*) <> 2 or count(*) filter (where user_id = owner_id) <> 1
      or sum(char_change) <> 0 or sum(voice_change) <> 0 or sum(image_change) <> 0 or count(distinct log_type) <> 1`,
  say(found) {
    if (found['transfer_id'] === null)
      return `${row(found)} moves quota without naming the other side.`
    if (found['rows'] !== '2' || found['mains'] !== '1')
      return `${row(found)} belongs to transfer ${found['transfer_id']}, which has ${found['rows']} rows, ${found['mains']} of them of the main account, instead of one on each side.`
    const sums = `${found['chars']} characters, ${found['voices']} voice units, ${found['images']} images`
    return `${row(found)} belongs to transfer ${found['transfer_id']}, whose two sides do not cancel out: together they change ${sums}.`
  },
}

const orderCredits: Invariant = {
  name: 'orders',
  holds: 'Each paid order was credited exactly once, with what it was for, and nothing else was.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, paid as (select o.* from ${orders} o join scope s on s.owner_id = o.owner_id and s.user_id = o.owner_id where o.pay_status = 'P'),
      credits as (select l.* from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id
        where s.user_id = s.owner_id and l.log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP')
    select coalesce(p.owner_id, c.owner_id) as owner_id, coalesce(c.user_id, p.owner_id) as user_id, max(c.seq) as seq, coalesce(p.no, c.recharge_order_no) as no,
      (count(p.no) > 0)::text as is_paid, count(c.seq) as credits, max(p.num) as num, max(case p.billing_mode when 'char' then c.char_change else c.minute_change end) as given
    from paid p full join credits c on c.owner_id = p.owner_id and c.recharge_order_no = p.no group by 1, 2, 4
    having count(p.no) = 0 or count(c.seq) <> 1 or max(p.num) <> max(case p.billing_mode when 'char' then c.char_change else c.minute_change end)`,
  say(found) {
    if (found['is_paid'] !== 'true')
      return `${row(found)} credits order ${found['no']}, which is not a paid order of this owner.`
    if (found['credits'] !== '1')
      return `Order ${found['no']} of owner ${found.owner_id} is paid and was credited ${found['credits']} times.`
    return `${row(found)} credits ${found['given']} for order ${found['no']}, which was for ${found['num']}.`
  },
}

const recharged: Invariant = {
  name: 'recharged',
  holds: 'What each main account has recharged is the sum of its paid orders.',
  query: (scope) => sql`with ${scopeOf(scope)}
    select b.owner_id, b.user_id, null as seq, b.recharged_cents as cents, p.paid from scope s join ${balances} b using (owner_id, user_id)
    cross join lateral (select coalesce(sum(amount_cents), 0) as paid from ${orders} o where o.owner_id = b.owner_id and o.pay_status = 'P' and b.user_id = b.owner_id) p
    where b.recharged_cents <> p.paid`,
  say: (found) =>
    `${account(found)} is said to have recharged ${found['cents']} cents, but its paid orders add up to ${found['paid']}.`,
}

const charges: Invariant = {
  name: 'charges',
  holds:
    'Each translation by characters was charged exactly once, with its characters, and each charge is of one translation.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, charged as (select l.owner_id, l.user_id, l.seq, l.char_change, l.consume_translation_seq as number
      from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq where l.log_type = 'TRANSLATION_CONSUME' and l.consume_translation_seq is distinct from least(l.consume_translation_seq, s.floor)),
      translated as (select t.owner_id, t.user_id, t.seq, t.chars from scope s
        join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq where t.mode = 'char')
    select coalesce(c.owner_id, t.owner_id) as owner_id, coalesce(c.user_id, t.user_id) as user_id, max(c.seq) as seq, t.seq as translation, max(t.chars) as chars,
      max(-c.char_change) as charged, count(c.seq) as times
    from charged c full join translated t on t.owner_id = c.owner_id and t.user_id = c.user_id and t.seq = c.number
    group by 1, 2, 4, case when t.seq is null then c.seq end having t.seq is null or count(c.seq) <> 1 or max(t.chars) <> max(-c.char_change)`,
  say(found) {
    if (found['translation'] === null)
      return `${row(found)} charges ${found['charged']} characters for a translation by characters that is not in the translation log.`
    if (found['times'] !== '1')
      return `${account(found)}: translation ${found['translation']} of ${found['chars']} characters was charged ${found['times']} times.`
    return `${row(found)} charges ${found['charged']} characters for translation ${found['translation']}, which has ${found['chars']}.`
  },
}

const used: Invariant = {
  name: 'used',
  holds:
    'The characters each account has used are the sum of its translations, which are numbered without a gap.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, sums as (select s.owner_id, s.user_id, s.translated_chars + coalesce(sum(t.chars), 0) as chars,
      max(t.seq) as seq, s.translation_seq + count(t.seq) as rows, coalesce(max(t.seq), s.translation_seq) as last
      from scope s left join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq
      group by s.owner_id, s.user_id, s.translated_chars, s.translation_seq)
    select s.owner_id, s.user_id, s.seq, b.used_chars as used, s.chars, s.rows, s.last from sums s join ${balances} b using (owner_id, user_id)
    where b.used_chars <> s.chars or s.rows <> s.last`,
  say: (found) =>
    found['used'] === found['chars']
      ? `${account(found)} has ${found['rows']} translations, but the last is number ${found['last']}: translations are missing.`
      : `${account(found)} is said to have used ${found['used']} characters, but its translations add up to ${found['chars']}.`,
}

const rollUp: Invariant = {
  name: 'usage by day',
  holds: 'Usage by day is what the translation log adds up to.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, since as (select s.owner_id, s.user_id, s.translation_seq = 0 as whole,
      greatest((min(t.at) at time zone ${scope.zone})::date, (s.until at time zone ${scope.zone} + interval '1 day' - interval '1 millisecond')::date) as day
      from scope s left join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq group by 1, 2, 3, s.until),
      logged as (select t.owner_id, t.user_id, (t.at at time zone ${scope.zone})::date as day, t.channel_id, sum(t.chars) as chars, count(*) as count from since s
        join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.at >= s.day::timestamp at time zone ${scope.zone} group by 1, 2, 3, 4),
      rolled as (select d.* from since s join ${usageDays} d on d.owner_id = s.owner_id and d.user_id = s.user_id and (s.whole or d.day >= s.day))
    select coalesce(l.owner_id, r.owner_id) as owner_id, coalesce(l.user_id, r.user_id) as user_id, null as seq, coalesce(l.day, r.day)::text as day,
      coalesce(l.channel_id, r.channel_id) as channel, coalesce(l.chars, 0) as chars, coalesce(r.chars, 0) as rolled, coalesce(l.count, 0) as count, coalesce(r.count, 0) as rolled_count
    from logged l full join rolled r on r.owner_id = l.owner_id and r.user_id = l.user_id and r.day = l.day and r.channel_id = l.channel_id
    where l.chars is distinct from r.chars or l.count is distinct from r.count`,
  say: (found) =>
    `${account(found)} used ${found['chars']} characters in ${found['count']} translations by channel ${found['channel']} on ${found['day']}, but the usage by day says ${found['rolled']} in ${found['rolled_count']}.`,
}

/**
 * Compares the daily sums of closed days: all days in a full check, otherwise only the last three.
 */
const ownerRollUp: Invariant = {
  name: 'usage of all by day',
  holds: 'The translations of all of an owner’s accounts by day are those of each account by day.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, closed as (select d.owner_id, max(d.day) as last, case when ${scope.whole}::boolean then '-infinity'::date else max(d.day) - 3 end as before
      from (select distinct owner_id from scope) s join ${ownerDays} d using (owner_id) group by 1),
      summed as (select d.owner_id, d.day, d.channel_id, d.count from closed c join ${ownerDays} d on d.owner_id = c.owner_id and d.day > c.before),
      rolled as (select d.owner_id, d.day, d.channel_id, sum(d.count) as count from closed c join ${usageDays} d on d.owner_id = c.owner_id and d.day > c.before and d.day <= c.last
        group by 1, 2, 3)
    select coalesce(s.owner_id, r.owner_id) as owner_id, null as user_id, null as seq, coalesce(s.day, r.day)::text as day, coalesce(s.channel_id, r.channel_id) as channel,
      coalesce(s.count, 0) as summed, coalesce(r.count, 0) as rolled
    from summed s full join rolled r on r.owner_id = s.owner_id and r.day = s.day and r.channel_id = s.channel_id where s.count is distinct from r.count`,
  say: (found) =>
    `The accounts of owner ${found.owner_id} made ${found['rolled']} translations by channel ${found['channel']} on ${found['day']}, but the usage of all by day says ${found['summed']}.`,
}

const closed: Invariant = {
  name: 'closed accounts',
  holds: 'The accounts of deleted users, and no others, are closed and empty.',
  query: (scope) => sql`with ${scopeOf(scope)}
    select b.owner_id, b.user_id, null as seq, (b.closed_at is not null)::text as closed, b.chars, b.voices, b.images
    from scope s join ${balances} b using (owner_id, user_id) join ${users} u using (owner_id, user_id)
    where (b.closed_at is null) <> (u.erased_at is null) or (b.closed_at is not null and b.chars + b.voices + b.images <> 0)`,
  say: (found) =>
    `${account(found)} is ${found['closed'] === 'true' ? 'closed' : 'open'}, which its user is not, or is closed with something in it: ${found['chars']} characters, ${found['voices']} voice units, ${found['images']} images.`,
}

export const crossLogInvariants: readonly Invariant[] = [
  transfers,
  orderCredits,
  recharged,
  charges,
  used,
  rollUp,
  ownerRollUp,
  closed,
]
