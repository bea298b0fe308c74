/** The preview of a refund says what becomes of the fapiao of the order, and so it does. */
import { expect, test } from 'vitest'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { refundRequests } from '#contract/operator/refund-requests.ts'
import { orderRefunds } from '#contract/order-refunds.ts'
import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'
import { askFapiao, fapiaoOf, issueFapiao } from '#tests/support/actors/fapiaos.ts'
import { chargeChars } from '#tests/support/server/ledger-checks.ts'
import type { Caller } from '#tests/support/server/server.ts'

const { server, staff, buyerWith, requested, refundOf, settle } = await fapiaoFixture()
const { preview, ask } = orderRefunds

const offerOf = async (caller: Caller, id: string) => (await caller.call(preview, { id })).data

type Order = Awaited<ReturnType<typeof buyerWith>>['bought'][number]

/** The owner asks, an operator approves, and the money is given back. */
async function refund(caller: Caller, { id, no, payment }: Order) {
  const { amount, num } = await offerOf(caller, id)
  const reply = await caller.call(ask, { id, cause: 'other', amount, num })
  expect(reply.success, reply.msg).toBe(true)
  const [request] = (await staff.call(refundRequests.page, { orderNo: no })).data.rows
  await staff.call(refundRequests.approve, { id: request!.id })
  await settle(await refundOf(no, payment, amount))
}

test('a request that waits is lowered to the sum in the preview, or ends', async () => {
  const { main, asMain, bought, key } = await requested(2)
  await chargeChars(server.database.db, main, 400_000)
  const [first, second] = bought as [Order, Order]
  const offer = await offerOf(asMain, first.id)
  expect(offer).toMatchObject({ amount: 5_940, fapiao: { state: 'asked', amount: 13_860 } })
  await refund(asMain, first)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'asked', amount: 13_860 })
  expect((await offerOf(asMain, second.id)).fapiao).toMatchObject({ amount: 3_960 })

  const alone = await requested()
  const [order] = alone.bought
  expect((await offerOf(alone.asMain, order!.id)).fapiao).toMatchObject({ amount: 0 })
  await refund(alone.asMain, order!)
  expect(await fapiaoOf(alone.asMain, alone.key.id)).toMatchObject({ state: 'ended', amount: 0 })
})

test('an issued fapiao is in the preview with its number, and is reversed after the refund', async () => {
  const { main, asMain, bought, key } = await requested()
  await chargeChars(server.database.db, main, 400_000)
  const [order] = bought
  await staff.call(customerFapiaos.take, key)
  expect((await offerOf(asMain, order!.id)).fapiao).toMatchObject({ state: 'issuing' })
  await issueFapiao(server, staff, key)
  const { fapiaoNo } = await fapiaoOf(asMain, key.id)
  expect((await offerOf(asMain, order!.id)).fapiao).toEqual({
    state: 'issued',
    number: fapiaoNo,
    amount: 3_960,
  })
  await refund(asMain, order!)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'toReverse' })
})

test('without a live request for a fapiao, and without a refund, the preview has none', async () => {
  const { asMain, bought, titleId } = await buyerWith()
  const [order] = bought
  expect((await offerOf(asMain, order!.id)).fapiao).toBeNull()
  await refund(asMain, order!)
  await askFapiao(asMain, titleId)
  expect((await offerOf(asMain, order!.id)).fapiao).toBeNull()
})
