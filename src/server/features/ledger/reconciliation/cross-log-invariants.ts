/** Invariants between the account log and translations, payments, orders and triggers. */
import { sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { ownerDays, translationLog, usageDays } from '#server/features/translation/table.ts'
import {
  orders,
  orderEvents,
  orderNumbers,
  payments,
  refundRequests,
  refunds,
} from '#server/features/orders/table.ts'
import { budgetTopUps } from '#server/features/budgets/table.ts'
import { accountLog, balances } from '#server/features/ledger/table.ts'
import {
  describeAccount,
  describeRow,
  type Invariant,
  type Violation,
  scopeOf,
} from '#server/features/ledger/reconciliation/invariant.ts'

const transfers: Invariant = {
  name: 'transfers',
  condition:
    'What one side of a transfer loses the other gains: a main account and one of its sub-accounts, in one row each.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, moved as (select l.* from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.seq > s.seq
      where l.transfer_id is not null or l.log_type in ('DISTRIBUTION', 'RECOVERY'))
    select owner_id, (array_agg(user_id order by user_id))[1] as user_id, (array_agg(seq order by user_id))[1] as seq, transfer_id::text, count(*) as rows,
      sum(char_change) as chars, sum(voice_change) as voices, sum(image_change) as images, count(*) filter (where user_id = owner_id) as mains
    from moved group by owner_id, transfer_id having transfer_id is null or count(*) <> 2 or count(*) filter (where user_id = owner_id) <> 1
      or sum(char_change) <> 0 or sum(voice_change) <> 0 or sum(image_change) <> 0 or count(distinct log_type) <> 1`,
  describe(found) {
    if (found['transfer_id'] === null)
      return `${describeRow(found)} moves quota without naming the other side.`
    if (found['rows'] !== '2' || found['mains'] !== '1')
      return `${describeRow(found)} belongs to transfer ${found['transfer_id']}, which has ${found['rows']} rows, ${found['mains']} of them of the main account, instead of one on each side.`
    const sums = `${found['chars']} characters, ${found['voices']} voice units, ${found['images']} images`
    return `${describeRow(found)} belongs to transfer ${found['transfer_id']}, whose two sides do not cancel out: together they change ${sums}.`
  },
}

const topUps: Invariant = {
  name: 'top-ups',
  condition:
    'Each month for which a sub-account was topped up has one row with these amounts, and no row is of another.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, given as (select t.* from scope s join ${budgetTopUps} t on t.owner_id = s.owner_id and t.user_id = s.user_id where t.chars + t.voices + t.images > 0),
      logged as (select l.* from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id
        where s.user_id <> s.owner_id and l.log_type = 'DISTRIBUTION' and l.top_up_month is not null)
    select coalesce(g.owner_id, l.owner_id) as owner_id, coalesce(g.user_id, l.user_id) as user_id, max(l.seq) as seq, coalesce(g.month, l.top_up_month)::text as month,
      count(g.user_id) as months, count(l.seq) as rows
    from given g full join logged l on l.owner_id = g.owner_id and l.user_id = g.user_id and l.top_up_month = g.month group by 1, 2, 4
    having count(g.user_id) <> 1 or count(l.seq) <> 1 or max(g.chars) <> max(l.char_change) or max(g.voices) <> max(l.voice_change) or max(g.images) <> max(l.image_change)`,
  describe: (found) =>
    found['months'] !== '0' && found['rows'] === '1'
      ? `${describeRow(found)} tops up for ${found['month']} with other amounts than are noted for that month.`
      : `${describeAccount(found)} has ${found['rows']} rows that top up for ${found['month']}, and ${found['months']} notes of it, instead of one each.`,
}

