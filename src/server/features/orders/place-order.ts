/** Places an order at the current price of the package. */
import { and, eq, gt, lt } from 'drizzle-orm'
import { times } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/open.ts'
import { nextNumbers } from '#server/platform/db/running-numbers.ts'
import { orderNumbers, orders } from '#server/schema.ts'
import type { Order } from '#server/features/orders/table.ts'
import { transaction } from '#server/platform/db/db.ts'
import { lockActiveAccount } from '#server/features/accounts/cancellation/lock-active-account.ts'
import { entitlementNow } from '#server/features/accounts/account-group.ts'
import { nextWhileWaiting, schedulePoll } from '#server/features/orders/poll-schedule.ts'
import { openOrders } from '#server/features/orders/find-order.ts'
import { newOrderNo } from '#server/features/orders/order-number.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import { afterOrder, type Bought } from '#server/features/packages/entitlement.ts'
import type { PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { packageOnSale, pricesNow } from '#server/features/packages/price-list.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'crypto' | 'settings' | 'rates'>
export type OrderRequest = {
  ownerId: string
  groupId: string | number
  salesNum: number
  payChannel: PayChannelCode
  /** Idempotency key: a repeated request returns the same order. */
  wishKey: string
}

/** Maximum number of unpaid orders per owner. */
const mostOpen = 20

/**
 * Throws ApiError `notFound` for a package that is not on sale, `tooManyOrders`, `sessionEnded` for
 * a cancelled account, or ExceedsLimit.
 */
export async function placeOrder(needs: Needs, expected: OrderRequest): Promise<Order> {
  const begun = await orderOfWish(needs, expected)
  if (begun) return begun
  try {
    return await transaction(needs.db, (tx) => insertOrder(tx, needs, expected))
  } catch (reason) {
    const placed = await orderOfWish(needs, expected)
    if (placed) return placed
    throw reason
  }
}

/** Keys expire with the idempotency period; an older order's key is cleared. */
async function orderOfWish(
  { db, clock }: Needs,
  { ownerId, wishKey }: OrderRequest,
): Promise<Order | undefined> {
  const ofWish = and(eq(orders.ownerId, ownerId), eq(orders.wishKey, wishKey))
  const [order] = await db.select().from(orders).where(ofWish)
  if (!order) return undefined
  const forgotten = new Date(clock().getTime() - times.idempotency)
  if (order.createdAt > forgotten) return order
  await db
    .update(orders)
    .set({ wishKey: null })
    .where(and(ofWish, lt(orders.createdAt, forgotten)))
  return undefined
}

async function insertOrder(
  tx: Db,
  needs: Needs,
  { ownerId, groupId, salesNum, payChannel, wishKey }: OrderRequest,
): Promise<Order> {
  const group = await packageOnSale(tx, groupId)
  const now = needs.clock()
  await lockActiveAccount(tx, ownerId)
  // Taking a number serialises the owner's orders, so the list of open orders is complete.
  const { order: number } = await nextNumbers(tx, { ownerId, userId: ownerId }, ['order'], now)
  const open = await openOrders(tx, ownerId)
  if (open.length >= mostOpen) throw new ApiError('tooManyOrders')
  await refuseTooOften(tx, ownerId, needs.rates.ordersPerHour, now)
  const num = group.num * salesNum
  await refuseTooMuch(tx, ownerId, [...open, { ...group, num }], now)
  const [order] = await tx
    .insert(orders)
    .values({
      ownerId,
      no: await freeNumber(tx, needs, ownerId, number.at),
      seq: number.seq,
      payChannel,
      payStatus: 'W',
      memberGroupId: group.id,
      groupName: group.name,
      groupEnName: group.enName,
      channelId: group.channelId,
      billingMode: group.billingMode,
      salesNum,
      num,
      amountCents: group.priceCents * salesNum,
      createdAt: number.at,
      wishKey,
    })
    .returning()
  await tx.update(orderNumbers).set({ orderId: order!.id }).where(eq(orderNumbers.no, order!.no))
  await recordOrderEvent(tx, order!, 'created', number.at)
  await schedulePoll(tx, order!, nextWhileWaiting(order!, 0, now))
  return order!
}

/**
 * Rate limit, because each order writes several rows and calls a gateway. Throws ApiError
 * `tooManyOrders`.
 */
async function refuseTooOften(tx: Db, ownerId: string, max: number, now: Date): Promise<void> {
  if (max === Infinity) return
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const lately = await tx.$count(
    orders,
    and(eq(orders.ownerId, ownerId), gt(orders.createdAt, hourAgo)),
  )
  if (lately >= max)
    throw new ApiError('tooManyOrders', {
      because: { reason: 'ordersOfTheHour', values: { most: max } },
    })
}

/**
 * All unpaid orders together with this one must fit the account's limits, because each may still be
 * paid.
 */
async function refuseTooMuch(
  tx: Db,
  ownerId: string,
  ordered: readonly Bought[],
  now: Date,
): Promise<void> {
  const prices = await pricesNow(tx)
  let standing = await entitlementNow(tx, ownerId)
  for (const bought of ordered) standing = afterOrder(standing, bought, prices, now).after
}

/** Reserves an unused order number. */
async function freeNumber(
  tx: Db,
  { crypto, settings }: Needs,
  ownerId: string,
  at: Date,
): Promise<string> {
  for (let tries = 0; tries < 10; tries++) {
    const no = newOrderNo(crypto, at, settings.timeZone)
    const taken = await tx
      .insert(orderNumbers)
      .values({ no, ownerId, orderId: '0' })
      .onConflictDoNothing()
      .returning()
    if (taken.length > 0) return no
  }
  throw new Error('Ten order numbers in a row were taken.')
}
