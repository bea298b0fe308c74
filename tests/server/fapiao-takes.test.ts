/** An operator takes a request before issuing it: who has it, what it blocks, and refunds meanwhile. */
import { expect, test } from 'vitest'
import { fapiaos } from '#contract/fapiaos.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { approvals } from '#contract/operator/approvals.ts'
import { operatorLog } from '#contract/operator/operator-log.ts'
import { refunds } from '#contract/operator/refunds.ts'
import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'
import {
  askFapiao,
  fapiaoOf,
  invoiceableOf,
  recordFapiao,
  reverseFapiao,
} from '#tests/support/actors/fapiaos.ts'
import { newOperator } from '#tests/support/actors/operators.ts'

const { withdraw } = fapiaos.calls
const { take, putBack, get, page, refuse } = customerFapiaos
const { server, staff, requested, stateOf, refundOf, settle } = await fapiaoFixture()
const other = await newOperator(server, 'finance')

const takenFrom = staff.operator.userId

type Requested = Awaited<ReturnType<typeof requested>>

/** A request for two orders of 99 yuan that an operator has taken, and a refund of 9 yuan of one. */
async function takenAndRefunded(cents: number | undefined = 900) {
  const buyer = await requested(2)
  expect((await staff.call(take, buyer.key)).success).toBe(true)
  const [first] = buyer.bought as [Requested['bought'][0]]
  await settle(await refundOf(first.no, first.payment, cents))
  return buyer
}

test('a request is issued only by the operator that has taken it', async () => {
  const { asMain, key } = await requested()
  expect((await recordFapiao(server, staff, key)).msg).toBe(
    'Nobody has taken this request. Take it before you issue it in the tax system.',
  )
  expect((await staff.call(take, key)).success).toBe(true)
  const { data } = await other.call(get, key)
  expect(data).toMatchObject({
    state: 'issuing',
    taker: staff.operator.name,
    sums: { least: 9_900 },
  })
  const [listed] = (await other.call(page, { state: 'issuing' })).data.rows
  expect(listed).toMatchObject({
    id: key.id,
    taker: staff.operator.name,
    takeDateTime: expect.stringMatching(/^\d{4}-/),
  })
  const sentence = `${staff.operator.name} is issuing this fapiao, so nothing was changed. To issue it yourself, take it over.`
  for (const refused of [
    await other.call(take, key),
    await other.call(refuse, { ...key, reason: 'no' }),
    await recordFapiao(server, other, key),
  ])
    expect(refused).toMatchObject({ success: false, msg: sentence })
  expect((await other.call(take, { ...key, takenFrom: data.takerId! })).success).toBe(true)
  expect((await recordFapiao(server, staff, key)).msg).toContain(other.operator.name)
  expect((await staff.call(putBack, { ...key, takenFrom })).msg).toContain(other.operator.name)
  expect((await recordFapiao(server, other, key)).success).toBe(true)
  expect(await stateOf(asMain, key.id)).toBe('issued')
  expect((await staff.call(get, key)).data).toMatchObject({ taker: null, takeDateTime: null })
  const { rows } = (await staff.call(operatorLog.page, { subject: `fapiao ${key.id}` })).data
  expect(rows.map(({ action, operator }) => [action, operator])).toEqual([
    ['fapiaos issue', other.operator.name],
    ['fapiaos take', other.operator.name],
    ['fapiaos take', staff.operator.name],
  ])
})

test('the owner can withdraw a request again once any operator has put it back', async () => {
  const { asMain, key } = await requested()
  await staff.call(take, key)
  expect((await fapiaoOf(asMain, key.id)).state).toBe('issuing')
  expect(await asMain.call(withdraw, { id: key.id })).toMatchObject({
    success: false,
    msg: 'This fapiao is being issued, so it can’t be withdrawn or changed. If something is wrong, contact support.',
  })
  expect((await other.call(putBack, { ...key, takenFrom })).success).toBe(true)
  expect(await stateOf(asMain, key.id)).toBe('asked')
  expect((await asMain.call(withdraw, { id: key.id })).success).toBe(true)
})

test('one of two operators who take a request or take it over at the same moment has it', async () => {
  const third = await newOperator(server, 'admin')
  for (let round = 0; round < 4; round++) {
    const { key } = await requested()
    const taken = await Promise.all([staff.call(take, key), other.call(take, key)])
    expect(taken.filter(({ success }) => success)).toHaveLength(1)
    const [holder, loser] = taken[0].success ? [staff, other] : [other, staff]
    expect((await third.call(get, key)).data.taker).toBe(holder.operator.name)
    const from = { takenFrom: holder.operator.userId }
    const over = await Promise.all(
      [loser, third].map((operator) => operator.call(take, { ...key, ...from })),
    )
    expect(over.filter(({ success }) => success)).toHaveLength(1)
    const winner = over[0]!.success ? loser : third
    expect((await third.call(get, key)).data.taker).toBe(winner.operator.name)
  }
})

test('of withdrawing and taking at the same moment one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { asMain, key } = await requested()
    const [withdrawn, taken] = await Promise.all([
      asMain.call(withdraw, { id: key.id }),
      staff.call(take, key),
    ])
    expect(withdrawn.success).toBe(!taken.success)
    expect(await stateOf(asMain, key.id)).toBe(taken.success ? 'issuing' : 'withdrawn')
  }
})

test('a request whose order has an open refund can’t be taken', async () => {
  const { bought, key } = await requested()
  const [{ no, payment }] = bought as [Requested['bought'][0]]
  await refundOf(no, payment, 900)
  expect((await staff.call(take, key)).msg).toBe(
    `A refund of order ${no} is being processed. Wait until it is settled.`,
  )
})

