/** Payment notifications: acknowledged only once settled, and refused unless genuine. */
import { Hono } from 'hono'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startHttpServer } from '#server/http/http-server.ts'
import { createJsonLog } from '#server/platform/log.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import type { Payment, PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { createGateways } from '#server/features/orders/payment/gateways.ts'
import { serveNotifications, type OnPaid } from '#server/features/orders/payment/notifications.ts'
import type { AppEnv } from '#server/http/request-context.ts'
import { alipay } from '#tests/support/gateways/alipay.ts'
import { lianLian } from '#tests/support/gateways/lianlian.ts'
import { weChatPay } from '#tests/support/gateways/wechat.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { startServer } from '#tests/support/server/server.ts'

const [ali, weChat, lian, database] = await Promise.all([
  alipay(),
  weChatPay(),
  lianLian(),
  freshDb(),
])
const vendors = { alipay: ali, weChat, lianLian: lian }
let lines: string[] = []
let notified: { payment: Payment; channels: readonly PayChannelCode[] }[] = []
let settlement: OnPaid = async () => 'credited'
let origin = ''

const log = createJsonLog((text) => lines.push(text))
const siteSettings = {
  production: true,
  timeZone: 'Asia/Shanghai',
  allowedOrigins: [],
  trustedProxies: 0,
  allowsLocalWebhooks: false,
}
const baseDeps = { db: database.db, clock: () => new Date(), crypto: nodeCrypto, log }
const pay = {
  alipay: ali.settings,
  weChat: weChat.settings,
  lianLian: lian.settings,
  sandboxSilent: false,
}
const gateways = createGateways(pay, {
  ...baseDeps,
  ...siteSettings,
  site: () => origin,
  deliver: fetch,
})
const app = new Hono<AppEnv>()
serveNotifications(
  app,
  { gateways, log, settings: siteSettings },
  {
    onPaid: (payment, channels) => {
      notified.push({ payment, channels })
      return settlement(payment, channels)
    },
    onRefund: async () => {},
  },
)
const listening = await startHttpServer(app, { host: '127.0.0.1', port: 0 })
origin = `http://127.0.0.1:${listening.port}`
const productionServer = await startServer({ production: true }, undefined, { gateways })
afterAll(() =>
  Promise.all([
    productionServer.close(),
    listening.close(),
    database.close(),
    ...Object.values(vendors).map((vendor) => vendor.close()),
  ]),
)
beforeEach(() => {
  log.flush()
  lines = []
  notified = []
  settlement = async () => 'credited'
})

let count = 0
async function paidBill(channel: PayChannelCode) {
  const local = { ALI_NATIVE: ali, WC_NATIVE: weChat, ALI_LIAN: lian, WC_LIAN: lian }[channel]
  const no = `20261121${String(process.pid).padStart(8, '0')}${String(count++).padStart(6, '0')}`
  const now = Date.now()
  const bill = {
    orderId: '1',
    no,
    amountCents: 9_900,
    subject: 'Standard',
    names: { zh: '标准版', en: 'Standard' },
    createdAt: new Date(now),
    closesAt: new Date(now + 900_000),
  }
  await local.open(await gateways.get(channel)!.create(bill, { userId: '1', ip: '203.0.113.7' }))
  const { gatewayNo } = local.pay(no)
  return { local, no, gatewayNo }
}
const logEntries = () => {
  log.flush()
  return lines
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: string; event: string })
}

const channels = [
  ['ALI_NATIVE', ['ALI_NATIVE'], 'success'],
  ['WC_NATIVE', ['WC_NATIVE'], '{"code":"SUCCESS"}'],
  ['ALI_LIAN', ['ALI_LIAN', 'WC_LIAN'], 'Success'],
  ['WC_LIAN', ['ALI_LIAN', 'WC_LIAN'], 'Success'],
] as const

test.each(channels)(
  '%s: a payment reaches the settlement with its possible channels',
  async (channel, expectedChannels, acknowledgement) => {
    const { local, no, gatewayNo } = await paidBill(channel)
    expect(await local.notify(no)).toEqual({ status: 200, text: acknowledgement })
    expect(notified).toMatchObject([
      { payment: { orderNo: no, gatewayNo, amountCents: 9_900 }, channels: expectedChannels },
    ])
    expect(logEntries()).toMatchObject([{ level: 'info', outcome: 'credited' }])
  },
)

test.each(channels)(
  '%s: a notification is acknowledged only after its settlement',
  async (channel, _, acknowledgement) => {
    const { local, no } = await paidBill(channel)
    let settle = (_outcome: 'credited') => {}
    settlement = () => new Promise((resolve) => (settle = resolve))
    let isAnswered = false
    const reply = local.notify(no).finally(() => (isAnswered = true))
    await expect.poll(() => notified.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isAnswered).toBe(false)
    settle('credited')
    expect(await reply).toEqual({ status: 200, text: acknowledgement })
  },
)

test.each(channels)(
  '%s: repeated payments are acknowledged, refused and failed settlements are not',
  async (channel, _, acknowledgement) => {
    const { local, no } = await paidBill(channel)
    settlement = async () => 'already'
    expect(await local.notify(no)).toEqual({ status: 200, text: acknowledgement })
    settlement = async () => 'refused'
    expect(await local.notify(no)).toMatchObject({
      status: 500,
      text: expect.not.stringContaining(acknowledgement) as string,
    })
    settlement = () => Promise.reject(new Error('the database is away'))
    expect(await local.notify(no)).toMatchObject({
      status: 500,
      text: expect.not.stringContaining(acknowledgement) as string,
    })
    expect(logEntries().map(({ level }) => level)).toEqual(['info', 'error', 'error'])
  },
)

