/**
 * Buying through each vendor from the order to the credit: by notification, by asking, late, twice,
 * wrong, and with answers lost on the way.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { orders as calls } from '#contract/orders.ts'
import { alipay } from '#tests/support/gateways/alipay.ts'
import { keys, type FalseClaims } from '#tests/support/gateways/local-gateway.ts'
import { lianLian } from '#tests/support/gateways/lianlian.ts'
import { weChatPay } from '#tests/support/gateways/wechat.ts'
import { addPeople } from '#tests/support/actors/people.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'
import { creditCount } from '#tests/support/actors/order-fixtures.ts'

const [ali, weChat, lian] = await Promise.all([alipay(), weChatPay(), lianLian()])
const server = await startServer({}, undefined, {
  pay: { alipay: ali.settings, weChat: weChat.settings, lianLian: lian.settings },
})
const { anna } = await addPeople(server.database.db)
const buyer = await signedIn(server, anna)
for (const local of [ali, weChat, lian]) local.useClock(server.now)
afterAll(() => Promise.all([server.close(), ali.close(), weChat.close(), lian.close()]))

const channels = [
  { payChannel: 'ALI_NATIVE', local: ali },
  { payChannel: 'WC_NATIVE', local: weChat },
  { payChannel: 'ALI_LIAN', local: lian },
  { payChannel: 'WC_LIAN', local: lian },
] as const

describe.each(channels)('$payChannel', ({ payChannel, local }) => {
  afterEach(() => {
    local.setBehaviour('normal')
    expect(local.errors).toEqual([])
  })

  /** Ordered, and opened by the buyer. */
  async function ordered() {
    const { data } = await buyer.call(calls.pay, { memberGroupId: '2', salesNum: 1, payChannel })
    const no = await local.open(data.scanQRCodeUrl)
    expect(no).toBe(data.orderNo)
    return { id: String(data.orderId), no }
  }
  const statusOf = async (id: string) => (await buyer.call(calls.payInfo, { id })).data.payStatus
  const credits = (no: string) => creditCount(server.database.db, no)

  test('notified twelve times, together and again, an order is credited once', async () => {
    const { id, no } = await ordered()
    local.pay(no)
    const notice = local.notice(no)
    const answers = await Promise.all(Array.from({ length: 12 }, () => local.send(notice)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await local.notify(no)).status).toBe(200)
    expect([await statusOf(id), await credits(no)]).toEqual(['P', 1])
  })

  test('never notified, an order is credited once it is asked about', async () => {
    const { id, no } = await ordered()
    local.pay(no)
    expect((await buyer.call(calls.flush, { id })).success).toBe(true)
    expect([await statusOf(id), await credits(no)]).toEqual(['P', 1])
  })

  test('another amount, another merchant and another key credit nothing and are not acknowledged', async () => {
    const { id, no } = await ordered()
    local.pay(no)
    for (const lies of [
      { amountCents: 9_899 },
      { amountCents: 9_901 },
      { merchant: '2088000000000666' },
      { forged: true },
      { orderNo: `${no}9` },
    ])
      expect((await local.notify(no, lies)).status).toBeGreaterThanOrEqual(400)
    expect([await statusOf(id), await credits(no)]).toEqual(['W', 0])
  })

  test('cancelled while it was being paid, the payment wins', async () => {
    const { id, no } = await ordered()
    local.pay(no)
    await buyer.call(calls.cancel, { id })
    expect([await statusOf(id), await credits(no)]).toEqual(['P', 1])
  })

  test('money that moved after the order was cancelled is honoured once', async () => {
    const { id, no } = await ordered()
    expect((await buyer.call(calls.cancel, { id })).success).toBe(true)
    expect(local.books.get(no)!.state).toBe('closed')
    expect(await statusOf(id)).toBe('C')
    local.pay(no, { force: true })
    await Promise.all([local.notify(no), local.notify(no)])
    expect([await statusOf(id), await credits(no)]).toEqual(['P', 1])
  })

  test('a closing whose answer was lost leaves the order open until it is known', async () => {
    const { id, no } = await ordered()
    local.setBehaviour('lost')
    expect((await buyer.call(calls.cancel, { id })).success).toBe(false)
    expect(await statusOf(id)).toBe('W')
    local.setBehaviour('normal')
    expect(local.books.get(no)!.state).toBe('closed')
    expect((await buyer.call(calls.cancel, { id })).success).toBe(true)
    expect(await statusOf(id)).toBe('C')
  })
})

test('while WeChat Pay replaces its key it is believed by both, each under its own number, and by no third', async () => {
  const { platformKeys, platformSerials } = weChat.settings
  const both = {
    ...weChat.settings,
    platformKeys: [...platformKeys, keys.stranger.publicKey],
    platformSerials: [...platformSerials, 'NEXT'],
  }
  const rotating = await startServer({}, server.database, { pay: { weChat: both } })
  const shopper = await signedIn(rotating, anna)
  const next: FalseClaims = { forged: true, serial: 'NEXT' }
  try {
    const { data } = await shopper.call(calls.pay, {
      memberGroupId: '2',
      salesNum: 1,
      payChannel: 'WC_NATIVE',
    })
    const [id, no] = [String(data.orderId), data.orderNo]
    const notified = async (lies: FalseClaims) => (await weChat.notify(no, lies)).status
    const statusNow = async () => (await shopper.call(calls.payInfo, { id })).data.payStatus
    weChat.pay(no)
    for (const lies of [
      { serial: 'NEXT' },
      { forged: true },
      { forged: true, serial: 'THIRD' },
      { serial: '' },
    ])
      expect(await notified(lies)).toBe(400)
    weChat.setBehaviour('forged')
    weChat.setFalseClaims({ serial: 'THIRD' })
    expect(await shopper.refused(calls.flush, { id })).toMatchObject({ code: 'gatewayDown' })
    expect(await statusNow()).toBe('W')
    weChat.setFalseClaims({ serial: 'NEXT' })
    rotating.passTime(2_001)
    expect((await shopper.call(calls.flush, { id })).success).toBe(true)
    expect([await statusNow(), await creditCount(server.database.db, no)]).toEqual(['P', 1])
    expect([await notified(next), await notified({})]).toEqual([200, 200])
  } finally {
    weChat.setBehaviour('normal')
    weChat.setFalseClaims({})
    await rotating.close()
  }
})
