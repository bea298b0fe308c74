/** Buying through each vendor, from the order to the credit, with wrong, late and lost messages. */
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

  /** Places an order and opens its payment as the buyer. */
  async function openedOrder() {
    const { data } = await buyer.call(calls.pay, { memberGroupId: '2', salesNum: 1, payChannel })
    const no = await local.open(data.scanQRCodeUrl)
    expect(no).toBe(data.orderNo)
    return { id: String(data.orderId), no }
  }
  const statusOf = async (id: string) => (await buyer.call(calls.payInfo, { id })).data.payStatus
  const creditCountOf = (no: string) => creditCount(server.database.db, no)

  test('twelve concurrent notifications and a later one credit an order once', async () => {
    const { id, no } = await openedOrder()
    local.pay(no)
    const notice = local.notice(no)
    const answers = await Promise.all(Array.from({ length: 12 }, () => local.send(notice)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await local.notify(no)).status).toBe(200)
    expect([await statusOf(id), await creditCountOf(no)]).toEqual(['P', 1])
  })

  test('without a notification an order is credited by a flush', async () => {
    const { id, no } = await openedOrder()
    local.pay(no)
    expect((await buyer.call(calls.flush, { id })).success).toBe(true)
    expect([await statusOf(id), await creditCountOf(no)]).toEqual(['P', 1])
  })

  test('notifications with a wrong amount, merchant, key or order credit nothing', async () => {
    const { id, no } = await openedOrder()
    local.pay(no)
    for (const claims of [
      { amountCents: 9_899 },
      { amountCents: 9_901 },
      { merchant: '2088000000000666' },
      { forged: true },
      { orderNo: `${no}9` },
    ])
      expect((await local.notify(no, claims)).status).toBeGreaterThanOrEqual(400)
    expect([await statusOf(id), await creditCountOf(no)]).toEqual(['W', 0])
  })

  test('a payment made before the cancellation wins', async () => {
    const { id, no } = await openedOrder()
    local.pay(no)
    await buyer.call(calls.cancel, { id })
    expect([await statusOf(id), await creditCountOf(no)]).toEqual(['P', 1])
  })

  test('a payment after the cancellation is credited once', async () => {
    const { id, no } = await openedOrder()
    expect((await buyer.call(calls.cancel, { id })).success).toBe(true)
    expect(local.books.get(no)!.state).toBe('closed')
    expect(await statusOf(id)).toBe('C')
    local.pay(no, { force: true })
    await Promise.all([local.notify(no), local.notify(no)])
    expect([await statusOf(id), await creditCountOf(no)]).toEqual(['P', 1])
  })

  test('a cancellation whose response was lost keeps the order open until retried', async () => {
    const { id, no } = await openedOrder()
    local.setBehaviour('lost')
    expect((await buyer.call(calls.cancel, { id })).success).toBe(false)
    expect(await statusOf(id)).toBe('W')
    local.setBehaviour('normal')
    expect(local.books.get(no)!.state).toBe('closed')
    expect((await buyer.call(calls.cancel, { id })).success).toBe(true)
    expect(await statusOf(id)).toBe('C')
  })
})

test('during a key rotation of WeChat Pay both keys are accepted, each with its serial', async () => {
  const { platformKeys, platformSerials } = weChat.settings
  const settingsWithBothKeys = {
    ...weChat.settings,
    platformKeys: [...platformKeys, keys.stranger.publicKey],
    platformSerials: [...platformSerials, 'NEXT'],
  }
  const rotatingServer = await startServer({}, server.database, {
    pay: { weChat: settingsWithBothKeys },
  })
  const shopper = await signedIn(rotatingServer, anna)
  const nextKeyClaims: FalseClaims = { forged: true, serial: 'NEXT' }
  try {
    const { data } = await shopper.call(calls.pay, {
      memberGroupId: '2',
      salesNum: 1,
      payChannel: 'WC_NATIVE',
    })
    const [id, no] = [String(data.orderId), data.orderNo]
    const notifyStatus = async (claims: FalseClaims) => (await weChat.notify(no, claims)).status
    const statusNow = async () => (await shopper.call(calls.payInfo, { id })).data.payStatus
    weChat.pay(no)
    for (const claims of [
      { serial: 'NEXT' },
      { forged: true },
      { forged: true, serial: 'THIRD' },
      { serial: '' },
    ])
      expect(await notifyStatus(claims)).toBe(400)
    weChat.setBehaviour('forged')
    weChat.setFalseClaims({ serial: 'THIRD' })
    expect(await shopper.refused(calls.flush, { id })).toMatchObject({ code: 'gatewayDown' })
    expect(await statusNow()).toBe('W')
    weChat.setFalseClaims({ serial: 'NEXT' })
    rotatingServer.passTime(2_001)
    expect((await shopper.call(calls.flush, { id })).success).toBe(true)
    expect([await statusNow(), await creditCount(server.database.db, no)]).toEqual(['P', 1])
    expect([await notifyStatus(nextKeyClaims), await notifyStatus({})]).toEqual([200, 200])
  } finally {
    weChat.setBehaviour('normal')
    weChat.setFalseClaims({})
    await rotatingServer.close()
  }
})
