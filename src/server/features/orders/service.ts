/** Finds, locks and places orders, records their events, and creates operators' refusals. */
import { and, asc, eq, sql, desc, gt, lt } from 'drizzle-orm'
import { isId } from '#server/platform/db/columns.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#server/platform/db/open.ts'
import { orderNumbers, orders, orderEvents } from '#server/features/orders/table.ts'
import type { Order } from '#server/features/orders/table.ts'
import { ApiError, reasonWith, type ReasonValues } from '#server/http/errors.ts'
import type { OperatorReason } from '#locales/operator-refusals.ts'
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
import type { Call } from '#server/http/handler.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'

/**
 * Dependencies of the functions that change orders and their payments; jobs have no turn to yield.
 */
export type OrderDeps = Pick<
  Dependencies,
  'db' | 'gateways' | 'events' | 'clock' | 'isClockTrusted' | 'log'
> &
  Partial<Pick<Call, 'yieldTurn'>>

export type OrderKey = Pick<Order, 'ownerId' | 'id'>

export const whereOrder = ({ ownerId, id }: OrderKey) =>
  and(eq(orders.ownerId, ownerId), eq(orders.id, id))

export async function findOrder(db: Db, key: OrderKey): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(whereOrder(key))
  return order
}

/** Throws ApiError `notFound`, also for another owner's order. */
export async function getOwnOrder(db: Db, ownerId: string, id: string | number): Promise<Order> {
  const order = isId(String(id)) ? await findOrder(db, { ownerId, id: String(id) }) : undefined
  if (!order) throw new ApiError('notFound')
  return order
}

export const listOpenOrders = (db: Db, ownerId: string): Promise<Order[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), eq(orders.payStatus, sql`'W'`)))
    .orderBy(asc(orders.seq))

export async function findOrderByNo(db: Db, no: string): Promise<Order | undefined> {
  const [number] = await db.select().from(orderNumbers).where(eq(orderNumbers.no, no))
  return number && findOrder(db, { ownerId: number.ownerId, id: number.orderId })
}

/**
 * Reads the order and locks its row until the transaction ends. Lock the owner's account first if
 * it changes too.
 */
export async function lockOrder(tx: Db, key: OrderKey): Promise<Order> {
  const [order] = await tx.select().from(orders).where(whereOrder(key)).for('update')
  if (!order) throw new Error(`Order ${key.id} of owner ${key.ownerId} is gone.`)
  return order
}

type OrderEventName = (typeof orderEvents.$inferInsert)['event']

/**
 * The order must be row-locked, so that event numbers have no gaps. Consecutive `asked` events are
 * merged into one with the later time.
 */
export async function recordOrderEvent(
  tx: Db,
  { ownerId, id }: OrderKey,
  event: OrderEventName,
  at: Date,
): Promise<void> {
  const ofOrder = and(eq(orderEvents.ownerId, ownerId), eq(orderEvents.orderId, id))
  const [last] = await tx
    .select()
    .from(orderEvents)
    .where(ofOrder)
    .orderBy(desc(orderEvents.seq))
    .limit(1)
  if (last?.event === 'asked' && event === 'asked') {
    await tx
      .update(orderEvents)
      .set({ at })
      .where(and(ofOrder, eq(orderEvents.seq, last.seq)))
    return
  }
  await tx
    .insert(orderEvents)
    .values({ ownerId, orderId: id, seq: (last?.seq ?? 0) + 1, event, at })
}

const notFoundReasons: readonly OperatorReason[] = ['orderUnknown', 'refundUnknown']

/** Refusal of an operator's request about an order, a payment or a refund. */
export const createRefusal = <K extends OperatorReason>(
  key: K,
  values: ReasonValues[K],
): ApiError =>
  new ApiError(notFoundReasons.includes(key) ? 'notFound' : 'invalid', {
    reason: reasonWith(key, values),
  })

type PlaceDeps = Pick<Dependencies, 'db' | 'clock' | 'crypto' | 'settings' | 'rates'>

/** An order to place. */
type OrderRequest = {
  ownerId: string
  packageId: string | number
  salesNum: number
  payChannel: PayChannelCode
  /** Idempotency key: a repeated request returns the same order. */
  idempotencyKey: string
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
  { ownerId, packageId, salesNum, payChannel, idempotencyKey }: OrderRequest,
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
