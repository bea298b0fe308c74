/** Operators search the orders of all customers and read the events of one. */
import { expect, test } from 'vitest'
import { customerOrders } from '#contract/operator/orders.ts'
import { addMember } from '#tests/support/actors/memberships.ts'
import { newOperator } from '#tests/support/actors/operators.ts'
import { placeOrder } from '#tests/support/actors/order-fixtures.ts'
import { serverWithGateways } from '#tests/support/server/server-with-gateways.ts'
import { signedIn } from '#tests/support/server/server.ts'

const { server, wechat } = await serverWithGateways()
const support = await newOperator(server, 'support')

test('orders of all customers are found by number, payment, account, state and time', async () => {
  const { main } = await addMember(server.database.db, { groupId: '2', chars: [0] })
  const buyer = await signedIn(server, main)
  const [open, paid] = [await placeOrder(buyer), await placeOrder(buyer)]
  const payment = wechat.pay(paid.no, { gatewayNo: `4200-${paid.no}` })
  await wechat.notify(server.origin, payment)
  const found = async (query: object) =>
    (await support.call(customerOrders.page, { pageNum: 1, pageSize: 10, ...query })).data.rows.map(
      ({ no }) => no,
    )
  const { account, username } = main as { account: string; username?: string }
  expect((await found({})).slice(0, 2)).toEqual([paid.no, open.no])
  for (const name of [account, username ?? account])
    expect(await found({ account: name })).toEqual([paid.no, open.no])
  expect(await found({ account, payStatus: 'P' })).toEqual([paid.no])
  expect(await found({ no: open.no.slice(3) })).toContain(open.no)
  expect(await found({ gatewayNo: payment.gatewayNo })).toEqual([paid.no])
  expect(await found({ account, payChannel: 'ALI_NATIVE' })).toEqual([])
  expect(await found({ account, createDateTimeEnd: '2020-01-01 00:00:00' })).toEqual([])
  const { data } = await support.call(customerOrders.get, { id: paid.no })
  expect(data).toMatchObject({ account, gatewayNo: payment.gatewayNo, payStatus: 'P' })
  expect(data.events.map(({ event }) => event)).toEqual(['created', 'paid'])
  expect((await support.refused(customerOrders.get, { id: 'NOPE' })).code).toBe('notFound')
})
