/**
 * Alipay, WeChat Pay and LianLian: requests are signed as documented, and responses must be
 * genuine.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createAlipayGateway } from '#server/features/orders/payment/alipay.ts'
import {
  InvalidSignatureError,
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
} from '#server/features/orders/payment/gateway.ts'
import { createLianLianGateway } from '#server/features/orders/payment/lianlian.ts'
import { formatSpaced } from '#server/features/orders/payment/vendor-client.ts'
import { createWeChatGateway } from '#server/features/orders/payment/wechat.ts'
import { alipay, createSdk } from '#tests/support/gateways/alipay.ts'
import { lianLian } from '#tests/support/gateways/lianlian.ts'
import type { Behaviour, FalseClaims } from '#tests/support/gateways/local-gateway.ts'
import { weChatPay } from '#tests/support/gateways/wechat.ts'

const site = 'https://shop.example.com'
const deps = { clock: () => new Date(), site: () => site, notifyUrl: () => `${site}/pay/notify/x` }
/** `timeout` in milliseconds, for gateways that never respond. */
const depsWithShortTimeout = { ...deps, timeout: 300 }
const [ali, weChat, lian] = await Promise.all([alipay(), weChatPay(), lianLian()])
const vendors = [
  {
    name: 'Alipay',
    local: ali,
    gateway: createAlipayGateway(ali.settings, deps),
    impatient: createAlipayGateway(ali.settings, depsWithShortTimeout),
    words: ['success', 'fail'],
    names: ['orderNo'],
  },
  {
    name: 'WeChat Pay',
    local: weChat,
    gateway: createWeChatGateway(weChat.settings, deps),
    impatient: createWeChatGateway(weChat.settings, depsWithShortTimeout),
    words: ['{"code":"SUCCESS"}', '{"code":"FAIL","message":"not written down"}'],
    names: ['orderNo', 'merchant', 'app', 'serial'],
  },
  {
    name: 'LianLian by Alipay',
    local: lian,
    gateway: createLianLianGateway('ALI_LIAN', lian.settings, deps),
    impatient: createLianLianGateway('ALI_LIAN', lian.settings, depsWithShortTimeout),
    words: ['Success', 'Failed'],
    names: ['orderNo', 'merchant'],
  },
  {
    name: 'LianLian by WeChat',
    local: lian,
    gateway: createLianLianGateway('WC_LIAN', lian.settings, deps),
    impatient: createLianLianGateway('WC_LIAN', lian.settings, depsWithShortTimeout),
    words: ['Success', 'Failed'],
    names: ['orderNo', 'merchant'],
  },
]
const payer = { userId: '1001', ip: '203.0.113.7' }

let count = 0
function newBill(overrides: Partial<PaymentRequest> = {}): PaymentRequest {
  const now = Math.floor(Date.now() / 1000) * 1000
  const no = `2026112107${String(process.pid).padStart(7, '0')}${String(count++).padStart(5, '0')}`
  const names = { zh: '谷歌微软 100万字符 × 2', en: 'Google & Microsoft 1M × 2' }
  return {
    orderId: '77',
    no,
    amountCents: 19_990,
    subject: 'Google & Microsoft <1M> "x" 2',
    names,
    createdAt: new Date(now),
    closesAt: new Date(now + 900_000),
    ...overrides,
  }
}

afterEach(() => {
  for (const { local } of vendors) {
    local.setBehaviour('normal')
    local.setFalseClaims({})
  }
})
afterAll(() => Promise.all([ali.close(), weChat.close(), lian.close()]))

