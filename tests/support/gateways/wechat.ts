/** Local WeChat Pay: APIv3 Native payment with request verification and signed responses. */
import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import type { WeChatSettings } from '#server/platform/config/payment-settings.ts'
import {
  gatewayNumber,
  shanghaiTime,
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

const appId = 'wx0000000000000001'
const merchant = '1900000001'
const serial = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C'
const platform = 'PUB_KEY_ID_0119000000012026010100000000000001'
const apiV3Key = 'a-key-of-thirty-two-characters-0'

export async function weChatPay() {
  const gateway = await localGateway({ answer: respond, sign, refuse, notice, refundNotice })
  const settings: WeChatSettings = {
    appId,
    mchId: merchant,
    serial,
    privateKey: keys.shop.privateKey,
    apiV3Key,
    platformKeys: [keys.vendor.publicKey],
    platformSerials: [platform],
    gateway: gateway.url,
  }
  return {
    ...gateway,
    settings,
    open: async (code: string) => orderIn(code, 'weixin://wxpay/bizpayurl?pr='),
  }
}

/** Order number in the QR code, as a scanner reads it. */
export function orderIn(code: string, prefix: string): string {
  if (!code.startsWith(prefix)) throw new Error(`“${code}” is no code of this vendor.`)
  return code.slice(prefix.length)
}

function respond(request: ReceivedRequest, gatewayState: GatewayState): Answer {
  verifyRequest(request, gatewayState)
  const { pathname, searchParams } = new URL(request.path, gatewayState.url)
  if (request.method === 'POST' && pathname === '/v3/pay/transactions/native')
    return createPayment(JSON.parse(request.body) as Terms, gatewayState)
  const [, orderNo, close] =
    /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? []
  if (orderNo === undefined) return errorResponse(404, 'RESOURCE_NOT_EXISTS')
  const merchantId = close
    ? (JSON.parse(request.body) as { mchid: string }).mchid
    : searchParams.get('mchid')
  if (merchantId !== merchant) throw new InvalidRequest('PARAM_ERROR')
  const bill = gatewayState.books.get(decodeURIComponent(orderNo))
  if (!bill) return errorResponse(404, 'ORDER_NOT_EXIST')
  const state = stateOf(bill, gatewayState.now())
  if (!close)
    return {
      status: 200,
      body: JSON.stringify(transaction(bill, gatewayState.falseClaims, state, gatewayState)),
    }
  if (state === 'paid') return errorResponse(400, 'ORDERPAID')
  bill.state = 'closed'
  return { status: 204, body: '' }
}

/**
 * Verifies `WECHATPAY2-SHA256-RSA2048
 * mchid="…",nonce_str="…",signature="…",timestamp="…",serial_no="…"` over method, URL, timestamp,
 * nonce and body.
 */
function verifyRequest(
  { method, path, headers, body }: ReceivedRequest,
  gatewayState: GatewayState,
): void {
  const authorization = headers.authorization ?? ''
  if (!authorization.startsWith('WECHATPAY2-SHA256-RSA2048 '))
    throw new InvalidRequest('SIGN_ERROR')
  const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
  if (field('mchid') !== merchant || field('serial_no') !== serial)
    throw new InvalidRequest('SIGN_ERROR')
  if (!headers.accept || !headers['user-agent'] || headers['wechatpay-serial'] !== platform)
    throw new InvalidRequest('PARAM_ERROR')
  if (Math.abs(Number(field('timestamp')) * 1000 - gatewayState.now().getTime()) > 5 * 60_000)
    throw new InvalidRequest('SIGN_ERROR')
  const text = `${method}\n${path}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
  if (
    !createVerify('RSA-SHA256')
      .update(text)
      .verify(keys.shop.publicKey, field('signature'), 'base64')
  )
    throw new InvalidRequest('SIGN_ERROR')
}

type Terms = {
  appid: string
  mchid: string
  description: string
  out_trade_no: string
  time_expire: string
  notify_url: string
  amount: { total: number; currency: string }
}

function createPayment(terms: Terms, gatewayState: GatewayState): Answer {
  const {
    appid,
    mchid,
    description,
    out_trade_no: orderNo,
    time_expire: expire,
    notify_url: notifyUrl,
    amount,
  } = terms
  if (appid !== appId || mchid !== merchant || !description || description.length > 127)
    throw new InvalidRequest('PARAM_ERROR')
  if (
    !/^[\w|*-]{6,32}$/.test(orderNo) ||
    !Number.isInteger(amount.total) ||
    amount.total < 1 ||
    amount.currency !== 'CNY'
  )
    throw new InvalidRequest('PARAM_ERROR')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(expire) || notifyUrl.includes('?'))
    throw new InvalidRequest('PARAM_ERROR')
  const bill = openBill(
    gatewayState,
    { orderNo, amountCents: amount.total, notifyUrl, closesAt: new Date(expire) },
    `4200${gatewayNumber(gatewayState.now())}`,
  )
  if (bill.state === 'paid') return errorResponse(400, 'ORDERPAID')
  if (stateOf(bill, gatewayState.now()) === 'closed') return errorResponse(400, 'ORDER_CLOSED')
  return {
    status: 200,
    body: JSON.stringify({ code_url: `weixin://wxpay/bizpayurl?pr=${orderNo}` }),
  }
}

