/** Invariants of payments: gateway payments match paid orders, refunds and order events. */
import { sql } from 'drizzle-orm'
import { accountLog, orderEvents, orderNumbers, orders, payments, refunds } from '#server/schema.ts'
import type { Violation, Invariant } from '#server/features/ledger/reconciliation/invariant.ts'
import { scopeOf } from '#server/features/ledger/reconciliation/scope.ts'

const order = ({ no, owner_id }: Violation): string => `Order ${no} of owner ${owner_id}`

const paid: Invariant = {
  name: 'payments',
  holds:
    'Each paid order has one payment of a gateway, and each payment counts for one paid order.',
  query: (scope) => sql`with ${scopeOf(scope)},
      paid as (select o.owner_id, o.id, o.no, o.gateway_no from scope s join ${orders} o on o.owner_id = s.owner_id where s.user_id = s.owner_id and o.pay_status = 'P'),
      told as (select p.* from scope s join ${payments} p on p.owner_id = s.owner_id where s.user_id = s.owner_id)
    select coalesce(o.owner_id, t.owner_id) as owner_id, coalesce(o.owner_id, t.owner_id) as user_id, null as seq, o.no, o.gateway_no as by, t.gateway_no as payment
    from paid o full join told t on t.owner_id = o.owner_id and t.order_id = o.id
    where o.id is null or t.order_id is null or o.gateway_no is distinct from t.gateway_no`,
  say(found) {
    if (found['no'] === null)
      return `Payment ${found['payment']} counts for an order of owner ${found.owner_id} that is not paid.`
    if (found['payment'] === null)
      return `${order(found)} is paid, but no payment of a gateway counts for it.`
    return `${order(found)} is paid by payment ${found['by']}, but payment ${found['payment']} counts for it.`
  },
}

const between = '( payPageOpened| asked)*'
const stories = {
  W: `^created${between}$`,
  P: `^created${between}( timedOut| cancelled)?${between}( paid| paidAfterClosing)${between}$`,
  T: `^created${between} timedOut${between}$`,
  C: `^created${between} cancelled${between}$`,
}

const result: Invariant = {
  name: 'orders in order',
  holds:
    'Orders are numbered without a gap and found by their number, and what is told of each ends as it stands.',
  query: (scope) => sql`with ${scopeOf(scope)},
      told as (select o.owner_id, o.no, o.pay_status, o.seq as number, row_number() over (partition by o.owner_id order by o.seq) as place,
        n.order_id is distinct from o.id as lost,
        (select string_agg(e.event, ' ' order by e.seq) from ${orderEvents} e where e.owner_id = o.owner_id and e.order_id = o.id) as story
        from scope s join ${orders} o on o.owner_id = s.owner_id left join ${orderNumbers} n on n.no = o.no and n.owner_id = o.owner_id where s.user_id = s.owner_id)
    select owner_id, owner_id as user_id, null as seq, no, pay_status, number, place, lost::text, coalesce(story, '') as story from told
    where number <> place or lost or coalesce(story, '') !~ (${JSON.stringify(stories)}::json ->> pay_status)`,
  say(found) {
    if (found['lost'] === 'true') return `${order(found)} is not found by its number.`
    if (found['number'] !== found['place'])
      return `${order(found)} is number ${found['number']}, where number ${found['place']} is expected.`
    return `${order(found)} is ${found['pay_status']}, but what is told of it is: ${found['story']}.`
  },
}

const refunded: Invariant = {
  name: 'refunds',
  holds:
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
  say(found) {
    if (found['late'] === 'true')
      return `${order(found)} is paid, though its payment was refunded before.`
    if (BigInt(found['cents'] ?? 0) > BigInt(found['paid']!))
      return `${order(found)} is of ${found['paid']} cents, but refunds of ${found['cents']} cents were settled.`
    if (found['charged'] !== (found['due'] ?? '0'))
      return `${order(found)}: its refunds account for ${found['charged']} instead of ${found['due'] ?? 0}.`
    return `${order(found)}: ${found['taken']} were taken back for refunds, but no row says so.`
  },
}

export const paymentInvariants: readonly Invariant[] = [paid, result, refunded]
