/** Handlers to place, pay, query and cancel orders. */
import type { orders as calls } from '#contract/orders.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Order } from '#server/features/orders/table.ts'
import { closeOrder } from '#server/features/orders/payment/close-order.ts'
import { convertGatewayFailure } from '#server/features/orders/payment/call-gateway.ts'
import { openPayment, refuseUnlessOpen } from '#server/features/orders/payment/open-payment.ts'
import { pollByUser } from '#server/features/orders/payment/poll-gateway.ts'
import { lockOrder, getOwnOrder } from '#server/features/orders/find-order.ts'
import { readLastBought } from '#server/features/orders/read-last-bought.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { recordOrderEvent } from '#server/features/orders/order-events.ts'
import {
  externalHandler,
  type Handler,
  type Handlers,
  type SignedCall,
} from '#server/http/handler.ts'
import { readOrderPage, readOrderDetails, readPayStatus } from '#server/features/orders/queries.ts'
import { ApiError } from '#server/http/errors.ts'

const pageOrders: Handler<typeof calls.page> = (query, { db, reads, me, settings }) =>
  readOrderPage({ db, reads }, me.ownerId, query, settings.timeZone)

const getOrder: Handler<typeof calls.get> = async ({ id }, { db, me, settings }) => {
  const found = await readOrderDetails(db, me.ownerId, String(id), settings.timeZone)
  if (!found) throw new ApiError('notFound')
  return found
}

/**
 * If the gateway fails, the order remains and can be paid later from the order list. A refusal is not
 * stored, since the link that pays again has the same key until an order is placed.
 */
const payOrder = externalHandler<typeof calls.pay>(
  async ({ memberGroupId, salesNum, payChannel }, call) => {
    const { me, gateways, key } = call
    if (!gateways.has(payChannel)) throw new ApiError('payChannelOff')
    const order = await placeOrder(call, {
      ownerId: me.ownerId,
      packageId: memberGroupId,
      salesNum,
      payChannel,
      idempotencyKey: key,
      onPlaced: (tx, { no }) => call.audit(tx, { objects: [no] }),
    })
    return preparePayment(call, order)
  },
  { storesRefusals: false },
)

const payOrderAgain = externalHandler<typeof calls.payAgain>(async ({ id }, call) => {
  const { db, me, clock } = call
  const order = await getOwnOrder(db, me.ownerId, id)
  const payment = await preparePayment(call, order)
  await transaction(db, async (tx) =>
    recordOrderEvent(tx, await lockOrder(tx, order), 'payPageOpened', clock()),
  )
  return payment
})

const getLastBought: Handler<typeof calls.lastBought> = (
  _,
  { db, me, gateways, clock, settings },
) => readLastBought(db, me.ownerId, gateways, { now: clock(), zone: settings.timeZone })

const getPayInfo: Handler<typeof calls.payInfo> = async ({ id }, { reads, me }) => {
  const payStatus = await readPayStatus(reads, me.ownerId, String(id))
  if (!payStatus) throw new ApiError('notFound')
  return { payStatus }
}

/** Repeated calls within the rate limit return without querying the gateway. */
const checkPayment: Handler<typeof calls.flush> = async ({ id }, call) => {
  const order = await getOwnOrder(call.db, call.me.ownerId, id)
  await pollByUser(call, order)
  return null
}

/** Cancelling a cancelled order succeeds. */
const cancelOrder = externalHandler<typeof calls.cancel>(async ({ id }, call) => {
  const order = await getOwnOrder(call.db, call.me.ownerId, id)
  if (order.payStatus === 'C') return null
  refuseUnlessOpen(order)
  const payStatus = await convertGatewayFailure(call, order, () =>
    closeOrder(call, order, 'C', (tx) => call.audit(tx, { objects: [order.no] })),
  )
  if (payStatus !== 'C') refuseUnlessOpen({ payStatus })
  return null
})

const getPayChannels: Handler<typeof calls.payChannels> = async (_, { gateways }) => [
  ...gateways.keys(),
]

async function preparePayment(call: SignedCall, order: Order) {
  const payer = { userId: call.me.userId, ip: call.ip, host: call.host }
  const scanQRCodeUrl = await convertGatewayFailure(call, order, () =>
    openPayment(call, order, payer),
  )
  return { scanQRCodeUrl, orderId: order.id, orderNo: order.no }
}

export const orderHandlers: Omit<Handlers['orders'], 'quote'> = {
  page: pageOrders,
  get: getOrder,
  pay: payOrder,
  payAgain: payOrderAgain,
  payInfo: getPayInfo,
  flush: checkPayment,
  cancel: cancelOrder,
  payChannels: getPayChannels,
  lastBought: getLastBought,
}
