/** Local LianLian per its published examples (LLP-ACCP): MD5withRSA over the body's MD5. */
import { createHash, createSign, createVerify } from 'node:crypto'
import type { LianLianSettings } from '#server/platform/config/payment-settings.ts'
import {
  toCents,
  shanghaiDigits,
  gatewayNumber,
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
import { orderIn } from '#tests/support/gateways/wechat.ts'

const merchant = '201904120000000001'
const qrCodePrefix = 'https://qr.example.com/'

export async function lianLian() {
  const gateway = await localGateway({ answer: respond, sign, refuse, notice, refundNotice })
  const settings: LianLianSettings = {
    merchant,
    privateKey: keys.shop.privateKey,
    publicKey: keys.vendor.publicKey,
    wareCategory: '4007',
    gateway: gateway.url,
  }
  return { ...gateway, settings, open: async (scanned: string) => orderIn(scanned, qrCodePrefix) }
}

type Terms = {
  timestamp: string
  oid_partner: string
  txn_seqno?: string
  txn_type?: string
  user_id?: string
  user_type?: string
  notify_url?: string
  pay_expire?: string
  total_amount?: number
  client_ip?: string
  risk_item?: string
  orderInfo?: { txn_seqno: string; txn_time: string; total_amount: number; goods_name: string }
  payeeInfo?: { payee_id: string; payee_type: string; payee_amount: string }[]
  payerInfo?: { payer_type: string; payer_id: string }
  payMethods?: { method: string; amount: number }[]
}

function respond(
  { method, path, headers, body }: ReceivedRequest,
  gatewayState: GatewayState,
): Answer {
  const isSigned = createVerify('RSA-MD5')
    .update(md5(body))
    .verify(keys.shop.publicKey, String(headers['signature-data']), 'base64')
  if (method !== 'POST' || headers['signature-type'] !== 'RSA' || !isSigned)
    throw new InvalidRequest('the signature is wrong')
  const terms = JSON.parse(body) as Terms
  if (terms.oid_partner !== merchant) throw new InvalidRequest('the merchant is unknown')
  const sentAt = Date.parse(
    terms.timestamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6+08:00'),
  )
  if (!(Math.abs(sentAt - gatewayState.now().getTime()) < 30 * 60_000))
    throw new InvalidRequest('the timestamp is too old')
  if (path === '/v1/txn/tradecreate') return create(terms, gatewayState)
  const bill = gatewayState.books.get(terms.txn_seqno ?? '')
  if (!bill) return result({ ret_code: '8901', ret_msg: '没有记录' })
  if (path === '/v1/txn/payment-gw') return createQrCode(bill, terms, gatewayState)
  if (path === '/v1/txn/query-payment')
    return result({
      ret_code: '0000',
      ret_msg: '交易成功',
      ...transaction(bill, gatewayState.falseClaims, gatewayState),
    })
  if (path !== '/v1/txn/close-payment') throw new InvalidRequest(`unknown path ${path}`)
  if (stateOf(bill, gatewayState.now()) !== 'waiting')
    return result({ ret_code: '1001', ret_msg: '状态不允许' })
  bill.state = 'closed'
  return result({
    ret_code: '0000',
    ret_msg: '交易成功',
    oid_partner: merchant,
    txn_seqno: bill.orderNo,
    accp_txno: bill.gatewayNo,
  })
}

function create(terms: Terms, gatewayState: GatewayState): Answer {
  const {
    orderInfo,
    payeeInfo,
    txn_type: type,
    user_id: user,
    user_type: userType,
    pay_expire: minutes,
    notify_url: notifyUrl,
  } = terms
  if (type !== 'GENERAL_CONSUME' || userType !== 'ANONYMOUS' || !user || !orderInfo || !notifyUrl)
    throw new InvalidRequest('something is missing')
  if (!/^\d{14}$/.test(orderInfo.txn_time) || typeof orderInfo.total_amount !== 'number')
    throw new InvalidRequest('a field is malformed')
  const payee = payeeInfo?.length === 1 ? payeeInfo[0] : undefined
  if (
    payee?.payee_type !== 'MERCHANT' ||
    payee.payee_id !== merchant ||
    Number(payee.payee_amount) !== orderInfo.total_amount
  )
    throw new InvalidRequest('the payee does not receive the full amount')
  if (gatewayState.books.has(orderInfo.txn_seqno))
    return result({ ret_code: '1003', ret_msg: '订单号重复' })
  const closesAt = new Date(gatewayState.now().getTime() + Number(minutes) * 60_000)
  const bill = openBill(
    gatewayState,
    {
      orderNo: orderInfo.txn_seqno,
      amountCents: toCents(orderInfo.total_amount),
      notifyUrl,
      closesAt,
    },
    gatewayNumber(gatewayState.now()),
  )
  return result({
    ret_code: '0000',
    ret_msg: '交易成功',
    txn_seqno: bill.orderNo,
    accp_txno: bill.gatewayNo,
    total_amount: orderInfo.total_amount,
  })
}

function createQrCode(
  bill: Bill,
  { total_amount: total, client_ip: ip, risk_item: risk, payerInfo, payMethods }: Terms,
  gatewayState: GatewayState,
): Answer {
  const [payMethod] = payMethods ?? []
  if (
    !payMethod ||
    !['ALIPAY_NATIVE', 'WECHAT_NATIVE'].includes(payMethod.method) ||
    !ip ||
    !payerInfo?.payer_id
  )
    throw new InvalidRequest('something is missing')
  if (toCents(total ?? 0) !== bill.amountCents || toCents(payMethod.amount) !== bill.amountCents)
    throw new InvalidRequest('the amounts differ')
  if ((JSON.parse(risk ?? '{}') as Record<string, string>)['frms_ware_category'] !== '4007')
    throw new InvalidRequest('the category of goods is missing')
  if (stateOf(bill, gatewayState.now()) !== 'waiting')
    return result({ ret_code: '1001', ret_msg: '状态不允许' })
  return result({
    ret_code: '0000',
    ret_msg: '交易成功',
    txn_seqno: bill.orderNo,
    accp_txno: bill.gatewayNo,
    gateway_url: qrCodePrefix + bill.orderNo,
  })
}

function transaction(bill: Bill, claims: FalseClaims, gatewayState: GatewayState): object {
  const state = claims.state ?? stateOf(bill, gatewayState.now())
  return {
    oid_partner: claims.merchant ?? merchant,
    txn_type: 'GENERAL_CONSUME',
    accp_txno: claims.gatewayNo ?? bill.gatewayNo,
    txn_status: { waiting: 'TRADE_WAIT_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSE' }[state],
    ...(state === 'paid' &&
      !claims.withoutPaymentTime && {
        finish_time: shanghaiDigits(bill.paidAt ?? gatewayState.now()),
        accounting_date: shanghaiDigits(gatewayState.now()).slice(0, 8),
      }),
    orderInfo: {
      txn_seqno: claims.orderNo ?? bill.orderNo,
      total_amount: (claims.amountCents ?? bill.amountCents) / 100,
    },
  }
}

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

const signatureOf = (body: string, signer: 'vendor' | 'stranger') =>
  createSign('RSA-MD5').update(md5(body)).sign(keys[signer].privateKey, 'base64')

const result = (data: object): Answer => ({ status: 200, body: JSON.stringify(data) })
const refuse = ({ message }: InvalidRequest): Answer =>
  result({ ret_code: '1000', ret_msg: message })

const sign = (unsigned: Answer, _: GatewayState, signer: 'vendor' | 'stranger'): Answer => ({
  ...unsigned,
  headers: {
    ...unsigned.headers,
    'Signature-Type': 'RSA',
    'Signature-Data': signatureOf(unsigned.body, signer),
  },
})

function notice(bill: Bill, claims: FalseClaims, gatewayState: GatewayState): Notice {
  return signedNotice(bill, transaction({ ...bill, state: 'paid' }, claims, gatewayState), claims)
}

/** Modelled on the refund call; the vendor's real notification is unknown. */
function refundNotice(
  bill: Bill,
  { refundNo, cents, state, at }: BillRefund,
  claims: FalseClaims,
  _: GatewayState,
): Notice {
  const content = {
    oid_partner: claims.merchant ?? merchant,
    txn_status: { success: 'TRADE_SUCCESS', closed: 'TRADE_FAILURE', abnormal: 'TRADE_PROCESSING' }[
      state
    ],
    accp_txno: `9${refundNo}`,
    finish_time: shanghaiDigits(at),
    originalOrderInfo: {
      txn_seqno: claims.orderNo ?? bill.orderNo,
      accp_txno: claims.gatewayNo ?? bill.gatewayNo,
      total_amount: (claims.amountCents ?? bill.amountCents) / 100,
    },
    refundOrderInfo: { refund_seqno: refundNo, refund_amount: cents / 100 },
  }
  return signedNotice(bill, content, claims)
}

function signedNotice(bill: Bill, content: object, claims: FalseClaims): Notice {
  const body = JSON.stringify(content)
  return {
    url: bill.notifyUrl,
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'Signature-Type': 'RSA',
      'Signature-Data': signatureOf(body, claims.forged ? 'stranger' : 'vendor'),
    },
    body,
  }
}
