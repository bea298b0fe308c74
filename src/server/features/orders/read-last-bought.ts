/** Reads what an account bought last, and how it is bought once more. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { OutputOf } from '#contract/endpoint.ts'
import type { orders as calls } from '#contract/orders.ts'
import { listOpenOrders } from '#server/features/orders/find-order.ts'
import type { Gateways, PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { closingTime } from '#server/features/orders/payment/poll-schedule.ts'
import { orderFields } from '#server/features/orders/queries.ts'
import { orders, refunds } from '#server/features/orders/table.ts'
import { computeOrderAmount, readMainMembership } from '#server/features/packages/index.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'

type LastBought = OutputOf<typeof calls.lastBought>
type Time = { now: Date; zone: string }

/** Milliseconds that an order to pay again can still be paid at least. */
const leastTimeLeft = 120_000

/**
 * An order that waits for the same payment is `pending`. Otherwise the next one is placed under `key`,
 * which is the same until it has been, so that several tabs and devices place one.
 */
export async function readLastBought(
  db: Db,
  ownerId: string,
  gateways: Gateways,
  { now, zone }: Time,
): Promise<LastBought> {
  const owned = eq(orders.ownerId, ownerId)
  const [latest] = await db
    .select({ no: orders.no })
    .from(orders)
    .where(owned)
    .orderBy(desc(orders.seq))
    .limit(1)
  const [last] = await db
    .select()
    .from(orders)
    .where(and(owned, eq(orders.payStatus, sql`'P'`), isNotRefunded))
    .orderBy(desc(orders.seq))
    .limit(1)
  if (!latest || !last) return { problem: 'none' }
  const [sold] = await db.select().from(memberGroups).where(eq(memberGroups.id, last.memberGroupId))
  if (!sold?.onSale) return { problem: 'notOnSale' }
  const { mode, channelId } = await readMainMembership(db, ownerId)
  const memberGroupId = sold.id
  if (mode !== sold.billingMode || channelId !== sold.channelId)
    return { problem: 'converts', memberGroupId }
  const payChannel = choosePayChannel(gateways, last.payChannel)
  if (!payChannel) return { problem: 'noPayChannel', memberGroupId }
  const { salesNum } = last
  const amount = computeOrderAmount(sold.priceCents, salesNum)
  const equal = (await listOpenOrders(db, ownerId)).findLast(
    (order) =>
      order.memberGroupId === memberGroupId &&
      order.salesNum === salesNum &&
      order.amountCents === amount &&
      showsCode(gateways, order.payChannel) &&
      closingTime(order).getTime() - now.getTime() >= leastTimeLeft,
  )
  const [pending] = equal
    ? await db
        .select(orderFields(zone))
        .from(orders)
        .where(and(owned, eq(orders.id, equal.id)))
    : []
  return {
    memberGroupId,
    memberGroupName: sold.name,
    memberGroupEnName: sold.enName,
    salesNum,
    payChannel,
    amount,
    key: `after-${latest.no}-${payChannel}-${memberGroupId}-${salesNum}`,
    ...(pending && { pending }),
  }
}

const isNotRefunded = sql`not exists (select from ${refunds} r where r.owner_id = ${orders.ownerId} and r.order_id = ${orders.id} and r.state <> 'void')`

/** Whether a channel is offered and shows a code; ALI_NATIVE leads to a form of the gateway. */
const showsCode = (gateways: Gateways, channel: PayChannelCode) =>
  gateways.has(channel) && channel !== 'ALI_NATIVE'

/** The channel of the last payment if it shows a code, else the first that does. */
const choosePayChannel = (gateways: Gateways, last: PayChannelCode): PayChannelCode | undefined =>
  [last, ...gateways.keys()].find((channel) => showsCode(gateways, channel))