const orderCredits: Invariant = {
  name: 'orders',
  condition:
    'Each paid order was credited exactly once, with what it was for, and nothing else was.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, paid as (select o.* from ${orders} o join scope s on s.owner_id = o.owner_id and s.user_id = o.owner_id where o.pay_status = 'P'),
      credits as (select l.* from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id
        where s.user_id = s.owner_id and l.log_type = 'RECHARGE_ORDER_BY_MEMBER_GROUP')
    select coalesce(p.owner_id, c.owner_id) as owner_id, coalesce(c.user_id, p.owner_id) as user_id, max(c.seq) as seq, coalesce(p.no, c.recharge_order_no) as no,
      (count(p.no) > 0)::text as is_paid, count(c.seq) as credits, max(p.num) as num, max(case p.billing_mode when 'char' then c.char_change else c.minute_change end) as given
    from paid p full join credits c on c.owner_id = p.owner_id and c.recharge_order_no = p.no group by 1, 2, 4
    having count(p.no) = 0 or count(c.seq) <> 1 or max(p.num) <> max(case p.billing_mode when 'char' then c.char_change else c.minute_change end)`,
  describe(found) {
    if (found['is_paid'] !== 'true')
      return `${describeRow(found)} credits order ${found['no']}, which is not a paid order of this owner.`
    if (found['credits'] !== '1')
      return `Order ${found['no']} of owner ${found.owner_id} is paid and was credited ${found['credits']} times.`
    return `${describeRow(found)} credits ${found['given']} for order ${found['no']}, which was for ${found['num']}.`
  },
}

const rechargedTotals: Invariant = {
  name: 'recharged',
  condition: 'The total recharged of each main account is the sum of its paid orders.',
  query: (scope) => sql`with ${scopeOf(scope)}
    select b.owner_id, b.user_id, null as seq, b.recharged_cents as cents, p.paid from scope s join ${balances} b using (owner_id, user_id)
    cross join lateral (select coalesce(sum(amount_cents), 0) as paid from ${orders} o where o.owner_id = b.owner_id and o.pay_status = 'P' and b.user_id = b.owner_id) p
    where b.recharged_cents <> p.paid`,
  describe: (found) =>
    `${describeAccount(found)} has a total of ${found['cents']} cents recharged, but its paid orders add up to ${found['paid']}.`,
}

const charges: Invariant = {
  name: 'charges',
  condition:
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
  describe(found) {
    if (found['translation'] === null)
      return `${describeRow(found)} charges ${found['charged']} characters for a translation by characters that is not in the translation log.`
    if (found['times'] !== '1')
      return `${describeAccount(found)}: translation ${found['translation']} of ${found['chars']} characters was charged ${found['times']} times.`
    return `${describeRow(found)} charges ${found['charged']} characters for translation ${found['translation']}, which has ${found['chars']}.`
  },
}

const usedChars: Invariant = {
  name: 'used',
  condition:
    'The characters each account has used are the sum of its translations, which are numbered without a gap.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, sums as (select s.owner_id, s.user_id, s.translated_chars + coalesce(sum(t.chars), 0) as chars,
      max(t.seq) as seq, s.translation_seq + count(t.seq) as rows, coalesce(max(t.seq), s.translation_seq) as last
      from scope s left join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq
      group by s.owner_id, s.user_id, s.translated_chars, s.translation_seq)
    select s.owner_id, s.user_id, s.seq, b.used_chars as used, s.chars, s.rows, s.last from sums s join ${balances} b using (owner_id, user_id)
    where b.used_chars <> s.chars or s.rows <> s.last`,
  describe: (found) =>
    found['used'] === found['chars']
      ? `${describeAccount(found)} has ${found['rows']} translations, but the last is number ${found['last']}: translations are missing.`
      : `${describeAccount(found)} has a total of ${found['used']} characters used, but its translations add up to ${found['chars']}.`,
}

const dimensionColumns = sql.raw('channel_id, source, target, client_type')

const describeUsage = (found: Violation): string =>
  `by channel ${found['channel_id']} from ${found['source']} to ${found['target']} by ${found['client_type']} on ${found['day']}`