function transaction(
  bill: Bill,
  claims: FalseClaims,
  state: Bill['state'],
  gatewayState: GatewayState,
): object {
  const paid = state === 'paid' && {
    transaction_id: claims.gatewayNo ?? bill.gatewayNo,
    ...(!claims.withoutPaymentTime && {
      success_time: `${shanghaiTime(bill.paidAt ?? gatewayState.now()).replace(' ', 'T')}+08:00`,
    }),
    trade_type: 'NATIVE',
    payer: { openid: 'o-buyer' },
  }
  const total = claims.amountCents ?? bill.amountCents
  return {
    appid: claims.app ?? appId,
    mchid: claims.merchant ?? merchant,
    out_trade_no: claims.orderNo ?? bill.orderNo,
    trade_state: bill.refunded
      ? 'REFUND'
      : { waiting: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' }[state],
    trade_state_desc: '状态',
    amount: {
      total,
      payer_total: total,
      currency: claims.currency ?? 'CNY',
      payer_currency: 'CNY',
    },
    ...paid,
  }
}

function sign(unsigned: Answer, gatewayState: GatewayState, signer: 'vendor' | 'stranger'): Answer {
  return {
    ...unsigned,
    headers: {
      ...unsigned.headers,
      ...signatureOf(unsigned.body, gatewayState, signer, gatewayState.falseClaims),
    },
  }
}

function signatureOf(
  body: string,
  gatewayState: GatewayState,
  signer: 'vendor' | 'stranger',
  { serial: serialHeader = platform }: FalseClaims,
): Record<string, string> {
  const timestamp = String(Math.floor(gatewayState.now().getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n${body}\n`)
    .sign(keys[signer].privateKey, 'base64')
  return {
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Serial': serialHeader,
    'Wechatpay-Signature': signature,
  }
}

const errorResponse = (status: number, code: string): Answer => ({
  status,
  body: JSON.stringify({ code, message: '原因' }),
})
const refuse = ({ message }: InvalidRequest): Answer =>
  errorResponse(message === 'SIGN_ERROR' ? 401 : 400, message)

function notice(bill: Bill, claims: FalseClaims, gatewayState: GatewayState): Notice {
  const content = transaction(bill, claims, claims.state ?? 'paid', gatewayState)
  return encryptedNotice(
    bill,
    {
      event: claims.state ? 'TRANSACTION.OTHER' : 'TRANSACTION.SUCCESS',
      type: 'transaction',
      content,
    },
    claims,
    gatewayState,
  )
}

function refundNotice(
  bill: Bill,
  { refundNo, cents, state, at }: BillRefund,
  claims: FalseClaims,
  gatewayState: GatewayState,
): Notice {
  const total = claims.amountCents ?? bill.amountCents
  const content = {
    mchid: claims.merchant ?? merchant,
    out_trade_no: claims.orderNo ?? bill.orderNo,
    transaction_id: claims.gatewayNo ?? bill.gatewayNo,
    out_refund_no: `shop-${refundNo}`,
    refund_id: refundNo,
    refund_status: state.toUpperCase(),
    ...(state === 'success' && { success_time: `${shanghaiTime(at).replace(' ', 'T')}+08:00` }),
    user_received_account: '支付用户零钱',
    amount: { total, refund: cents, payer_total: total, payer_refund: cents },
  }
  return encryptedNotice(
    bill,
    { event: `REFUND.${state.toUpperCase()}`, type: 'refund', content },
    claims,
    gatewayState,
  )
}

type EncryptedContent = { event: string; type: string; content: object }

function encryptedNotice(
  bill: Bill,
  { event, type, content }: EncryptedContent,
  claims: FalseClaims,
  gatewayState: GatewayState,
): Notice {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(type))
  const ciphertext = Buffer.concat([
    cipher.update(JSON.stringify(content), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64')
  const body = JSON.stringify({
    id: randomBytes(16).toString('hex'),
    create_time: `${shanghaiTime(gatewayState.now()).replace(' ', 'T')}+08:00`,
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: '支付通知',
    resource: {
      original_type: type,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext,
      associated_data: type,
      nonce,
    },
  })
  const headers = {
    'content-type': 'application/json',
    ...signatureOf(body, gatewayState, claims.forged ? 'stranger' : 'vendor', claims),
  }
  return { url: bill.notifyUrl, headers, body }
}
