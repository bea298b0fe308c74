/** Places and pays orders in the reference server. */
import { call } from '#client/api/call.ts'
import { orders, type Order } from '#contract/orders.ts'
import { billOf, payBill } from '#server/features/orders/payment/sandbox/vendor.ts'
import { webCrypto } from '#mocks/web-crypto.ts'
import type { World } from '#mocks/world.ts'

/** Orders one standard package as the signed-in user. */
export async function placeOrder(payChannel: Order['payChannel'] = 'WC_NATIVE'): Promise<Order> {
  const { orderId } = await call(orders.pay, { memberGroupId: '2', salesNum: 1, payChannel })
  return readOrder(orderId)
}

export const readOrder = async (id: Order['id']): Promise<Order> => call(orders.get, { id })

/** Pays at the sandbox without a notification, as if it got lost. */
export async function payWithoutNotification(
  { db }: Pick<World, 'db'>,
  { no }: Pick<Order, 'no'>,
): Promise<void> {
  const bill = await billOf(db, no)
  if (!bill || !(await payBill({ db, clock: () => new Date(), crypto: webCrypto }, bill.token)))
    throw new Error(`${no} can't be paid.`)
}
