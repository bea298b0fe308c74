/** Places an order at the current price, once per idempotency key. */
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orderNumbers, orders, type Order } from '#server/features/orders/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { times } from '#contract/limits.ts'
import { assignNextNumbers } from '#server/platform/db/running-numbers.ts'
import { transaction, onlyRow } from '#server/platform/db/db.ts'
import { lockActiveAccount } from '#server/features/accounts/index.ts'
import {
  readEntitlement,
  applyOrder,
  computeOrderAmount,
  type OrderedQuota,
  getPackageOnSale,
  readPriceList,
} from '#server/features/packages/index.ts'
import { nextPoll, schedulePoll } from '#server/features/orders/payment/poll-schedule.ts'
import type { PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { listOpenOrders } from '#server/features/orders/find-order.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'

type PlaceDeps = Pick<Dependencies, 'db' | 'clock' | 'crypto' | 'settings' | 'rates'>

/** An order to place. */
type OrderRequest = {
  ownerId: string
  packageId: string | number
  salesNum: number
  payChannel: PayChannelCode
  /** Idempotency key: a repeated request returns the same order. */
  idempotencyKey: string
  /** Called in the transaction of a new order. */
  onPlaced?: (tx: Db, order: Order) => Promise<void>
}

/** Maximum number of unpaid orders per owner. */
const maxOpenOrders = 20

/**
 * Places an order at the current price. Throws ApiError `notFound` for a package that is not on
 * sale, `tooManyOrders`, `sessionEnded` for a cancelled account, or ExceedsLimit.
 */
export async function placeOrder(deps: PlaceDeps, request: OrderRequest): Promise<Order> {
  const existing = await findOrderByKey(deps, request)
  if (existing) return existing
  try {
    return await transaction(deps.db, (tx) => insertOrder(tx, deps, request))
  } catch (reason) {
    const placed = await findOrderByKey(deps, request)
    if (placed) return placed
    throw reason
  }
}

/** Keys expire with the idempotency period; an older order's key is cleared. */
async function findOrderByKey(
  { db, clock }: PlaceDeps,
  { ownerId, idempotencyKey }: OrderRequest,
): Promise<Order | undefined> {
  const isSameRequest = and(eq(orders.ownerId, ownerId), eq(orders.idempotencyKey, idempotencyKey))
  const [order] = await db.select().from(orders).where(isSameRequest)
  if (!order) return undefined
  const expiry = new Date(clock().getTime() - times.idempotencyKeyLifetime)
  if (order.createdAt > expiry) return order
  await db
    .update(orders)
    .set({ idempotencyKey: null })
    .where(and(isSameRequest, lt(orders.createdAt, expiry)))
  return undefined
}

async function insertOrder(
  tx: Db,
  deps: PlaceDeps,
  { ownerId, packageId, salesNum, payChannel, idempotencyKey, onPlaced }: OrderRequest,
): Promise<Order> {
  const sold = await getPackageOnSale(tx, packageId)
  const now = deps.clock()
  await lockActiveAccount(tx, ownerId)
  // Taking a number serialises the owner's orders, so the list of open orders is complete.
  const { order: orderNumber } = await assignNextNumbers(
    tx,
    { ownerId, userId: ownerId },
    ['order'],
    now,
  )
  const openOrders = await listOpenOrders(tx, ownerId)
  if (openOrders.length >= maxOpenOrders) throw new ApiError('tooManyOrders')
  await refuseTooFrequentOrders(tx, ownerId, deps.rates.ordersPerHour, now)
  const num = sold.num * salesNum
  await refuseExceedingOrders(tx, ownerId, [...openOrders, { ...sold, num }], now)
  const order = onlyRow(
    await tx
      .insert(orders)
      .values({
        ownerId,
        no: await reserveOrderNumber(tx, deps, ownerId, orderNumber.at),
        seq: orderNumber.seq,
        payChannel,
        payStatus: 'W',
        memberGroupId: sold.id,
        groupName: sold.name,
        groupEnName: sold.enName,
        channelId: sold.channelId,
        billingMode: sold.billingMode,
        salesNum,
        num,
        amountCents: computeOrderAmount(sold.priceCents, salesNum),
        createdAt: orderNumber.at,
        idempotencyKey,
      })
      .returning(),
  )
  await tx.update(orderNumbers).set({ orderId: order.id }).where(eq(orderNumbers.no, order.no))
  await recordOrderEvent(tx, order, 'created', orderNumber.at)
  await schedulePoll(tx, order, nextPoll(order, {}, now))
  await onPlaced?.(tx, order)
  return order
}

/**
 * Rate limit, because each order writes several rows and calls a gateway. Throws ApiError
 * `tooManyOrders`.
 */
async function refuseTooFrequentOrders(
  tx: Db,
  ownerId: string,
  maxPerHour: number,
  now: Date,
): Promise<void> {
  if (maxPerHour === Infinity) return
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const recent = await tx.$count(
    orders,
    and(eq(orders.ownerId, ownerId), gt(orders.createdAt, hourAgo)),
  )
  if (recent >= maxPerHour)
    throw new ApiError('tooManyOrders', {
      reason: { key: 'ordersOfTheHour', values: { limit: maxPerHour } },
    })
}

/**
 * All unpaid orders together with this one must fit the account's limits, because each may still be
 * paid. Throws ExceedsLimit.
 */
async function refuseExceedingOrders(
  tx: Db,
  ownerId: string,
  ordered: readonly OrderedQuota[],
  now: Date,
): Promise<void> {
  const prices = await readPriceList(tx)
  let entitlement = await readEntitlement(tx, ownerId)
  for (const order of ordered) entitlement = applyOrder(entitlement, order, prices, now).after
}

/** Reserves an unused order number. Its `orderId` is 0 until the order is inserted. */
async function reserveOrderNumber(
  tx: Db,
  { crypto, settings }: PlaceDeps,
  ownerId: string,
  at: Date,
): Promise<string> {
  for (let tries = 0; tries < 10; tries++) {
    const no = createOrderNo(crypto, at, settings.timeZone)
    const inserted = await tx
      .insert(orderNumbers)
      .values({ no, ownerId, orderId: '0' })
      .onConflictDoNothing()
      .returning()
    if (inserted.length > 0) return no
  }
  throw new Error('Ten order numbers in a row were taken.')
}

/** Of the random texts, base64url. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const randomDigits = 8

/**
 * Time in the business time zone plus eight random digits: 22 digits, which every gateway accepts.
 */
function createOrderNo({ random }: Pick<Crypto, 'random'>, now: Date, timeZone: string): string {
  const time = now.toLocaleString('sv-SE', { timeZone }).replace(/\D/g, '')
  const randomNumber = Array.from(random(24)).reduce(
    (sum, letter) => (sum * alphabet.length + alphabet.indexOf(letter)) % 10 ** randomDigits,
    0,
  )
  return time + String(randomNumber).padStart(randomDigits, '0')
}