describe.each(vendors)(
  '$name',
  ({ local, gateway, impatient: gatewayWithShortTimeout, words: acknowledgements, names }) => {
    const openBill = async (overrides?: Partial<PaymentRequest>) => {
      const bill = newBill(overrides)
      expect(await local.open(await gateway.create(bill, payer))).toBe(bill.no)
      return bill
    }
    const verify = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
      gateway.verify({ headers: new Headers(headers), body })

    test('a bill is created with its data, waits, and is reported as paid', async () => {
      const bill = await openBill()
      const { amountCents, notifyUrl, closesAt } = local.books.get(bill.no)!
      expect({ amountCents, notifyUrl }).toEqual({
        amountCents: bill.amountCents,
        notifyUrl: deps.notifyUrl(),
      })
      expect(Math.abs(closesAt.getTime() - bill.closesAt.getTime())).toBeLessThan(60_000)
      expect(await gateway.query(bill)).toEqual({ state: 'waiting' })
      const { gatewayNo, paidAt } = local.pay(bill.no)
      const payment = {
        orderNo: bill.no,
        gatewayNo,
        amountCents: bill.amountCents,
        paidAt: new Date(Math.floor(paidAt!.getTime() / 1000) * 1000),
      }
      expect(await gateway.query(bill)).toEqual({ state: 'paid', payment })
      expect(await verify(local.notice(bill.no))).toEqual(payment)
      expect(local.errors).toEqual([])
    })

    test('creating a bill twice opens the same bill', async () => {
      const bill = await openBill()
      expect(await local.open(await gateway.create(bill, payer))).toBe(bill.no)
      expect(await gateway.query(bill)).toEqual({ state: 'waiting' })
    })

    test('a bill that was never opened is unknown', async () => {
      expect(await gateway.query(newBill())).toEqual({ state: 'unknown' })
      expect(await gateway.close(newBill())).toEqual({ state: 'unknown' })
    })

    test('a closed bill stays closed; closing a paid one reports the payment', async () => {
      const [closedBill, paid] = [await openBill(), await openBill()]
      expect(await gateway.close(closedBill)).toEqual({ state: 'closed' })
      expect(await gateway.query(closedBill)).toEqual({ state: 'closed' })
      expect(await gateway.close(closedBill)).toEqual({ state: 'closed' })
      local.pay(paid.no)
      expect(await gateway.close(paid)).toMatchObject({
        state: 'paid',
        payment: { orderNo: paid.no },
      })
    })

    test('the smallest and the largest amounts are transmitted exactly', async () => {
      for (const amountCents of [1, 10, 29, 100, 99_999_999]) {
        const bill = await openBill({ amountCents })
        local.pay(bill.no)
        expect(await gateway.query(bill)).toMatchObject({ payment: { amountCents } })
        expect(await verify(local.notice(bill.no))).toMatchObject({ amountCents })
      }
    })

    test.each(['hang', 'broken', 'garbage', 'unsigned', 'forged', 'lost'] satisfies Behaviour[])(
      'when the vendor is %s the call fails, and its message has no secret',
      async (behaviour) => {
        const bill = await openBill()
        local.pay(bill.no)
        local.setBehaviour(behaviour)
        const gatewayUnderTest = behaviour === 'hang' ? gatewayWithShortTimeout : gateway
        for (const attempt of [
          () => gatewayUnderTest.query(bill),
          () => gatewayUnderTest.close(bill),
        ]) {
          const failure: unknown = await attempt().then(
            (status) => status,
            (reason: unknown) => reason,
          )
          expect(failure).toBeInstanceOf(GatewayFailure)
          expect((failure as Error).message).toMatch(/^[\x20-\x7e…]{10,200}$/)
          expect((failure as Error).message).not.toMatch(/-----|sign[=:]|[A-Za-z0-9+/]{60}/i)
        }
        local.setBehaviour('normal')
        expect(await gateway.query(bill)).toMatchObject({ state: 'paid' })
      },
    )

    test.each(names)('a signed response that names another %s is refused', async (claim) => {
      const bill = await openBill()
      local.pay(bill.no)
      local.setFalseClaims({ [claim]: '20261121070000000000666' })
      await expect(gateway.query(bill)).rejects.toThrow(GatewayFailure)
    })

    test('a bill is closed even if the response was lost', async () => {
      const bill = await openBill()
      local.setBehaviour('lost')
      await expect(gateway.close(bill)).rejects.toThrow(GatewayFailure)
      local.setBehaviour('normal')
      expect(await gateway.query(bill)).toEqual({ state: 'closed' })
    })

    test.each<[string, FalseClaims]>([
      ['signed by somebody else', { forged: true }],
      ['for another merchant', { merchant: '2088000000000666' }],
    ])('a notification %s is refused as forged', async (_, claims) => {
      const bill = await openBill()
      local.pay(bill.no)
      await expect(verify(local.notice(bill.no, claims))).rejects.toThrow(InvalidSignatureError)
    })

    test('a notification changed at any position never reports another payment', async () => {
      const bill = await openBill()
      local.pay(bill.no)
      const { headers, body } = local.notice(bill.no)
      const original = await verify({ headers, body })
      for (let at = 0; at < body.length; at += 7) {
        const changed = body.slice(0, at) + (body[at] === '1' ? '2' : '1') + body.slice(at + 1)
        // If only the encoding of the signature changes, the notification stays valid.
        const verified: unknown = await verify({ headers, body: changed }).catch(() => original)
        expect(verified).toEqual(original)
      }
    })

    test.each(['', '{}', 'null', 'sign=x&sign_type=RSA2', 'sign=x&sign_type=MD5'])(
      '“%s” is refused as a notification',
      async (body) => {
        await expect(verify({ headers: {}, body })).rejects.toThrow(InvalidSignatureError)
      },
    )

    test('a notification reports the amount of the gateway', async () => {
      const bill = await openBill()
      expect(await verify(local.notice(bill.no, { amountCents: 1 }))).toMatchObject({
        orderNo: bill.no,
        amountCents: 1,
      })
    })

    test('a genuine notification of another event is no payment', async () => {
      const bill = await openBill()
      expect(await verify(local.notice(bill.no, { state: 'closed' }))).toBeNull()
    })

    test('a paid notification without a payment time is neither ignored nor called forged', async () => {
      const bill = await openBill()
      local.pay(bill.no)
      const verified: unknown = await verify(
        local.notice(bill.no, { withoutPaymentTime: true }),
      ).catch((error: unknown) => error)
      expect(verified).not.toBeNull()
      expect(verified).not.toBeInstanceOf(InvalidSignatureError)
    })

    test('notifications are acknowledged in the vendor’s own format', () => {
      expect(
        [gateway.acknowledge(true), gateway.acknowledge(false)].map(({ body }) => body),
      ).toEqual(acknowledgements)
      expect([gateway.acknowledge(true).status, gateway.acknowledge(false).status]).toEqual([
        200, 500,
      ])
    })
  },
)

