/** What webhooks report of fapiao: issued, corrected and reversed, each once. */
import { expect, test } from 'vitest'
import { customerFapiaos, type ExchangeScope } from '#contract/operator/fapiaos.ts'
import { webhookData } from '#contract/webhooks.ts'
import { fapiaoFixture } from '#tests/support/actors/fapiao-fixture.ts'
import {
  companyTitle,
  correctFapiao,
  fapiaoContents,
  newFapiaoNumber,
  recordFapiao,
  reverseFapiao,
  today,
} from '#tests/support/actors/fapiaos.ts'
import {
  deliverDue,
  registerWebhook,
  webhookReceiver,
} from '#tests/support/server/webhook-receiver.ts'

const { take, exchange, get } = customerFapiaos
const { server, staff, requested, refundOf, settle } = await fapiaoFixture({
  allowsLocalWebhooks: true,
})

/** A request that an operator has taken, of an owner whose program gets all events of fapiao. */
async function taken(orderCount = 1) {
  const buyer = await requested(orderCount)
  const receiver = await webhookReceiver()
  await registerWebhook(buyer.asMain, receiver.url, {
    name: 'Books',
    events: ['fapiaoIssued', 'fapiaoCorrected', 'fapiaoReversed'],
  })
  await staff.call(take, buyer.key)
  /** Events since the last call. */
  let known = 0
  const newEvents = async () => {
    await deliverDue(server)
    const events = receiver.events().slice(known)
    known += events.length
    return events.map(({ type, data }) => ({ type, data }))
  }
  const record = {
    fapiaoId: String(buyer.key.id),
    issueDate: today(),
    titleName: companyTitle.name,
    orderNos: buyer.bought.map(({ no }) => no),
    amount: 9_900 * orderCount,
    currency: 'CNY',
  }
  return { ...buyer, receiver, newEvents, record }
}

/** The same, issued and reported. */
async function issued(orderCount = 1) {
  const buyer = await taken(orderCount)
  const fapiaoNo = newFapiaoNumber()
  expect((await recordFapiao(server, staff, buyer.key, { fapiaoNo })).success).toBe(true)
  await buyer.newEvents()
  return { ...buyer, fapiaoNo }
}

test('an issued fapiao is reported once with its number and sum, and without its file', async () => {
  const { key, receiver, newEvents, record } = await taken()
  const fapiaoNo = newFapiaoNumber()
  const outcomes = await Promise.all(
    [1, 2].map(() => recordFapiao(server, staff, key, { fapiaoNo })),
  )
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1)
  const data = { ...record, fapiaoNo, state: 'issued' }
  expect(await newEvents()).toEqual([{ type: 'fapiao.issued', data }])
  await receiver.close()
})

test('a fapiao issued beside a refund is reported with its sum, and that it has to be reversed', async () => {
  const { key, bought, receiver, newEvents, record } = await taken(2)
  await settle(await refundOf(bought[0]!.no, bought[0]!.payment, 900))
  const fapiaoNo = newFapiaoNumber()
  await recordFapiao(server, staff, key, { fapiaoNo, amount: '19800' })
  const data = { ...record, fapiaoNo, state: 'toReverse' }
  expect(await newEvents()).toEqual([{ type: 'fapiao.issued', data }])
  const lowered = { number: fapiaoNo, amount: '18900' }
  expect((await correctFapiao(server, staff, key, lowered)).success).toBe(true)
  expect(await newEvents()).toMatchObject([
    {
      type: 'fapiao.corrected',
      data: { state: 'issued', fapiaoNo, amount: 18_900, former: { amount: 19_800 } },
    },
  ])
  await receiver.close()
})

test('a correction is reported once, with what is right and what was recorded before', async () => {
  const { key, receiver, newEvents, record, fapiaoNo } = await issued()
  const number = newFapiaoNumber()
  const sent = { number, file: new Blob([fapiaoContents.xml]) }
  const outcomes = await Promise.all([1, 2].map(() => correctFapiao(server, staff, key, sent)))
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1)
  const corrected = {
    ...record,
    fapiaoNo: number,
    state: 'issued',
    reversalNo: null,
    reversalDate: null,
    corrected: 'fapiao',
    former: { number: fapiaoNo, date: today(), amount: 9_900 },
    hasNewFile: true,
    reason: 'mistyped',
  }
  const [event, ...others] = await newEvents()
  expect(others).toEqual([])
  expect(event).toEqual({ type: 'fapiao.corrected', data: corrected })
  webhookData.fapiaoCorrected.parse(event!.data)
  // A refused one changes nothing.
  expect((await correctFapiao(server, staff, key, { number })).success).toBe(false)
  expect(await newEvents()).toEqual([])
  await receiver.close()
})