test.each(channels)(
  '%s: a forged notification changes nothing, is logged and is not acknowledged',
  async (channel, _, acknowledgement) => {
    const { local, no } = await paidBill(channel)
    for (const claims of [{ forged: true }, { merchant: '2088000000000666' }]) {
      expect(await local.notify(no, claims)).toMatchObject({
        status: 400,
        text: expect.not.stringContaining(acknowledgement) as string,
      })
    }
    expect(notified).toEqual([])
    expect(logEntries().map(({ level }) => level)).toEqual(['warn', 'warn'])
  },
)

test.each([
  ['ALI_NATIVE', 'app'],
  ['WC_NATIVE', 'app'],
  ['WC_NATIVE', 'serial'],
] as const)('%s: a signed notification with another %s is refused', async (channel, claim) => {
  const { local, no } = await paidBill(channel)
  expect(await local.notify(no, { [claim]: 'another' })).toMatchObject({ status: 400 })
  expect(notified).toEqual([])
})

test.each([
  ['more than five minutes old', -301_000],
  ['from the future', 3_600_000],
])('a notification signed by WeChat Pay is refused when it is %s', async (_, clockOffset) => {
  const { no } = await paidBill('WC_NATIVE')
  weChat.useClock(() => Date.now() + clockOffset)
  const notice = weChat.notice(no)
  weChat.useClock(() => Date.now())
  expect(await weChat.send(notice)).toMatchObject({ status: 400 })
  expect(notified).toEqual([])
})

test.each(channels)(
  '%s: a genuine notification of no payment is acknowledged and settles nothing',
  async (channel, _, acknowledgement) => {
    const { local, no } = await paidBill(channel)
    expect(await local.notify(no, { state: 'closed' })).toEqual({
      status: 200,
      text: acknowledgement,
    })
    expect(notified).toEqual([])
  },
)

test('a notification sent to another vendor’s URL is refused', async () => {
  const { local, no } = await paidBill('ALI_NATIVE')
  const notice = local.notice(no)
  for (const other of ['wechat', 'lianlian'])
    expect((await local.send({ ...notice, url: `${origin}/pay/notify/${other}` })).status).toBe(400)
  expect(notified).toEqual([])
})

test.each(['nobody', 'sandbox', 'alipay%00', '..%2falipay'])(
  'in production there is no gateway named %s',
  async (name) => {
    const response = await fetch(`${productionServer.origin}/pay/notify/${name}`, {
      method: 'POST',
      body: '{}',
    })
    expect(response.status).toBe(404)
  },
)

test('a body over 64 kB is refused, with a length or chunked', async () => {
  const large = 'x'.repeat(65 * 1024)
  const chunkedBody = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(large))
      controller.close()
    },
  })
  for (const body of [large, chunkedBody]) {
    const response = await fetch(`${productionServer.origin}/pay/notify/alipay`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  }
})

test('in production only configured channels are offered, in their order', () => {
  const deps = { ...baseDeps, ...siteSettings, site: () => origin, deliver: fetch }
  expect([...gateways.keys()]).toEqual(['ALI_NATIVE', 'WC_NATIVE', 'ALI_LIAN', 'WC_LIAN'])
  expect([
    ...createGateways({ sandboxSilent: false, lianLian: lian.settings }, deps).keys(),
  ]).toEqual(['ALI_LIAN', 'WC_LIAN'])
  expect([...createGateways({ sandboxSilent: false }, deps).keys()]).toEqual([])
})

test('outside of production the sandbox serves unconfigured channels', () => {
  const offered = createGateways(
    { sandboxSilent: false, weChat: weChat.settings },
    { ...baseDeps, ...siteSettings, production: false, site: () => origin, deliver: fetch },
  )
  expect([...offered].map(([channel, { vendorId }]) => [channel, vendorId])).toEqual([
    ['ALI_NATIVE', 'sandbox'],
    ['WC_NATIVE', 'wechat'],
    ['ALI_LIAN', 'sandbox'],
    ['WC_LIAN', 'sandbox'],
  ])
})

test.each([
  ['alipay', {}, `sign_type=RSA2&sign=${'%C3%A9'.repeat(344)}`],
  ['alipay', {}, 'sign_type=RSA2'],
  ['lianlian', { 'signature-data': 'é'.repeat(172) }, '{}'],
  [
    'wechat',
    {
      'wechatpay-signature': 'é'.repeat(344),
      'wechatpay-timestamp': String(Math.floor(Date.now() / 1_000)),
      'wechatpay-nonce': 'é',
      'wechatpay-serial': weChat.settings.platformSerials[0]!,
    },
    '{}',
  ],
])(
  'a notification of %s with a malformed signature is refused as forged',
  async (gateway, headers, body) => {
    const response = await fetch(`${origin}/pay/notify/${gateway}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    })
    log.flush()
    expect([response.status, lines.join().includes('it is not genuine'), notified]).toEqual([
      400,
      true,
      [],
    ])
  },
)