test('the form for Alipay is ASCII, posts to its gateway, and has the return URL', async () => {
  const bill = newBill({ subject: '谷歌 1M & "x" <b>' })
  const form = await (vendors[0]!.gateway satisfies Gateway).create(bill, payer)
  expect(form).toMatch(/^[\x20-\x7e\s]*$/)
  expect(form).toContain(`<form action="${ali.settings.gateway}?`)
  expect(decodeURIComponent(form)).toContain(`return_url=${site}/PaySuccess?payInfo=`)
  expect(await ali.open(form)).toBe(bill.no)
})

test('the local Alipay and its SDK understand each other as they do with this product', async () => {
  const bill = newBill()
  await ali.open(await vendors[0]!.gateway.create(bill, payer))
  const sdk = createSdk(ali.settings.gateway)
  const ask = (method: string) =>
    sdk.exec(
      method,
      { timestamp: formatSpaced(new Date()), bizContent: { out_trade_no: bill.no } },
      { validateSign: true },
    )
  expect(await ask('alipay.trade.query')).toMatchObject({ tradeStatus: 'WAIT_BUYER_PAY' })
  expect(await ask('alipay.trade.close')).toMatchObject({ code: '10000' })
  expect(await vendors[0]!.gateway.query(bill)).toEqual({ state: 'closed' })
})

test('a payment that WeChat Pay refunded is not reported as paid', async () => {
  const bill = newBill()
  const { gateway } = vendors[1]!
  await gateway.create(bill, payer)
  const { gatewayNo } = Object.assign(weChat.pay(bill.no), { refunded: true })
  expect(await gateway.query(bill)).toEqual({ state: 'closed', refundedNo: gatewayNo })
})

test('a WeChat Pay notification in another currency is not credited', async () => {
  const bill = newBill()
  await vendors[1]!.gateway.create(bill, payer)
  const { headers, body } = weChat.notice(bill.no, { currency: 'USD' })
  await expect(vendors[1]!.gateway.verify({ headers: new Headers(headers), body })).rejects.toThrow(
    'not in yuan',
  )
})