/** Columns of `expected e full join rolled r`. */
const usageDifferences = sql`${dimensionColumns}, coalesce(e.chars, 0) as chars, coalesce(r.chars, 0) as rolled, coalesce(e.count, 0) as count, coalesce(r.count, 0) as rolled_count`
const differsFromExpected = sql`e.chars is distinct from r.chars or e.count is distinct from r.count`

const usageByDay: Invariant = {
  name: 'usage by day',
  condition: 'Usage by day is what the translation log adds up to.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, since as (select s.owner_id, s.user_id, s.translation_seq = 0 as whole,
      greatest((min(t.at) at time zone ${scope.zone})::date, (s.until at time zone ${scope.zone} + interval '1 day' - interval '1 millisecond')::date) as day
      from scope s left join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.seq > s.translation_seq group by 1, 2, 3, s.until),
      expected as (select t.owner_id, t.user_id, (t.at at time zone ${scope.zone})::date as day, ${dimensionColumns}, sum(t.chars) as chars, count(*) as count from since s
        join ${translationLog} t on t.owner_id = s.owner_id and t.user_id = s.user_id and t.at >= s.day::timestamp at time zone ${scope.zone} group by 1, 2, 3, 4, 5, 6, 7),
      rolled as (select d.owner_id, d.user_id, d.day, ${dimensionColumns}, sum(d.chars) as chars, sum(d.count) as count from since s
        join ${usageDays} d on d.owner_id = s.owner_id and d.user_id = s.user_id and (s.whole or d.day >= s.day) group by 1, 2, 3, 4, 5, 6, 7)
    select owner_id, user_id, null as seq, day::text, ${usageDifferences}
    from expected e full join rolled r using (owner_id, user_id, day, ${dimensionColumns}) where ${differsFromExpected}`,
  describe: (found) =>
    `${describeAccount(found)} used ${found['chars']} characters in ${found['count']} translations ${describeUsage(found)}, but the usage by day says ${found['rolled']} in ${found['rolled_count']}.`,
}

/** Compares the sums of closed days: all in a full check, otherwise only the last three. */
const ownerUsageByDay: Invariant = {
  name: 'usage of all by day',
  condition: 'The usage of all of an owner’s accounts by day is that of each account by day.',
  query: (
    scope,
  ) => sql`with ${scopeOf(scope)}, closed as (select d.owner_id, max(d.day) as last, case when ${scope.full}::boolean then '-infinity'::date else max(d.day) - 3 end as before
      from (select distinct owner_id from scope) s join ${ownerDays} d using (owner_id) group by 1),
      expected as (select d.owner_id, d.day, ${dimensionColumns}, sum(d.chars) as chars, sum(d.count) as count from closed c
        join ${usageDays} d on d.owner_id = c.owner_id and d.day > c.before and d.day <= c.last group by 1, 2, 3, 4, 5, 6),
      rolled as (select d.* from closed c join ${ownerDays} d on d.owner_id = c.owner_id and d.day > c.before)
    select owner_id, null as user_id, null as seq, day::text, ${usageDifferences}
    from expected e full join rolled r using (owner_id, day, ${dimensionColumns}) where ${differsFromExpected}`,
  describe: (found) =>
    `The accounts of owner ${found.owner_id} used ${found['chars']} characters in ${found['count']} translations ${describeUsage(found)}, but the usage of all by day says ${found['rolled']} in ${found['rolled_count']}.`,
}

const closedAccounts: Invariant = {
  name: 'closed accounts',
  condition: 'The accounts of deleted users, and no others, are closed and empty.',
  query: (scope) => sql`with ${scopeOf(scope)}
    select b.owner_id, b.user_id, null as seq, (b.closed_at is not null)::text as closed, b.chars, b.voices, b.images
    from scope s join ${balances} b using (owner_id, user_id) join ${users} u using (owner_id, user_id)
    where (b.closed_at is null) <> (u.erased_at is null) or (b.closed_at is not null and b.chars + b.voices + b.images <> 0)`,
  describe: (found) =>
    `${describeAccount(found)} is ${found['closed'] === 'true' ? 'closed' : 'open'}, which its user is not, or is closed with something in it: ${found['chars']} characters, ${found['voices']} voice units, ${found['images']} images.`,
}

/** Invariants across logs: balanced transfers, one posting per order or translation, roll-ups. */
export const crossLogInvariants: readonly Invariant[] = [
  transfers,
  topUps,
  orderCredits,
  rechargedTotals,
  charges,
  usedChars,
  usageByDay,
  ownerUsageByDay,
  closedAccounts,
]

const describeOrder = ({ no, owner_id }: Violation): string => `Order ${no} of owner ${owner_id}`

const orderPayments: Invariant = {
  name: 'payments',
  condition:
    'Each paid order has one payment of a gateway, and each payment counts for one paid order.',
  query: (scope) => sql`with ${scopeOf(scope)},
      paid as (select o.owner_id, o.id, o.no, o.gateway_no from scope s join ${orders} o on o.owner_id = s.owner_id where s.user_id = s.owner_id and o.pay_status = 'P'),
      credited as (select p.* from scope s join ${payments} p on p.owner_id = s.owner_id where s.user_id = s.owner_id)
    select coalesce(o.owner_id, t.owner_id) as owner_id, coalesce(o.owner_id, t.owner_id) as user_id, null as seq, o.no, o.gateway_no as by, t.gateway_no as payment
    from paid o full join credited t on t.owner_id = o.owner_id and t.order_id = o.id
    where o.id is null or t.order_id is null or o.gateway_no is distinct from t.gateway_no`,
  describe(found) {
    if (found['no'] === null)
      return `Payment ${found['payment']} counts for an order of owner ${found.owner_id} that is not paid.`
    if (found['payment'] === null)
      return `${describeOrder(found)} is paid, but no payment of a gateway counts for it.`
    return `${describeOrder(found)} is paid by payment ${found['by']}, but payment ${found['payment']} counts for it.`
  },
}

const otherEvents = '( payPageOpened| asked)*'
const eventPatterns = {
  W: `^created${otherEvents}$`,
  P: `^created${otherEvents}( timedOut| cancelled)?${otherEvents}( paid| paidAfterClosing)${otherEvents}$`,
  T: `^created${otherEvents} timedOut${otherEvents}$`,
  C: `^created${otherEvents} cancelled${otherEvents}$`,
}

const orderEventSequence: Invariant = {
  name: 'orders in order',
  condition:
    'Orders are numbered without a gap and found by their number, and the events of each end with its status.',
  query: (scope) => sql`with ${scopeOf(scope)},
      numbered as (select o.owner_id, o.no, o.pay_status, o.seq as number, row_number() over (partition by o.owner_id order by o.seq) as place,
        n.order_id is distinct from o.id as lost,
        (select string_agg(e.event, ' ' order by e.seq) from ${orderEvents} e where e.owner_id = o.owner_id and e.order_id = o.id) as history
        from scope s join ${orders} o on o.owner_id = s.owner_id left join ${orderNumbers} n on n.no = o.no and n.owner_id = o.owner_id where s.user_id = s.owner_id)
    select owner_id, owner_id as user_id, null as seq, no, pay_status, number, place, lost::text, coalesce(history, '') as history from numbered
    where number <> place or lost or coalesce(history, '') !~ (${JSON.stringify(eventPatterns)}::json ->> pay_status)`,
  describe(found) {
    if (found['lost'] === 'true') return `${describeOrder(found)} is not found by its number.`
    if (found['number'] !== found['place'])
      return `${describeOrder(found)} is number ${found['number']}, where number ${found['place']} is expected.`
    return `${describeOrder(found)} is ${found['pay_status']}, but its events are: ${found['history']}.`
  },
}

const refundTotals: Invariant = {
  name: 'refunds',
  condition:
    'Settled refunds add up to no more than their order, account for their share of its quota, and what was refunded first is not credited.',
  query: (scope) => sql`with ${scopeOf(scope)},
      refunded as (select r.owner_id, r.order_id, sum(r.amount_cents) filter (where r.settled_at is not null) as cents,
        sum(r.taken + r.owed + r.waived) as charged, sum(r.taken) as taken,
        count(*) filter (where r.reason = 'notCredited' and r.vendor_state <> 'closed' and r.state <> 'void' and r.gateway_no in (o.gateway_no, '')) as earlier
        from scope s join ${refunds} r on r.owner_id = s.owner_id join ${orders} o on o.owner_id = r.owner_id and o.id = r.order_id
        where s.user_id = s.owner_id group by r.owner_id, r.order_id)
    select o.owner_id, o.owner_id as user_id, null as seq, o.no, r.cents, o.amount_cents as paid, r.charged, floor(o.num::numeric * r.cents / o.amount_cents) as due,
      (o.pay_status = 'P' and r.earlier > 0)::text as late, r.taken
    from refunded r join ${orders} o on o.owner_id = r.owner_id and o.id = r.order_id
    where (o.pay_status = 'P' and r.earlier > 0) or r.cents > o.amount_cents or r.charged <> coalesce(floor(o.num::numeric * r.cents / o.amount_cents), 0)
      or (r.taken > 0 and not exists (select 1 from ${accountLog} l where l.owner_id = o.owner_id and l.user_id = o.owner_id and l.log_type = 'SYS_ADJUST'
        and l.recharge_order_no = o.no))`,
  describe(found) {
    if (found['late'] === 'true')
      return `${describeOrder(found)} is paid, though its payment was refunded before.`
    if (BigInt(found['cents'] ?? 0) > BigInt(found['paid']!))
      return `${describeOrder(found)} is of ${found['paid']} cents, but refunds of ${found['cents']} cents were settled.`
    if (found['charged'] !== (found['due'] ?? '0'))
      return `${describeOrder(found)}: its refunds account for ${found['charged']} instead of ${found['due'] ?? 0}.`
    return `${describeOrder(found)}: ${found['taken']} were taken back for refunds, but no row says so.`
  },
}

const refundRequestRows: Invariant = {
  name: 'refund requests',
  condition:
    'Each request for a refund took its quota in one row, and has given it back in a second one if it is closed.',
  query: (scope) => sql`with ${scopeOf(scope)},
      requests as (select r.*, o.no, o.billing_mode from scope s join ${refundRequests} r on r.owner_id = s.owner_id
        join ${orders} o on o.owner_id = r.owner_id and o.id = r.order_id where s.user_id = s.owner_id),
      held as (select l.owner_id, l.refund_request_id as id, max(l.recharge_order_no) as no, min(l.seq) as begun, max(l.seq) as ended, count(*) as rows,
          min(coalesce(nullif(l.minute_change, 0), l.char_change)) as least, sum(coalesce(nullif(l.minute_change, 0), l.char_change)) as remains from scope s
        join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id and l.log_type = 'SYS_ADJUST' and l.refund_request_id is not null
        where s.user_id = s.owner_id group by 1, 2),
      turned as (select l.owner_id, l.seq from scope s join ${accountLog} l on l.owner_id = s.owner_id and l.user_id = s.user_id
          and l.log_type in ('SYS_MATRIX', 'MATRIX', 'RECHARGE_ORDER_BY_MEMBER_GROUP')
          and (l.before_channel_id, l.before_billing_mode) is distinct from (l.last_channel_id, l.last_billing_mode) where s.user_id = s.owner_id),
      paid as (select f.id, f.owner_id, f.order_id, f.amount_cents from scope s join ${refunds} f on f.owner_id = s.owner_id where s.user_id = s.owner_id and f.settled_at is not null)
    select coalesce(r.owner_id, h.owner_id) as owner_id, coalesce(r.owner_id, h.owner_id) as user_id, h.ended as seq, coalesce(r.no, h.no) as no, r.state,
      coalesce(r.taken, 0) as due, coalesce(h.rows, 0) as rows, coalesce(h.remains, 0) as left
    from requests r full join held h on h.owner_id = r.owner_id and h.id = r.id and h.no = r.no
      left join paid f on f.id = r.refund_id and f.owner_id = r.owner_id and f.order_id = r.order_id and f.amount_cents = r.amount_cents
    where r.id is null or h.least is distinct from -r.taken or h.rows <> case when r.state in ('asked', 'approved') then 1 else 2 end
      or (r.state = 'paid' and f.id is null)
      or (h.rows = 2 and h.remains <> 0 and not exists (select from turned t where t.owner_id = r.owner_id and t.seq between h.begun and h.ended))`,
  describe: (found) =>
    found['state'] === null
      ? `${describeOrder(found)}: ${found['rows']} rows move quota for a request for a refund that is not there.`
      : `${describeOrder(found)}: its request for a refund of ${found['due']} is ${found['state']}, but its ${found['rows']} rows add up to ${found['left']}.`,
}

/** Invariants of payments: gateway payments match paid orders, refunds and order events. */
export const paymentInvariants: readonly Invariant[] = [
  orderPayments,
  orderEventSequence,
  refundTotals,
  refundRequestRows,
]

const conservation: Invariant = {
  name: 'conservation',
  isGlobal: true,
  condition:
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
  describe: (found) =>
    found['changed'] === found['held']
      ? `All transfers of ${found['unit']} together change ${found['moved']} instead of nothing.`
      : `All accounts together hold ${found['held']} ${found['unit']}, but all rows together add up to ${found['changed']}.`,
}

const orphanedRows: Invariant = {
  name: 'owners of rows',
  isGlobal: true,
  condition: 'Each row of the account log belongs to an account.',
  query:
    () => sql`select l.owner_id, l.user_id, min(l.seq) as seq, count(*) as rows from ${accountLog} l
    where not exists (select 1 from ${balances} b where b.owner_id = l.owner_id and b.user_id = l.user_id) group by 1, 2`,
  describe: (found) =>
    `${describeRow(found)} and ${Number(found['rows']) - 1} more belong to an account that does not exist.`,
}

const guardConstraints = [
  'account_log_chars',
  'account_log_voices',
  'account_log_images',
  'account_log_transfers',
  'balances_chars',
  'balances_voices',
  'balances_images',
  'balances_closed',
]

/** The triggers, constraints and indexes that protect the ledger exist. */
export const databaseGuards: Invariant = {
  name: 'guards',
  isGlobal: true,
  condition:
    'The database itself refuses a negative balance, a changed row or statement and a second credit.',
  query: () => sql`select 0 as owner_id, null as user_id, null as seq, name from (
      select unnest(array['account_log_rows_stay', 'account_log_stays', 'statements_rows_stay', 'statements_stay']) as name, 'trigger' as kind
      union all select unnest(array[${sql.raw(guardConstraints.map((name) => `'${name}'`).join(', '))}]), 'constraint'
      union all select unnest(array['account_log_credit', 'payments_of_order']), 'index') asked
    where not exists (select 1 from pg_trigger t where kind = 'trigger' and t.tgname = name and t.tgrelid in ('account_log'::regclass, 'statements'::regclass) and t.tgenabled in ('O', 'A'))
      and not exists (select 1 from pg_constraint c where kind = 'constraint' and c.conname = name and c.convalidated)
      and not exists (select 1 from pg_class i join pg_index x on x.indexrelid = i.oid where kind = 'index' and i.relname = name and x.indisunique and x.indisvalid)`,
  describe: (found) => `The guard ${found['name']} is missing or switched off in the database.`,
}

export const systemInvariants: readonly Invariant[] = [conservation, orphanedRows, databaseGuards]
