/** Local LianLian per its published examples (LLP-ACCP): MD5withRSA over the body's MD5. */
import { createHash, createSign, createVerify } from 'node:crypto'
import type { LianLianSettings } from '#server/platform/config/payment-settings.ts'
import {
  cents,
  digits,
  gatewayNumber,
  booked,
  Fault,
  keys,
  localGateway,
  stateOf,
  type Answer,
  type ReceivedRequest,
  type Booked,
  type BookedRefund,
  type Lies,
  type Notice,
  type World,
} from '#tests/support/gateways/local-gateway.ts'
import { orderIn } from '#tests/support/gateways/wechat.ts'

const merchant = '201904120000000001'
const code = 'https://qr.example.com/'

export async function lianLian() {
  const gateway = await localGateway({ answer, sign, refuse, notice, refundNotice })
  const settings: LianLianSettings = {
    merchant,
    privateKey: keys.shop.privateKey,
    publicKey: keys.vendor.publicKey,
    wareCategory: '4007',
    gateway: gateway.url,
  }
  return { ...gateway, settings, open: async (scanned: string) => orderIn(scanned, code) }
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

function answer({ method, path, headers, body }: ReceivedRequest, world: World): Answer {
  const genuine = createVerify('RSA-MD5')
    .update(md5(body))
    .verify(keys.shop.publicKey, String(headers['signature-data']), 'base64')
  if (method !== 'POST' || headers['signature-type'] !== 'RSA' || !genuine)
    throw new Fault('the signature is wrong')
  const terms = JSON.parse(body) as Terms
  if (terms.oid_partner !== merchant) throw new Fault('the merchant is unknown')
  const sent = Date.parse(
    terms.timestamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6+08:00'),
  )
  if (!(Math.abs(sent - world.now().getTime()) < 30 * 60_000))
    throw new Fault('the timestamp is over')
  if (path === '/v1/txn/tradecreate') return create(terms, world)
  const bill = world.books.get(terms.txn_seqno ?? '')
  if (!bill) return result({ ret_code: '8901', ret_msg: '没有记录' })
  if (path === '/v1/txn/payment-gw') return scan(bill, terms, world)
  if (path === '/v1/txn/query-payment')
    return result({
      ret_code: '0000',
      ret_msg: '交易成功',
      ...transaction(bill, world.lies, world),
    })
  if (path !== '/v1/txn/close-payment') throw new Fault(`there is no ${path}`)
  if (stateOf(bill, world.now()) !== 'waiting')
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

function create(terms: Terms, world: World): Answer {
  const {
    orderInfo,
    payeeInfo,
    txn_type: type,
    user_id: user,
    user_type: kind,
    pay_expire: minutes,
    notify_url: notifyUrl,
  } = terms
  if (type !== 'GENERAL_CONSUME' || kind !== 'ANONYMOUS' || !user || !orderInfo || !notifyUrl)
    throw new Fault('something is missing')
  if (!/^\d{14}$/.test(orderInfo.txn_time) || typeof orderInfo.total_amount !== 'number')
    throw new Fault('something is malformed')
  const payee = payeeInfo?.length === 1 ? payeeInfo[0] : undefined
  if (
    payee?.payee_type !== 'MERCHANT' ||
    payee.payee_id !== merchant ||
    Number(payee.payee_amount) !== orderInfo.total_amount
  )
    throw new Fault('the payee does not get the whole amount')
  if (world.books.has(orderInfo.txn_seqno))
    return result({ ret_code: '1003', ret_msg: '订单号重复' })
  const closesAt = new Date(world.now().getTime() + Number(minutes) * 60_000)
  const bill = booked(
    world,
    {
      orderNo: orderInfo.txn_seqno,
      amountCents: cents(orderInfo.total_amount),
      notifyUrl,
      closesAt,
    },
    gatewayNumber(world.now()),
  )
  return result({
    ret_code: '0000',
    ret_msg: '交易成功',
    txn_seqno: bill.orderNo,
    accp_txno: bill.gatewayNo,
    total_amount: orderInfo.total_amount,
  })
}

function scan(
  bill: Booked,
  { total_amount: total, client_ip: ip, risk_item: risk, payerInfo, payMethods }: Terms,
  world: World,
): Answer {
  const [way] = payMethods ?? []
  if (
    !way ||
    !['ALIPAY_NATIVE', 'WECHAT_NATIVE'].includes(way.method) ||
    !ip ||
    !payerInfo?.payer_id
  )
    throw new Fault('something is missing')
  if (cents(total ?? 0) !== bill.amountCents || cents(way.amount) !== bill.amountCents)
    throw new Fault('the amounts differ')
  if ((JSON.parse(risk ?? '{}') as Record<string, string>)['frms_ware_category'] !== '4007')
    throw new Fault('the category of goods is missing')
  if (stateOf(bill, world.now()) !== 'waiting')
    return result({ ret_code: '1001', ret_msg: '状态不允许' })
  return result({
    ret_code: '0000',
    ret_msg: '交易成功',
    txn_seqno: bill.orderNo,
    accp_txno: bill.gatewayNo,
    gateway_url: code + bill.orderNo,
  })
}

function transaction(bill: Booked, lies: Lies, world: World): object {
  const state = lies.state ?? stateOf(bill, world.now())
  return {
    oid_partner: lies.merchant ?? merchant,
    txn_type: 'GENERAL_CONSUME',
    accp_txno: lies.gatewayNo ?? bill.gatewayNo,
    txn_status: { waiting: 'TRADE_WAIT_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSE' }[state],
    ...(state === 'paid' &&
      !lies.timeless && {
        finish_time: digits(bill.paidAt ?? world.now()),
        accounting_date: digits(world.now()).slice(0, 8),
      }),
    orderInfo: {
      txn_seqno: lies.orderNo ?? bill.orderNo,
      total_amount: (lies.amountCents ?? bill.amountCents) / 100,
    },
  }
}

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

const signatureOf = (body: string, as: 'vendor' | 'stranger') =>
  createSign('RSA-MD5').update(md5(body)).sign(keys[as].privateKey, 'base64')

const result = (data: object): Answer => ({ status: 200, body: JSON.stringify(data) })
const refuse = ({ message }: Fault): Answer => result({ ret_code: '1000', ret_msg: message })

const sign = (plain: Answer, _: World, as: 'vendor' | 'stranger'): Answer => ({
  ...plain,
  headers: {
    ...plain.headers,
    'Signature-Type': 'RSA',
    'Signature-Data': signatureOf(plain.body, as),
  },
})

function notice(bill: Booked, lies: Lies, world: World): Notice {
  return signedNotice(bill, transaction({ ...bill, state: 'paid' }, lies, world), lies)
}

/** Modelled on the refund call; the vendor's real notification is unknown. */
function refundNotice(
  bill: Booked,
  { refundNo, cents, state, at }: BookedRefund,
  lies: Lies,
  _: World,
): Notice {
  const content = {
    oid_partner: lies.merchant ?? merchant,
    txn_status: { success: 'TRADE_SUCCESS', closed: 'TRADE_FAILURE', abnormal: 'TRADE_PROCESSING' }[
      state
    ],
    accp_txno: `9${refundNo}`,
    finish_time: digits(at),
    originalOrderInfo: {
      txn_seqno: lies.orderNo ?? bill.orderNo,
      accp_txno: lies.gatewayNo ?? bill.gatewayNo,
      total_amount: (lies.amountCents ?? bill.amountCents) / 100,
    },
    refundOrderInfo: { refund_seqno: refundNo, refund_amount: cents / 100 },
  }
  return signedNotice(bill, content, lies)
}

function signedNotice(bill: Booked, content: object, lies: Lies): Notice {
  const body = JSON.stringify(content)
  return {
    url: bill.notifyUrl,
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'Signature-Type': 'RSA',
      'Signature-Data': signatureOf(body, lies.forged ? 'stranger' : 'vendor'),
    },
    body,
  }
}
