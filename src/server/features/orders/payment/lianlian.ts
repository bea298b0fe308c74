/** LianLian QR code payment (ALI_LIAN, WC_LIAN): creates a transaction, then requests its code. */
import * as z from 'zod/mini'
import {
  requestVendor,
  parseResponse,
  formatCompact,
  createReturnUrl,
  formatYuan,
  ChinaTime,
  VendorNumber,
  Yuan,
} from '#server/features/orders/payment/vendor-client.ts'
import {
  InvalidSignatureError,
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type RawNotification,
  type Payer,
  type PayChannelCode,
  type Payment,
  type Refund,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import type { LianLianSettings } from '#server/platform/config/payment-settings.ts'
import { hash, sign, verify } from 'node:crypto'

type LianLianDeps = {
  clock: () => Date
  /** Base of the URL to which the buyer returns. */
  site: () => string
  notifyUrl: () => string
  /** Timeout in milliseconds. */
  timeout?: number
}

const vendor = 'LianLian'
type LianLianChannel = Extract<PayChannelCode, 'ALI_LIAN' | 'WC_LIAN'>
/** LianLian's codes of its payment methods. */
const methods: Readonly<Record<LianLianChannel, string>> = {
  ALI_LIAN: 'ALIPAY_NATIVE',
  WC_LIAN: 'WECHAT_NATIVE',
}

export function createLianLianGateway(
  channel: LianLianChannel,
  settings: LianLianSettings,
  { clock, site, notifyUrl, timeout }: LianLianDeps,
): Gateway {
  const send = createSender(settings, clock, timeout)
  const query = async ({ no }: PaymentRequest): Promise<PaymentStatus> => {
    const answer = await send('/v1/txn/query-payment', { txn_seqno: no })
    if (answer.code === notFoundCode) return { state: 'unknown' }
    if (answer.code !== successCode) throw toGatewayFailure(answer)
    const transaction = parseResponse(vendor, Transaction, answer.text)
    if (transaction.oid_partner !== settings.merchant || transaction.orderInfo.txn_seqno !== no)
      throw new GatewayFailure(`${vendor} answered about another order or merchant`)
    return toPaymentStatus(transaction)
  }
  return {
    vendorId: 'lianlian',
    async create(paymentRequest, payer) {
      const created = await send('/v1/txn/tradecreate', {
        ...toTradeRequest(paymentRequest, payer, settings, clock()),
        notify_url: notifyUrl(),
        return_url: createReturnUrl(site(), {
          orderId: paymentRequest.orderId,
          orderNo: paymentRequest.no,
        }),
      })
      // On a repeated call the transaction already exists.
      if (created.code !== successCode && (await query(paymentRequest)).state !== 'waiting')
        throw toGatewayFailure(created)
      const opened = await send(
        '/v1/txn/payment-gw',
        toScanRequest(paymentRequest, payer, settings, methods[channel]),
      )
      if (opened.code !== successCode) throw toGatewayFailure(opened)
      return parseResponse(vendor, OpenedPayment, opened.text).gateway_url
    },
    query,
    async close(paymentRequest) {
      const { code } = await send('/v1/txn/close-payment', { txn_seqno: paymentRequest.no })
      // Always query: the response to the close request only confirms that it was received.
      const status = await query(paymentRequest)
      if (code === successCode && status.state === 'waiting')
        throw new GatewayFailure(`${vendor} has not closed the transaction yet`)
      return status
    },
    verify: async (notification) => verifyNotification(settings, notification, clock()),
    acknowledge: (isStored) => ({
      status: isStored ? 200 : 500,
      type: 'text/plain; charset=utf-8',
      body: isStored ? 'Success' : 'Failed',
    }),
  }
}

const successCode = '0000'
/** “No such record”. */
const notFoundCode = '8901'
const ResponseCode = z.object({ ret_code: z.string(), ret_msg: z.optional(z.string()) })
const OpenedPayment = z.object({ gateway_url: z.string().check(z.minLength(1)) })

type LianLianResponse = { code: string; text: string }

/** Signs requests. A successful response must be signed too. */
function createSender(settings: LianLianSettings, clock: () => Date, timeout?: number) {
  return async (path: string, content: object): Promise<LianLianResponse> => {
    const body = JSON.stringify({
      timestamp: formatCompact(clock()),
      oid_partner: settings.merchant,
      ...content,
    })
    const headers = {
      'content-type': 'application/json;charset=utf-8',
      'signature-type': 'RSA',
      [signatureHeader]: signBody(settings, body),
    }
    const answer = await requestVendor(vendor, settings.gateway + path, {
      method: 'POST',
      headers,
      body,
      timeout,
    })
    if (answer.status !== 200)
      throw new GatewayFailure(`${vendor} refused ${path}: ${answer.status}`)
    const { ret_code: code } = parseResponse(vendor, ResponseCode, answer.text)
    if (
      (code === successCode || answer.headers.has(signatureHeader)) &&
      !isGenuine(settings, answer.headers, answer.text)
    )
      throw new GatewayFailure(`${vendor} did not sign its answer to ${path}`)
    return { code, text: answer.text }
  }
}

const toGatewayFailure = ({ code }: LianLianResponse) =>
  new GatewayFailure(`${vendor} refused: ${code.slice(0, 20)}`)

function toTradeRequest(
  { no, createdAt, closesAt, amountCents, names }: PaymentRequest,
  { userId }: Payer,
  { merchant }: LianLianSettings,
  now: Date,
) {
  return {
    txn_type: 'GENERAL_CONSUME',
    user_id: userId,
    user_type: 'ANONYMOUS',
    /** Minutes. */
    pay_expire: String(Math.max(1, Math.ceil((closesAt.getTime() - now.getTime()) / 60_000))),
    orderInfo: {
      txn_seqno: no,
      txn_time: formatCompact(createdAt),
      total_amount: yuanNumber(amountCents),
      goods_name: names.zh,
    },
    payeeInfo: [
      { payee_id: merchant, payee_type: 'MERCHANT', payee_amount: formatYuan(amountCents) },
    ],
  }
}

function toScanRequest(
  { no, amountCents, names }: PaymentRequest,
  { userId, ip }: Payer,
  { wareCategory }: LianLianSettings,
  method: string,
) {
  const risk = {
    frms_ware_category: wareCategory,
    goods_name: names.zh,
    user_info_mercht_userno: userId,
    frms_ip_addr: ip,
  }
  return {
    txn_seqno: no,
    total_amount: yuanNumber(amountCents),
    risk_item: JSON.stringify(risk),
    client_ip: ip,
    payerInfo: { payer_type: 'USER', payer_id: userId },
    payMethods: [{ method, amount: yuanNumber(amountCents) }],
  }
}

/** A JSON number with the same digits as the text. */
const yuanNumber = (cents: number) => Number(formatYuan(cents))

function verifyNotification(
  settings: LianLianSettings,
  { headers, body }: RawNotification,
  now: Date,
): Payment | Refund | null {
  if (!isGenuine(settings, headers, body))
    throw new InvalidSignatureError('LianLian did not sign this')
  const content: unknown = JSON.parse(body)
  if (isRefundNotice(content)) {
    const refund = z.parse(RefundTransaction, content)
    if (refund.oid_partner !== settings.merchant)
      throw new InvalidSignatureError('LianLian notifies another merchant')
    return toRefund(refund, now)
  }
  const transaction = z.parse(Transaction, content)
  if (transaction.oid_partner !== settings.merchant)
    throw new InvalidSignatureError('LianLian notifies another merchant')
  if (transaction.txn_status !== 'TRADE_SUCCESS') return null
  const payment = toPayment(transaction)
  // The money was received, so the notification must not be acknowledged.
  if (!payment) throw new Error(`${vendor} notifies a payment that is incomplete`)
  return payment
}

/** A LianLian transaction, as in queries and notifications. */
const Transaction = z.object({
  oid_partner: VendorNumber,
  txn_status: z.string(),
  accp_txno: z.optional(VendorNumber),
  finish_time: z.optional(ChinaTime),
  orderInfo: z.object({ txn_seqno: VendorNumber, total_amount: Yuan }),
})
type Transaction = z.output<typeof Transaction>

const closedStates = ['TRADE_CLOSE', 'TRADE_CANCEL']

/** Throws GatewayFailure for an undocumented state. */
function toPaymentStatus(transaction: Transaction): PaymentStatus {
  const payment = toPayment(transaction)
  if (payment) return { state: 'paid', payment }
  if (transaction.txn_status === 'TRADE_WAIT_PAY') return { state: 'waiting' }
  if (closedStates.includes(transaction.txn_status)) return { state: 'closed' }
  throw new GatewayFailure(`LianLian names no payment with the state ${transaction.txn_status}`)
}

/** Undefined for a transaction that is not paid. */
function toPayment({
  txn_status,
  accp_txno,
  finish_time,
  orderInfo,
}: Transaction): Payment | undefined {
  if (txn_status !== 'TRADE_SUCCESS' || !accp_txno || !finish_time) return undefined
  return {
    orderNo: orderInfo.txn_seqno,
    gatewayNo: accp_txno,
    amountCents: orderInfo.total_amount,
    paidAt: finish_time,
  }
}

/**
 * Field names from LianLian's refund API (`originalOrderInfo`, `refundOrderInfo`). The shape of the
 * notification is unconfirmed: one that doesn't match is not acknowledged, so that LianLian repeats
 * it and it appears in the log.
 */
const RefundTransaction = z.object({
  oid_partner: VendorNumber,
  txn_status: z.string(),
  originalOrderInfo: z.object({
    txn_seqno: VendorNumber,
    accp_txno: z.optional(VendorNumber),
    total_amount: Yuan,
  }),
  refundOrderInfo: z.object({ refund_seqno: VendorNumber, refund_amount: Yuan }),
  finish_time: z.optional(ChinaTime),
})

const isRefundNotice = (content: unknown): boolean =>
  typeof content === 'object' &&
  content !== null &&
  Object.keys(content).some((name) => name.toLowerCase().startsWith('refund'))

/** Null while the refund is pending. */
function toRefund(transaction: z.output<typeof RefundTransaction>, now: Date): Refund | null {
  const { txn_status, originalOrderInfo: order, refundOrderInfo: refund, finish_time } = transaction
  const state =
    txn_status === 'TRADE_SUCCESS'
      ? 'success'
      : txn_status === 'TRADE_FAILURE'
        ? 'closed'
        : undefined
  if (!state) return null
  return {
    orderNo: order.txn_seqno,
    gatewayNo: order.accp_txno ?? '',
    refundNo: refund.refund_seqno,
    state,
    amountCents: refund.refund_amount,
    isTotal: false,
    paidCents: order.total_amount,
    refundedAt: finish_time ?? now,
  }
}

/** Header with the signature: `MD5withRSA` over the hex MD5 of the body, as LianLian requires. */
const signatureHeader = 'signature-data'

const signBody = ({ privateKey }: LianLianSettings, body: string): string =>
  sign('md5', digest(body), privateKey).toString('base64')

function isGenuine({ publicKey }: LianLianSettings, headers: Headers, body: string): boolean {
  const signature = headers.get(signatureHeader)
  return (
    signature !== null && verify('md5', digest(body), publicKey, Buffer.from(signature, 'base64'))
  )
}

const digest = (body: string) => Buffer.from(hash('md5', body))
