/** Invariant between fapiao, orders and refunds. */
import { sql } from 'drizzle-orm'
import { fapiaoOrders, fapiaos } from '#server/features/fapiaos/table.ts'
import { type Invariant, scopeOf } from '#server/features/ledger/reconciliation/invariant.ts'
import { orders, refunds } from '#server/features/orders/table.ts'

const sums: Invariant = {
  name: 'fapiao',
  condition:
    'Each fapiao that is asked for, being issued or issued is for the sum of its orders, each of them paid and with no more than was not refunded; with no more than was paid while it is being issued or has to be reversed.',
  query: (scope) => sql`with ${scopeOf(scope)},
      live as (select r.owner_id, r.id, r.amount, r.state, f.order_id, f.amount_cents as cents from scope s join ${fapiaos} r on r.owner_id = s.owner_id and r.state in ('asked', 'issuing', 'issued', 'toReverse')
        left join ${fapiaoOrders} f on f.owner_id = r.owner_id and f.fapiao_id = r.id and f.is_live where s.user_id = s.owner_id),
      kept as (select l.*, o.no, o.amount_cents - case when l.state in ('issuing', 'toReverse') then 0 else coalesce((select sum(b.amount_cents) from ${refunds} b
          where b.owner_id = o.owner_id and b.order_id = o.id and b.settled_at is not null), 0) end as left, o.pay_status
        from live l join ${orders} o on o.owner_id = l.owner_id and o.id = l.order_id)
    select owner_id, owner_id as user_id, null as seq, id::text, no, cents, k.left from kept k where pay_status <> 'P' or cents > k.left
    union all select owner_id, owner_id, null, id::text, null, max(amount), coalesce(sum(cents), 0) from live group by owner_id, id having max(amount) <> coalesce(sum(cents), 0)`,
  describe: (found) =>
    found['no'] === null
      ? `Fapiao ${found['id']} of owner ${found.owner_id} is over ${found['cents']} cents, but its orders add up to ${found['left']}.`
      : `Fapiao ${found['id']} of owner ${found.owner_id} has ${found['cents']} cents of order ${found['no']}, of which ${found['left']} can be invoiced.`,
}

export const fapiaoInvariants: readonly Invariant[] = [sums]