test('a reversal is reported once with both numbers, and so is its correction', async () => {
  const { key, receiver, newEvents, record, fapiaoNo } = await issued()
  const [reversalNo, rightNo] = [newFapiaoNumber(), newFapiaoNumber()]
  const outcomes = await Promise.all(
    [1, 2].map(() => reverseFapiao(server, staff, key, { reversalNo, reason: 'wrong title' })),
  )
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1)
  const reversed = { ...record, fapiaoNo, reversalNo, reversalDate: today(), reason: 'wrong title' }
  const events = await newEvents()
  expect(events).toEqual([{ type: 'fapiao.reversed', data: reversed }])
  webhookData.fapiaoReversed.parse(events[0]!.data)
  await correctFapiao(server, staff, key, { which: 'reversal', number: rightNo })
  expect(await newEvents()).toEqual([
    {
      type: 'fapiao.corrected',
      data: {
        ...reversed,
        reversalNo: rightNo,
        state: 'reversed',
        corrected: 'reversal',
        former: { number: reversalNo, date: today(), amount: 9_900 },
        hasNewFile: false,
        reason: 'mistyped',
      },
    },
  ])
  await receiver.close()
})

test('a reversal after a refund is reported when it is recorded, not when it becomes necessary', async () => {
  const { key, bought, receiver, newEvents, fapiaoNo } = await issued()
  await settle(await refundOf(bought[0]!.no, bought[0]!.payment))
  expect(await newEvents()).toEqual([])
  await reverseFapiao(server, staff, key)
  expect(await newEvents()).toMatchObject([
    { type: 'fapiao.reversed', data: { fapiaoNo, amount: 9_900, reason: null } },
  ])
  await receiver.close()
})

test.each(['records', 'numbers'] satisfies ExchangeScope[])(
  'an exchange of %s is reported to both accounts, to each its own',
  async (scope) => {
    const [one, two] = [await issued(), await issued()]
    const { version } = (await staff.call(get, one.key)).data
    const exchanged = { version, which: 'fapiao', scope, reason: 'crosswise' } as const
    await staff.call(exchange, { ...one.key, ...exchanged, number: two.fapiaoNo })
    for (const [buyer, other] of [
      [one, two],
      [two, one],
    ] as const) {
      expect(await buyer.newEvents()).toMatchObject([
        {
          type: 'fapiao.corrected',
          data: {
            ...buyer.record,
            fapiaoNo: other.fapiaoNo,
            former: { number: buyer.fapiaoNo },
            hasNewFile: scope === 'records',
            reason: 'crosswise',
          },
        },
      ])
      await buyer.receiver.close()
    }
  },
)

test('exchanges and corrections at one moment are reported as often as they are recorded', async () => {
  const [one, two] = [await issued(), await issued()]
  const versionOf = async ({ key }: typeof one) => (await staff.call(get, key)).data.version
  const exchanged = { which: 'fapiao', scope: 'records', reason: 'crosswise' } as const
  const versions = [await versionOf(one), await versionOf(two)] as const
  const exchangeOf = (buyer: typeof one, version: number, number: string) =>
    staff.call(exchange, { ...buyer.key, ...exchanged, version, number })
  await Promise.all([
    exchangeOf(one, versions[0], two.fapiaoNo),
    exchangeOf(two, versions[1], one.fapiaoNo),
    correctFapiao(server, staff, one.key, { number: newFapiaoNumber() }),
    correctFapiao(server, staff, two.key, { number: newFapiaoNumber() }),
  ])
  const numbersOf = (wrong: readonly { number: string }[]) =>
    wrong.map(({ number }) => number).toSorted((a, b) => (a < b ? -1 : 1))
  for (const buyer of [one, two]) {
    const { corrections } = (await staff.call(get, buyer.key)).data
    expect(corrections.length).toBeGreaterThan(0)
    const events = await buyer.newEvents()
    const former = events.map(({ data }) => data['former'] as { number: string })
    expect(numbersOf(former)).toEqual(numbersOf(corrections))
    await buyer.receiver.close()
  }
})
