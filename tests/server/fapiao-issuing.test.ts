/** Issuing fapiao: numbers, files, races, and what refunds do. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { fapiaos } from '#contract/fapiaos.ts'
import { notices as noticeCalls } from '#contract/notices.ts'
import { customerFapiaos } from '#contract/operator/fapiaos.ts'
import { runChecks } from '#server/features/ledger/reconciliation/run-checks.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  askFapiao,
  downloadFile,
  fapiaoContents,
  fapiaoOf,
  invoiceableOf,
  issueFapiao,
  recordFapiao,
  newFapiaoNumber,
  reverseFapiao,
} from '#tests/support/actors/fapiaos.ts'

import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'

const { withdraw, download, page } = fapiaos.calls
const { take, putBack } = customerFapiaos
const { server, staff, buyerWith, requested, stateOf, refundOf, settle } = await fapiaoFixture()

test('one of issuing, refusing, putting back and issuing twice at once succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const { asMain, key } = await requested()
    await staff.call(take, key)
    const outcomes = await Promise.all([
      recordFapiao(server, staff, key),
      recordFapiao(server, staff, key),
      staff.call(putBack, { ...key, takenFrom: staff.operator.userId }),
      staff.call(customerFapiaos.refuse, { ...key, reason: 'no' }),
      asMain.call(withdraw, { id: key.id }),
    ])
    const winners = outcomes.flatMap(({ success }, at) => (success ? [at] : []))
    const states = ['issued', 'issued', 'asked', 'refused', 'withdrawn']
    const last = winners.at(-1)!
    // What was put back can still be refused or withdrawn.
    expect(winners.slice(0, -1).every((at) => states[at] === 'asked')).toBe(true)
    expect(await stateOf(asMain, key.id)).toBe(states[last])
  }
})

test('a fapiao number is used once in the whole system, also at the same moment', async () => {
  const [one, two] = [await requested(), await requested()]
  const fapiaoNo = newFapiaoNumber()
  const outcomes = await Promise.all(
    [one, two].map(({ key }) => issueFapiao(server, staff, key, { fapiaoNo })),
  )
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1)
  expect(outcomes.find(({ success }) => !success)!.msg).toBe(
    `The fapiao number ${fapiaoNo} is already recorded. Check the number.`,
  )
})

test.each(['ofd', 'xml'] as const)('a file in %s is recognised by its content', async (format) => {
  const { asMain, key } = await requested()
  const file = new Blob([fapiaoContents[format]])
  expect((await issueFapiao(server, staff, key, { file })).success).toBe(true)
  const { disposition } = await downloadFile(server, asMain, download, { id: key.id })
  expect(disposition).toContain(`.${format}`)
})

test('a fapiao over another sum than that of the request is refused', async () => {
  const { asMain, bought, key } = await requested()
  const [{ no, payment }] = bought as [(typeof bought)[0]]
  await settle(await refundOf(no, payment, 900))
  expect(await issueFapiao(server, staff, key, { amount: '9900' })).toMatchObject({
    success: false,
    data: { code: 'changedElsewhere' },
    msg: expect.stringContaining('¥90.00'),
  })
  expect(await stateOf(asMain, key.id)).toBe('issuing')
})

test('a file of the largest size is stored byte for byte, for issuing and reversing', async () => {
  const { asMain, key } = await requested()
  const { fileBytes } = businessLimits.fapiaos
  const largest = `%PDF-${'x'.repeat(fileBytes - 11)}%%EOF\n`
  const file = new Blob([largest])
  expect(file.size).toBe(fileBytes)
  const tooLarge = new Blob([largest, 'x'])
  expect((await issueFapiao(server, staff, key, { file: tooLarge })).msg).toMatch(/too large/)
  const issued = await issueFapiao(server, staff, key, { file })
  expect(issued.success, issued.msg).toBe(true)
  expect((await downloadFile(server, asMain, download, { id: key.id })).text).toBe(largest)
  const reversed = await reverseFapiao(server, staff, key, { file, reason: 'wrong title' })
  expect(reversed.success, reversed.msg).toBe(true)
  const input = { id: key.id, file: 'reversal' }
  expect((await downloadFile(server, asMain, download, input)).text).toBe(largest)
})

test('a refund of part of an order makes a waiting request smaller; of all, ends it', async () => {
  const { asMain, bought, key } = await requested(2)
  const [first, second] = bought as [(typeof bought)[0], (typeof bought)[0]]
  const partial = await refundOf(first.no, first.payment, 900)
  await settle(partial)
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({
    state: 'asked',
    amount: 18_900,
    orders: [{ amount: 9_000 }, { amount: 9_900 }],
  })
  await settle(await refundOf(first.no, first.payment, 9_000))
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'asked', amount: 9_900 })
  await settle(await refundOf(second.no, second.payment))
  expect(await fapiaoOf(asMain, key.id)).toMatchObject({ state: 'ended', amount: 0 })
  expect(await invoiceableOf(asMain)).toEqual([])
  const titles = (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data.rows.map(
    ({ title }) => title,
  )
  expect(titles).toEqual([
    'Your request for a fapiao has ended',
    'The amount of your fapiao has changed',
    'The amount of your fapiao has changed',
  ])
})

test('a refund after issuing asks for the reversal; then what is left can be asked for', async () => {
  const { asMain, bought, key, titleId } = await requested()
  const [{ no, payment, id: orderId }] = bought as [(typeof bought)[0]]
  expect((await issueFapiao(server, staff, key)).success).toBe(true)
  await settle(await refundOf(no, payment, 900))
  expect(await stateOf(asMain, key.id)).toBe('toReverse')
  expect(await invoiceableOf(asMain)).toEqual([])
  expect(await askFapiao(asMain, titleId, { orderIds: [orderId], amount: 9_000 })).toMatchObject({
    success: false,
  })
  const [toReverse] = (await staff.call(customerFapiaos.page, { state: 'toReverse' })).data.rows
  expect(toReverse).toMatchObject({ id: key.id })
  expect((await reverseFapiao(server, staff, key)).success).toBe(true)
  expect(await stateOf(asMain, key.id)).toBe('reversed')
  expect(await invoiceableOf(asMain)).toMatchObject([{ no, paid: 9_900, amount: 9_000 }])
  const { data } = await askFapiao(asMain, titleId)
  expect(await fapiaoOf(asMain, data.id)).toMatchObject({ amount: 9_000 })
})

test('asking beside the settlement of a refund ends with the sum that is left', async () => {
  for (let round = 0; round < 5; round++) {
    const { asMain, bought, titleId } = await buyerWith()
    const [{ no, payment, id }] = bought as [(typeof bought)[0]]
    const refundId = await refundOf(no, payment, 900)
    const [reply] = await Promise.all([
      askFapiao(asMain, titleId, { orderIds: [id], amount: 9_000 }),
      settle(refundId),
    ])
    const { rows } = (await asMain.call(page, {})).data
    expect(rows.map(({ amount }) => amount)).toEqual(reply.success ? [9_000] : [])
  }
})

test('after a refund in full, no notice promises another fapiao', async () => {
  const { asMain, key, bought } = await requested()
  await issueFapiao(server, staff, key)
  const [{ no, payment }] = bought as [(typeof bought)[0]]
  await settle(await refundOf(no, payment))
  expect((await reverseFapiao(server, staff, key)).success).toBe(true)
  const { rows } = (await asMain.call(noticeCalls.page, { type: 'fapiao' })).data
  const inFull = expect.stringMatching(/Everything was refunded, so nothing is left to invoice\.$/)
  expect(rows.slice(0, 2)).toMatchObject([
    { title: 'Your fapiao has been reversed', content: inFull },
    { title: 'Your fapiao has to be reversed', content: inFull },
  ])
})

test('issuing beside a refund ends issued and to be reversed, or waits for less', async () => {
  for (let round = 0; round < 5; round++) {
    const { asMain, bought, key } = await requested()
    const [{ no, payment }] = bought as [(typeof bought)[0]]
    const [issued, refundId] = await Promise.all([
      issueFapiao(server, staff, key),
      refundOf(no, payment, 900),
    ])
    await settle(refundId)
    expect(await fapiaoOf(asMain, key.id)).toMatchObject(
      issued.success ? { state: 'toReverse', amount: 9_900 } : { state: 'asked', amount: 9_000 },
    )
  }
})

test('the check of the ledger finds a fapiao over more than was kept', async () => {
  const { bought, key } = await requested()
  const undo = new Error('undo')
  const tampered = transaction(server.database.db, async (tx) => {
    const ofRequest = sql`owner_id = ${key.ownerId}::bigint`
    await tx.execute(sql`update fapiao_orders set amount_cents = 9901 where ${ofRequest}`)
    await tx.execute(sql`update fapiaos set amount = 9901 where ${ofRequest}`)
    const found = await runChecks(tx, { full: true, zone: 'Asia/Shanghai' })
    expect(found.map(({ sentence }) => sentence)).toEqual([
      `Fapiao ${key.id} of owner ${key.ownerId} has 9901 cents of order ${bought[0]!.no}, of which 9900 can be invoiced.`,
    ])
    throw undo
  })
  await expect(tampered).rejects.toBe(undo)
})
