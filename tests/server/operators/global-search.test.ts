/** Operators find customers, orders, payments and refunds in one call. */
import { expect, test } from 'vitest'
import { operatorGlobalSearch } from '#contract/operator/global-search.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn } from '#tests/support/server/server.ts'

const { server, wechat } = await serverWithGateways()
const support = await newOperator(server, 'support')
const { main } = await addMember(server.database.db, { groupId: '2', chars: [0] })
const buyer = await signedIn(server, main)

const find = async (text: string) => {
  const { customers, orders, payments, refunds } = (
    await support.call(operatorGlobalSearch.find, { text })
  ).data
  return {
    customers: customers.map(({ account }) => account),
    orders: orders.map(({ no }) => no),
    payments: payments.map(({ gatewayNo }) => gatewayNo),
    refunds: refunds.map(({ refundNo }) => refundNo),
  }
}

test('a customer is found by name, and with an order by the numbers of order and payment', async () => {
  const { account } = main as { account: string }
  const order = await placeOrder(buyer)
  const payment = wechat.pay(order.no, { gatewayNo: `4200-${order.no}` })
  await wechat.notify(server.origin, payment)
  expect((await find(account)).customers).toContain(account)
  for (const text of [order.no, `4200-${order.no}`.slice(2)])
    expect(await find(text)).toEqual({
      customers: [account],
      orders: [order.no],
      payments: [],
      refunds: [],
    })
})

test('a payment that matches no order is found by its number', async () => {
  await wechat.notify(server.origin, wechat.pay('NOSUCHORDER', { gatewayNo: '4200777888' }))
  expect((await find('777888')).payments).toEqual(['4200777888'])
})

test('a text without a digit is searched in names alone', async () => {
  expect(await find('NOSUCHORDER')).toMatchObject({ orders: [], payments: [], refunds: [] })
})
