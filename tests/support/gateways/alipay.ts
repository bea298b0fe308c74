/**
 * Local Alipay. The vendor's SDK judges the signatures of requests, responses and notifications;
 * trades exist once the form is opened.
 */
import { createSign, type KeyObject } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import type { AlipaySettings } from '#server/platform/config/payment-settings.ts'
import {
  toCents,
  gatewayNumber,
  parseShanghaiTime,
  shanghaiTime,
  toYuan,
  openBill,
  InvalidRequest,
  keys,
  localGateway,
  stateOf,
  type Answer,
  type ReceivedRequest,
  type Bill,
  type BillRefund,
  type FalseClaims,
  type Notice,
  type GatewayState,
} from '#tests/support/gateways/local-gateway.ts'

const appId = '2021000000000001'
const seller = '2088000000000001'

type Fields = Record<string, string>

const pem = (key: KeyObject) =>
  key
    .export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' })
    .toString()
    .trim()

/** The vendor's SDK with the shop's keys. */
export const createSdk = (gateway: string, publicKey = keys.vendor.publicKey) =>
  new AlipaySdk({
    appId,
    privateKey: pem(keys.shop.privateKey),
    keyType: 'PKCS8',
    alipayPublicKey: pem(publicKey),
    gateway,
  })

/** Verify what the vendor and what the shop signs. */
const judge = createSdk('https://alipay.example/gateway.do')
const shopJudge = createSdk('https://alipay.example/gateway.do', keys.shop.publicKey)

export async function alipay() {
  const gateway = await localGateway({ answer: respond, sign, refuse, notice, refundNotice })
  const settings: AlipaySettings = {
    appId,
    sellerId: seller,
    privateKey: keys.shop.privateKey,
    publicKey: keys.vendor.publicKey,
    gateway: `${gateway.url}/gateway.do`,
  }
  return {
    ...gateway,
    settings,
    /** Submits the form as the buyer's browser does. Returns the order number. */
    async open(form: string): Promise<string> {
      const { action, inputs } = formIn(form)
      const response = await fetch(action, {
        method: 'POST',
        body: new URLSearchParams(inputs),
        redirect: 'manual',
      })
      if (response.status !== 200) throw new Error(await response.text())
      return (JSON.parse(inputs['biz_content']!) as { out_trade_no: string }).out_trade_no
    },
  }
}

/** Parses the form as a browser does. */
export function formIn(html: string): { action: string; inputs: Fields } {
  const text = (value: string) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, text(value!)],
  )
  return {
    action: text(/<form action="([^"]*)"/.exec(html)![1]!),
    inputs: Object.fromEntries(inputs) as Fields,
  }
}

function respond({ path, body }: ReceivedRequest, gatewayState: GatewayState): Answer {
  const fields: Fields = Object.fromEntries([
    ...new URL(path, gatewayState.url).searchParams,
    ...new URLSearchParams(body),
  ])
  verifyRequest(fields, gatewayState)
  const signedText = JSON.parse(fields['biz_content']!) as Fields
  const { method = '' } = fields
  if (method === 'alipay.trade.page.pay') return pagePay(fields, signedText, gatewayState)
  const bill = gatewayState.books.get(signedText['out_trade_no']!)
  if (!bill)
    return result(method, {
      code: '40004',
      msg: 'Business Failed',
      sub_code: 'ACQ.TRADE_NOT_EXIST',
      sub_msg: '交易不存在',
    })
  if (method === 'alipay.trade.query') return result(method, tradeOf(bill, gatewayState))
  if (method !== 'alipay.trade.close') throw new InvalidRequest(`unknown method ${method}`)
  if (stateOf(bill, gatewayState.now()) !== 'waiting')
    return result(method, {
      code: '40004',
      msg: 'Business Failed',
      sub_code: 'ACQ.TRADE_STATUS_ERROR',
      sub_msg: '交易状态不合法',
    })
  bill.state = 'closed'
  return result(method, {
    code: '10000',
    msg: 'Success',
    out_trade_no: bill.orderNo,
    trade_no: bill.gatewayNo,
  })
}

function verifyRequest(fields: Fields, gatewayState: GatewayState): void {
  const { sign: signature = '', ...signed } = fields
  if (fields['app_id'] !== appId) throw new InvalidRequest('isv.invalid-app-id')
  if (
    fields['sign_type'] !== 'RSA2' ||
    fields['charset'] !== 'utf-8' ||
    fields['version'] !== '1.0'
  )
    throw new InvalidRequest('isv.invalid-parameter')
  if (
    Math.abs(parseShanghaiTime(fields['timestamp']!).getTime() - gatewayState.now().getTime()) >
    10 * 60_000
  )
    throw new InvalidRequest('isv.invalid-timestamp')
  const text = signedText(signed)
  // oxlint-disable-next-line no-control-regex -- checks that only ASCII is signed.
  if (!/^[\x00-\x7f]*$/.test(text))
    throw new InvalidRequest('the form has characters outside of ASCII')
  if (!shopJudge.rsaCheck(text, signature)) throw new InvalidRequest('isv.invalid-signature')
}

/** Sorted by name, without empty values. */
const signedText = (fields: Fields) =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