test('a recorded refund that awaits a second operator blocks asking and taking until it is refused', async () => {
  const { asMain, titleId, bought, key } = await requested()
  const [{ id, no }] = bought as [Requested['bought'][0]]
  const support = await newOperator(server, 'support')
  const record = { orderNo: no, amount: 900, refundNo: `RF-${no}`, note: 'by hand' }
  const recorded = await support.call(refunds.record, record)
  expect(recorded.success, recorded.msg).toBe(true)
  const sentence = `A refund of order ${no} is being processed. Wait until it is settled.`
  expect((await staff.call(take, key)).msg).toBe(sentence)
  expect((await asMain.call(withdraw, { id: key.id })).success).toBe(true)
  expect(await invoiceableOf(asMain)).toEqual([])
  const order = { orderIds: [id], amount: 9_900 }
  expect((await askFapiao(asMain, titleId, order)).msg).toBe(sentence)
  const [approval] = (await staff.call(approvals.page, { subject: no })).data.rows
  await staff.call(approvals.refuse, { id: approval!.id, note: 'no' })
  expect((await askFapiao(asMain, titleId, order)).success).toBe(true)
})

test('refunded while it is issued: it stays, and is recorded over the new sum', async () => {
  const { asMain, key } = await takenAndRefunded()
  expect((await staff.call(get, key)).data).toMatchObject({
    state: 'issuing',
    amount: 19_800,
    sums: { least: 18_900, most: 19_800 },
  })
  for (const amount of ['18899', '19801'])
    expect((await recordFapiao(server, staff, key, { amount })).msg).toContain('¥189.00')
  expect((await recordFapiao(server, staff, key, { amount: '18900' })).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'issued',
    amount: 18_900,
    orders: [{ amount: 9_000 }, { amount: 9_900 }],
  })
})

test('refunded while it is issued: over the former sum it has to be reversed', async () => {
  const { asMain, key, titleId } = await takenAndRefunded()
  expect((await recordFapiao(server, staff, key, { amount: '19800' })).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'toReverse',
    amount: 19_800,
    orders: [{ amount: 9_900 }, { amount: 9_900 }],
  })
  const { rows } = (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data
  expect(rows[0]!.content).toContain('¥198.00')
  expect(rows.map(({ title }) => title)).toEqual([
    'Your fapiao has to be reversed',
    'Your fapiao has been issued',
  ])
  expect((await reverseFapiao(server, staff, key)).success).toBe(true)
  const { data } = await askFapiao(asMain, titleId)
  expect((await fapiaoOf(asMain, data.id)).amount).toBe(18_900)
})

test('refunded again after it was issued over the new sum: that sum has to be reversed', async () => {
  const { asMain, bought, key } = await takenAndRefunded()
  const [first, second] = bought as [Requested['bought'][0], Requested['bought'][0]]
  await settle(await refundOf(first.no, first.payment, 100))
  await settle(await refundOf(second.no, second.payment, 200))
  expect((await recordFapiao(server, staff, key, { amount: '18900' })).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'toReverse',
    amount: 18_900,
    orders: [{ amount: 9_200 }, { amount: 9_700 }],
  })
  const [notice] = (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows
  expect(notice!.content).toContain('¥189.00')
})

test('refunded in full after it was issued over what one refund had left: that sum is recorded', async () => {
  const { asMain, bought, key } = await requested()
  await staff.call(take, key)
  const [{ no, payment }] = bought as [Requested['bought'][0]]
  await settle(await refundOf(no, payment, 900))
  await settle(await refundOf(no, payment, 9_000))
  expect((await staff.call(get, key)).data).toMatchObject({ amount: 9_900, sums: { least: 0 } })
  expect((await recordFapiao(server, staff, key, { amount: '9000' })).success).toBe(true)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'toReverse', amount: 9_000 })
})

test('a request that is put back asks for what is left, and ends without any', async () => {
  const partly = await takenAndRefunded()
  expect((await staff.call(putBack, { ...partly.key, takenFrom })).success).toBe(true)
  expect(await fapiaoOf(partly.asMain, partly.key.id)).toMatchObject({
    state: 'asked',
    amount: 18_900,
  })
  const [notice] = (await partly.asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows
  expect(notice!.content).toContain(partly.bought[0]!.no)
  expect(notice!.content).not.toContain(partly.bought[1]!.no)
  const wholly = await requested()
  await staff.call(take, wholly.key)
  const [{ no, payment }] = wholly.bought as [Requested['bought'][0]]
  await settle(await refundOf(no, payment))
  expect(await stateOf(wholly.asMain, wholly.key.id)).toBe('issuing')
  expect((await recordFapiao(server, staff, wholly.key, { amount: '0' })).success).toBe(false)
  expect((await staff.call(putBack, { ...wholly.key, takenFrom })).success).toBe(true)
  expect(await stateOf(wholly.asMain, wholly.key.id)).toBe('ended')
  expect(await invoiceableOf(wholly.asMain)).toEqual([])
})

test('a refund beside the recording ends in a fapiao to reverse, and no cent is invoiced twice', async () => {
  for (let round = 0; round < 5; round++) {
    const { asMain, bought, key } = await requested()
    await staff.call(take, key)
    const [{ no, payment }] = bought as [Requested['bought'][0]]
    const refundId = await refundOf(no, payment, 900)
    const [recorded] = await Promise.all([
      recordFapiao(server, staff, key, { amount: '9900' }),
      settle(refundId),
    ])
    expect(recorded.success, recorded.msg).toBe(true)
    expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'toReverse', amount: 9_900 })
    expect(await invoiceableOf(asMain)).toEqual([])
  }
})
