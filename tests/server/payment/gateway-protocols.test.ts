/**
 * Alipay, WeChat Pay and LianLian: what is asked of them is signed as they document it, and what
 * they answer is believed only when it is theirs.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { alipayGateway } from '#server/features/orders/payment/alipay.ts'
import {
  InvalidSignatureError,
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
} from '#server/features/orders/payment/gateway.ts'
import { lianLianGateway } from '#server/features/orders/payment/lianlian.ts'
import { weChatGateway } from '#server/features/orders/payment/wechat.ts'
import { alipay } from '#tests/support/gateways/alipay.ts'
import { lianLian } from '#tests/support/gateways/lianlian.ts'
import type { Behaviour, FalseClaims } from '#tests/support/gateways/local-gateway.ts'
import { weChatPay } from '#tests/support/gateways/wechat.ts'

const site = 'https://shop.example.com'
const needs = { clock: () => new Date(), site: () => site, notifyUrl: () => `${site}/pay/notify/x` }
/** Milliseconds: enough for a busy machine, and what is waited for an answer that never comes. */
const hasty = { ...needs, timeout: 300 }
const [ali, weChat, lian] = await Promise.all([alipay(), weChatPay(), lianLian()])
const vendors = [
  {
    name: 'Alipay',
    local: ali,
    gateway: alipayGateway(ali.settings, needs),
    impatient: alipayGateway(ali.settings, hasty),
    words: ['success', 'fail'],
    names: ['orderNo'],
  },
  {
    name: 'WeChat Pay',
    local: weChat,
    gateway: weChatGateway(weChat.settings, needs),
    impatient: weChatGateway(weChat.settings, hasty),
    words: ['{"code":"SUCCESS"}', '{"code":"FAIL","message":"not written down"}'],
    names: ['orderNo', 'merchant', 'app', 'serial'],
  },
  {
    name: 'LianLian by Alipay',
    local: lian,
    gateway: lianLianGateway('ALI_LIAN', lian.settings, needs),
    impatient: lianLianGateway('ALI_LIAN', lian.settings, hasty),
    words: ['Success', 'Failed'],
    names: ['orderNo', 'merchant'],
  },
  {
    name: 'LianLian by WeChat',
    local: lian,
    gateway: lianLianGateway('WC_LIAN', lian.settings, needs),
    impatient: lianLianGateway('WC_LIAN', lian.settings, hasty),
    words: ['Success', 'Failed'],
    names: ['orderNo', 'merchant'],
  },
]
const payer = { userId: '1001', ip: '203.0.113.7' }

let count = 0
function newBill(over: Partial<PaymentRequest> = {}): PaymentRequest {
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
    ...over,
  }
}

afterEach(() => {
  for (const { local } of vendors) {
    local.setBehaviour('normal')
    local.setFalseClaims({})
  }
})
afterAll(() => Promise.all([ali.close(), weChat.close(), lian.close()]))

