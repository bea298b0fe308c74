/** Corrections of the sum of an issued fapiao whose orders were refunded while it was being issued. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fapiaos } from '#contract/fapiaos.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { fapiaoOrders } from '#server/schema.ts'
import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'
import {
  askFapiao,
  correctFapiao,
  fapiaoOf,
  invoiceableOf,
  recordFapiao,
  reverseFapiao,
} from '#tests/support/actors/fapiaos.ts'

const { take, get } = customerFapiaos
const { server, staff, requested, refundOf, settle, lastMail } = await fapiaoFixture()

type Bought = Awaited<ReturnType<typeof requested>>['bought'][0]

/** A fapiao for two orders of 99 yuan, recorded after a refund (9 yuan) of the first, over this sum. */
async function recorded(amount: number, refunded = 900) {
  const buyer = await requested(2)
  await staff.call(take, buyer.key)
  const [first, second] = buyer.bought as [Bought, Bought]
  await settle(await refundOf(first.no, first.payment, refunded))
  const issued = await recordFapiao(server, staff, buyer.key, { amount: String(amount) })
  expect(issued.success, issued.msg).toBe(true)
  const { fapiaoNo } = await fapiaoOf(buyer.asMain, buyer.key.id)
  const correctSum = (cents: number) =>
    correctFapiao(server, staff, buyer.key, { number: fapiaoNo!, amount: String(cents) })
  return { ...buyer, first, second, correctSum }
}

const lastNotice = async ({ asMain }: Pick<Awaited<ReturnType<typeof recorded>>, 'asMain'>) =>
  (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows[0]!

test('a sum recorded too high is lowered to what is left: the fapiao stays', async () => {
  const buyer = await recorded(19_800)
  const { asMain, key, correctSum } = buyer
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'toReverse',
    refundDateTime: expect.any(String),
  })
  expect((await staff.call(get, key)).data.sums).toEqual({ least: 18_900, most: 19_800 })
  const corrected = await correctSum(18_900)
  expect(corrected, corrected.msg).toMatchObject({ success: true })
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'issued',
    amount: 18_900,
    refundDateTime: null,
    orders: [{ amount: 9_000 }, { amount: 9_900 }],
  })
  const right = expect.stringMatching(/for ¥189\.00.*does not have to be reversed/)
  expect(await lastNotice(buyer)).toMatchObject({ content: right })
  expect((await lastMail()).text).toEqual(right)
  const { data } = await staff.call(get, key)
  expect(data.corrections).toMatchObject([{ amount: 19_800, hasFile: 0 }])
  const { rows } = (await staff.call(operatorLog.page, { subject: `fapiao ${key.id}` })).data
  const entry = rows.find(({ action }) => action === 'fapiaos correct')!
  expect([entry.before, entry.after]).toEqual([
    expect.stringContaining('19800'),
    expect.stringContaining('18900'),
  ])
})

test('a sum recorded too low is raised: the fapiao has to be reversed, then what is left is asked for', async () => {
  const buyer = await recorded(18_900)
  const { asMain, key, titleId, correctSum, first } = buyer
  expect((await correctSum(19_800)).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'toReverse',
    amount: 19_800,
    refundDateTime: expect.any(String),
  })
  const { title, content } = await lastNotice(buyer)
  expect(title).toBe('Your fapiao has to be reversed')
  expect(content).toMatch(new RegExp(`${first.no}.*¥198\\.00`))
  expect((await reverseFapiao(server, staff, key)).success).toBe(true)
  const { data } = await askFapiao(asMain, titleId)
  expect((await fapiaoOf(asMain, data.id)).amount).toBe(18_900)
})

test('an order refunded in full while it was being issued can still turn out to be in the fapiao', async () => {
  const { asMain, key, second, correctSum } = await recorded(9_900, 9_900)
  expect((await fapiaoOf(asMain, key.id)).orders).toMatchObject([{ orderNo: second.no }])
  expect((await correctSum(19_800)).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'toReverse',
    orders: [{ amount: 9_900 }, { amount: 9_900 }],
  })
  expect((await correctSum(9_900)).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'issued', amount: 9_900 })
  expect(await invoiceableOf(asMain)).toEqual([])
})

test('a sum beyond what was asked, below what is left, or of a reversed fapiao is refused', async () => {
  const { asMain, key, correctSum, second } = await recorded(18_900)
  for (const cents of [0, 18_899, 19_801])
    expect((await correctSum(cents)).msg).toContain('between ¥189.00 and ¥198.00')
  expect((await correctSum(18_900)).msg).toContain('as recorded')
  // The second order was not refunded while it was being issued: it is in the fapiao as it was.
  await settle(await refundOf(second.no, second.payment, 200))
  expect((await staff.call(get, key)).data).toMatchObject({
    state: 'toReverse',
    sums: { least: 18_900, most: 19_800 },
  })
  expect((await correctSum(18_700)).success).toBe(false)
  expect((await correctSum(19_000)).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'toReverse', amount: 19_000 })
  // Nor does a correction make its refund one that the fapiao may be without.
  expect((await correctSum(18_700)).msg).toContain('between ¥189.00 and ¥198.00')
  await reverseFapiao(server, staff, key)
  expect((await correctSum(18_900)).msg).toBe('This fapiao has already been reversed.')
  expect((await asMain.call(fapiaos.calls.page, {})).data.rows).toMatchObject([{ amount: 19_000 }])
})

test('a refund that settles beside or after a correction has the fapiao reversed, whatever its sum', async () => {
  for (const [before, after] of [
    [19_800, 18_900],
    [18_900, 19_800],
    [19_800, 18_900],
    [18_900, 19_300],
  ] as const) {
    const { asMain, key, first, correctSum } = await recorded(before)
    const refundId = await refundOf(first.no, first.payment, 100)
    const [corrected] = await Promise.all([correctSum(after), settle(refundId)])
    const amount = corrected.success ? after : before
    expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'toReverse', amount })
    expect(await invoiceableOf(asMain)).toEqual([])
    // What is left now is less than any sum over which it can have been issued.
    expect((await correctSum(18_800)).success).toBe(false)
    expect((await correctSum(amount === 18_900 ? 18_901 : 18_900)).success).toBe(true)
    expect((await fapiaoOf(asMain, key.id)).state).toBe('toReverse')
  }
})

test('no record of an order is over less than was left of it or more than was asked for', async () => {
  const { key, first } = await recorded(19_800)
  const isFirst = and(eq(fapiaoOrders.ownerId, key.ownerId), eq(fapiaoOrders.orderNo, first.no))
  const store = (values: Partial<typeof fapiaoOrders.$inferInsert>) =>
    server.database.db.update(fapiaoOrders).set(values).where(isFirst)
  for (const values of [
    { amountCents: 8_999 },
    { amountCents: 9_901 },
    { leastCents: -1 },
    { askedCents: null },
    { leastCents: 9_900, askedCents: 9_000 },
  ])
    await expect(store(values), JSON.stringify(values)).rejects.toThrow(
      expect.objectContaining({
        // A worker of Citus names the constraint in the message alone.
        cause: expect.objectContaining({ message: expect.stringContaining('fapiao_orders_sums') }),
      }),
    )
  await store({ amountCents: 9_000 })
  await store({ amountCents: 9_900 })
})