function pagePay(fields: Fields, terms: Fields, gatewayState: GatewayState): Answer {
  if (
    terms['product_code'] !== 'FAST_INSTANT_TRADE_PAY' ||
    !/^\d+\.\d\d$/.test(terms['total_amount'] ?? '')
  )
    throw new InvalidRequest('isv.invalid-parameter')
  const {
    out_trade_no: orderNo,
    total_amount: amount,
    time_expire: expire,
  } = terms as Record<'out_trade_no' | 'total_amount' | 'time_expire', string>
  const closesAt = parseShanghaiTime(expire)
  if (closesAt <= gatewayState.now()) throw new InvalidRequest('the trade expires before it begins')
  openBill(
    gatewayState,
    { orderNo, amountCents: toCents(amount), notifyUrl: fields['notify_url']!, closesAt },
    gatewayNumber(gatewayState.now()),
  )
  return {
    status: 200,
    headers: { 'content-type': 'text/html', 'x-return': fields['return_url']! },
    body: '<html>cashier</html>',
  }
}

function tradeOf(bill: Bill, gatewayState: GatewayState): object {
  const isRefunded = (bill.refundedCents ?? 0) >= bill.amountCents
  const status = isRefunded
    ? 'TRADE_CLOSED'
    : { waiting: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[
        stateOf(bill, gatewayState.now())
      ]
  return {
    code: '10000',
    msg: 'Success',
    buyer_logon_id: 'buy***@example.com',
    out_trade_no: gatewayState.falseClaims.orderNo ?? bill.orderNo,
    total_amount: toYuan(bill.amountCents),
    trade_no: bill.gatewayNo,
    trade_status: status,
    ...(bill.paidAt && { send_pay_date: shanghaiTime(bill.paidAt) }),
  }
}

const result = (method: string, data: object): Answer => ({
  status: 200,
  body: JSON.stringify({ [`${method.replaceAll('.', '_')}_response`]: data }),
})

/** Signs the literal text of the response value. */
function sign(unsigned: Answer, _: GatewayState, signer: 'vendor' | 'stranger'): Answer {
  const value = /^\{"\w+_response":(.*)\}$/s.exec(unsigned.body)?.[1]
  if (value === undefined) return unsigned
  const signature = createSign('RSA-SHA256')
    .update(value, 'utf8')
    .sign(keys[signer].privateKey, 'base64')
  const body = `${unsigned.body.slice(0, -1)},"sign":${JSON.stringify(signature)}}`
  const [, name = ''] = /^\{"(\w+_response)"/.exec(body) ?? []
  if (signer === 'vendor') judge.checkResponseSign(body, name, signature, '')
  return { ...unsigned, body }
}

const refuse = ({ message }: InvalidRequest): Answer => ({
  status: 200,
  body: JSON.stringify({
    error_response: { code: '40002', msg: 'Invalid Arguments', sub_code: message },
  }),
})

/** A full refund closes the trade. `refund_fee` is the total of all refunds. */
function refundNotice(
  bill: Bill,
  { refundNo, totalCents, at }: BillRefund,
  claims: FalseClaims,
  gatewayState: GatewayState,
): Notice {
  const isFull = totalCents >= bill.amountCents
  const extraFields = {
    refund_fee: toYuan(totalCents),
    gmt_refund: `${shanghaiTime(at)}.123`,
    out_biz_no: refundNo,
  }
  return notice(
    bill,
    { ...claims, ...(isFull && { state: 'closed' as const }) },
    gatewayState,
    extraFields,
  )
}

function notice(
  bill: Bill,
  claims: FalseClaims,
  gatewayState: GatewayState,
  extraFields: Fields = {},
): Notice {
  const states = { waiting: 'WAIT_BUYER_PAY', closed: 'TRADE_CLOSED', paid: 'TRADE_SUCCESS' }
  const fields: Fields = {
    app_id: claims.app ?? appId,
    buyer_id: '2088000000000009',
    charset: 'utf-8',
    ...(!claims.withoutPaymentTime && {
      gmt_payment: shanghaiTime(bill.paidAt ?? gatewayState.now()),
    }),
    notify_id: gatewayNumber(gatewayState.now()),
    notify_time: shanghaiTime(gatewayState.now()),
    notify_type: 'trade_status_sync',
    out_trade_no: claims.orderNo ?? bill.orderNo,
    seller_id: claims.merchant ?? seller,
    subject: '套餐 & 100% + more',
    total_amount: toYuan(claims.amountCents ?? bill.amountCents),
    trade_no: claims.gatewayNo ?? bill.gatewayNo,
    trade_status: states[claims.state ?? 'paid'],
    version: '1.0',
    ...extraFields,
  }
  const signature = createSign('RSA-SHA256')
    .update(signedText(fields), 'utf8')
    .sign(keys[claims.forged ? 'stranger' : 'vendor'].privateKey, 'base64')
  const signed = { ...fields, sign_type: 'RSA2', sign: signature }
  if (judge.checkNotifySignV2(signed) === claims.forged)
    throw new Error('the SDK judges the notification otherwise')
  return {
    url: bill.notifyUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams(signed).toString(),
  }
}