describe.each(vendors)('$name', ({ local, gateway, impatient, words, names }) => {
  const opened = async (over?: Partial<PaymentRequest>) => {
    const bill = newBill(over)
    expect(await local.open(await gateway.create(bill, payer))).toBe(bill.no)
    return bill
  }
  const verify = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
    gateway.verify({ headers: new Headers(headers), body })

  test('a bill is opened with its data, waits, is paid, and is reported as paid', async () => {
    const bill = await opened()
    const { amountCents, notifyUrl, closesAt } = local.books.get(bill.no)!
    expect({ amountCents, notifyUrl }).toEqual({
      amountCents: bill.amountCents,
      notifyUrl: needs.notifyUrl(),
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

  test('a bill is opened a second time as the same', async () => {
    const bill = await opened()
    expect(await local.open(await gateway.create(bill, payer))).toBe(bill.no)
    expect(await gateway.query(bill)).toEqual({ state: 'waiting' })
  })

  test('a bill that nobody opened is unknown', async () => {
    expect(await gateway.query(newBill())).toEqual({ state: 'unknown' })
    expect(await gateway.close(newBill())).toEqual({ state: 'unknown' })
  })

  test('a closed bill stays closed; a payment that came first is reported', async () => {
    const [closed, quick] = [await opened(), await opened()]
    expect(await gateway.close(closed)).toEqual({ state: 'closed' })
    expect(await gateway.query(closed)).toEqual({ state: 'closed' })
    expect(await gateway.close(closed)).toEqual({ state: 'closed' })
    local.pay(quick.no)
    expect(await gateway.close(quick)).toMatchObject({
      state: 'paid',
      payment: { orderNo: quick.no },
    })
  })

  test('one fen, and the most that may be paid, arrive as they are', async () => {
    for (const amountCents of [1, 10, 29, 100, 99_999_999]) {
      const bill = await opened({ amountCents })
      local.pay(bill.no)
      expect(await gateway.query(bill)).toMatchObject({ payment: { amountCents } })
      expect(await verify(local.notice(bill.no))).toMatchObject({ amountCents })
    }
  })

  test.each(['hang', 'broken', 'garbage', 'unsigned', 'forged', 'lost'] satisfies Behaviour[])(
    'when the vendor is %s nothing is known, and the log learns no secret',
    async (how) => {
      const bill = await opened()
      local.pay(bill.no)
      local.setBehaviour(how)
      const tested = how === 'hang' ? impatient : gateway
      for (const ask of [() => tested.query(bill), () => tested.close(bill)]) {
        const failure: unknown = await ask().then(
          (standing) => standing,
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

  test.each(names)(
    'an answer signed by the vendor that names another %s says nothing of this bill',
    async (what) => {
      const bill = await opened()
      local.pay(bill.no)
      local.setFalseClaims({ [what]: '20261121070000000000666' })
      await expect(gateway.query(bill)).rejects.toThrow(GatewayFailure)
    },
  )

  test('what was closed is closed though the answer was lost', async () => {
    const bill = await opened()
    local.setBehaviour('lost')
    await expect(gateway.close(bill)).rejects.toThrow(GatewayFailure)
    local.setBehaviour('normal')
    expect(await gateway.query(bill)).toEqual({ state: 'closed' })
  })

  test.each<[string, FalseClaims]>([
    ['signed by somebody else', { forged: true }],
    ['for another merchant', { merchant: '2088000000000666' }],
  ])('a notification %s is forged', async (_, lies) => {
    const bill = await opened()
    local.pay(bill.no)
    await expect(verify(local.notice(bill.no, lies))).rejects.toThrow(InvalidSignatureError)
  })

  test('a notification changed anywhere never tells of another payment', async () => {
    const bill = await opened()
    local.pay(bill.no)
    const { headers, body } = local.notice(bill.no)
    const truth = await verify({ headers, body })
    for (let at = 0; at < body.length; at += 7) {
      const changed = body.slice(0, at) + (body[at] === '1' ? '2' : '1') + body.slice(at + 1)
      // Where only the way of writing the signature changes, it is the same notification.
      const verified: unknown = await verify({ headers, body: changed }).catch(() => truth)
      expect(verified).toEqual(truth)
    }
  })

  test.each(['', '{}', 'null', 'sign=x&sign_type=RSA2', 'sign=x&sign_type=MD5'])(
    '“%s” is no notification',
    async (body) => {
      await expect(verify({ headers: {}, body })).rejects.toThrow(InvalidSignatureError)
    },
  )

  test('a notification reports the amount of the gateway, for the settlement to compare', async () => {
    const bill = await opened()
    expect(await verify(local.notice(bill.no, { amountCents: 1 }))).toMatchObject({
      orderNo: bill.no,
      amountCents: 1,
    })
  })

  test('a genuine notification of something else is no payment', async () => {
    const bill = await opened()
    expect(await verify(local.notice(bill.no, { state: 'closed' }))).toBeNull()
  })

  test('money of which a notification does not say all is never taken for something else', async () => {
    const bill = await opened()
    local.pay(bill.no)
    const verified: unknown = await verify(
      local.notice(bill.no, { withoutPaymentTime: true }),
    ).catch((error: unknown) => error)
    expect(verified).not.toBeNull()
    expect(verified).not.toBeInstanceOf(InvalidSignatureError)
  })

  test('it hears in its own words that the payment is written down', () => {
    expect([gateway.acknowledge(true), gateway.acknowledge(false)].map(({ body }) => body)).toEqual(
      words,
    )
    expect([gateway.acknowledge(true).status, gateway.acknowledge(false).status]).toEqual([
      200, 500,
    ])
  })
})

test('the form for Alipay is ASCII, leads to its gateway, and brings the buyer back', async () => {
  const bill = newBill({ subject: '谷歌 1M & "x" <b>' })
  const form = await (vendors[0]!.gateway satisfies Gateway).create(bill, payer)
  expect(form).toMatch(/^[\x20-\x7e\s]*$/)
  expect(form).toContain(`<form action="${ali.settings.gateway}?`)
  expect(decodeURIComponent(form)).toContain(`return_url=${site}/PaySuccess?payInfo=`)
  expect(await ali.open(form)).toBe(bill.no)
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
