/** Invariants of paying: the money of gateways and the paid orders are the same, and each order is told as it is. */
import { sql } from 'drizzle-orm'
import { orderEvents, orderNumbers, orders, payments } from '#server/db/schema.ts'
import type { Broken, Invariant } from '#server/reconcile/invariant.ts'
import { scopeOf } from '#server/reconcile/scope.ts'

const order = ({ no, owner_id }: Broken): string => `Order ${no} of owner ${owner_id}`

const paid: Invariant = {
  name: 'payments',
  holds: 'Each paid order has one payment of a gateway, and each payment counts for one paid order.',
  query: (scope) => sql`with ${scopeOf(scope)},
      paid as (select o.owner_id, o.id, o.no, o.gateway_no from scope s join ${orders} o on o.owner_id = s.owner_id where s.user_id = s.owner_id and o.pay_status = 'P'),
      told as (select p.* from scope s join ${payments} p on p.owner_id = s.owner_id where s.user_id = s.owner_id)
    select coalesce(o.owner_id, t.owner_id) as owner_id, coalesce(o.owner_id, t.owner_id) as user_id, null as seq, o.no, o.gateway_no as by, t.gateway_no as payment
    from paid o full join told t on t.owner_id = o.owner_id and t.order_id = o.id
    where o.id is null or t.order_id is null or o.gateway_no is distinct from t.gateway_no`,
  say(found) {
    if (found['no'] === null) return `Payment ${found['payment']} counts for an order of owner ${found.owner_id} that is not paid.`
    if (found['payment'] === null) return `${order(found)} is paid, but no payment of a gateway counts for it.`
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

const told: Invariant = {
  name: 'orders in order',
  holds: 'Orders are numbered without a gap and found by their number, and what is told of each ends as it stands.',
  query: (scope) => sql`with ${scopeOf(scope)},
      told as (select o.owner_id, o.no, o.pay_status, o.seq as number, row_number() over (partition by o.owner_id order by o.seq) as place,
        n.order_id is distinct from o.id as lost,
        (select string_agg(e.event, ' ' order by e.seq) from ${orderEvents} e where e.owner_id = o.owner_id and e.order_id = o.id) as story
        from scope s join ${orders} o on o.owner_id = s.owner_id left join ${orderNumbers} n on n.no = o.no and n.owner_id = o.owner_id where s.user_id = s.owner_id)
    select owner_id, owner_id as user_id, null as seq, no, pay_status, number, place, lost::text, coalesce(story, '') as story from told
    where number <> place or lost or coalesce(story, '') !~ (${JSON.stringify(stories)}::json ->> pay_status)`,
  say(found) {
    if (found['lost'] === 'true') return `${order(found)} is not found by its number.`
    if (found['number'] !== found['place']) return `${order(found)} is number ${found['number']}, where number ${found['place']} is expected.`
    return `${order(found)} is ${found['pay_status']}, but what is told of it is: ${found['story']}.`
  },
}

export const paying: readonly Invariant[] = [paid, told]
