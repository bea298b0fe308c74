/** Opens the order list, and places and pays orders in the reference server. */
import type { Resource } from '#console/engine/resource.ts'
import { openConsolePage, sessionOf } from '#tests/support/browser/console.tsx'
import { call } from '#client/api/call.ts'
import { orders, type Order } from '#contract/orders.ts'
import { findBillByOrder, payBill } from '#server/features/orders/payment/sandbox/bills.ts'
import { webCrypto, type DemoServer } from '#mocks/demo-server.ts'

const files = import.meta.glob<{ default: Resource }>('/resources/{orders,recharge,account-log}.ts')
const pages = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([path, load]) => [path, await load()] as const),
    ),
  )

/** Opens the order list with the console pages it links to. */
export const openOrders = (
  query = '',
  { as = 'demo', lang = 'zh' }: { as?: string; lang?: 'zh' | 'en' } = {},
) => openConsolePage(`/UserCenterOrder${query}`, { as, lang, with: pages })

/** Signs the test's own API calls as this account. */
export async function signInAs(account: string): Promise<void> {
  for (const [key, value] of Object.entries(await sessionOf(account)))
    sessionStorage.setItem(key, String(value))
}

/** Orders one standard package as the signed-in user. */
export async function placeOrder(payChannel: Order['payChannel'] = 'WC_NATIVE'): Promise<Order> {
  const { orderId } = await call(orders.pay, { memberGroupId: '2', salesNum: 1, payChannel })
  return readOrder(orderId)
}

export const readOrder = async (id: Order['id']): Promise<Order> => call(orders.get, { id })

/** Pays at the sandbox without a notification, as if it got lost. */
export async function payWithoutNotification(
  { db }: Pick<DemoServer, 'db'>,
  { no }: Pick<Order, 'no'>,
): Promise<void> {
  const bill = await findBillByOrder(db, no)
  if (!bill || !(await payBill({ db, clock: () => new Date(), crypto: webCrypto }, bill.token)))
    throw new Error(`${no} can't be paid.`)
}
