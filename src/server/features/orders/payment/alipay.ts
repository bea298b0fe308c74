/** Alipay page payment (ALI_NATIVE) with its SDK: the browser posts a signed form to Alipay. */
import type { AlipaySdk } from 'alipay-sdk'
import * as z from 'zod/mini'
import {
  defaultVendorTimeout,
  formatSpaced,
  createReturnUrl,
  ChinaTime,
  VendorNumber,
  Yuan,
  formatYuan,
} from '#server/features/orders/payment/vendor-client.ts'
import {
  InvalidSignatureError,
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type RawNotification,
  type Payment,
  type Refund,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import type { AlipaySettings } from '#server/platform/config/payment-settings.ts'

type AlipayDeps = {
  clock: () => Date
  /** Base of the URL to which the buyer returns. */
  site: () => string
  notifyUrl: () => string
  /** Timeout in milliseconds. */
  timeout?: number
}

export function createAlipayGateway(
  settings: AlipaySettings,
  { clock, site, notifyUrl, timeout = defaultVendorTimeout }: AlipayDeps,
): Gateway {
  let loading: Promise<AlipaySdk> | undefined
  const getSdk = () => (loading ??= loadSdk(settings, timeout))
  // The SDK's default is in the machine's time zone, so the timestamp is set here.
  const timestamp = () => formatSpaced(clock())

  const callMethod = async (method: string, { no }: PaymentRequest): Promise<AlipayResponse> => {
    const sdk = await getSdk()
    const raw: unknown = await sdk
      .exec(
        method,
        { timestamp: timestamp(), bizContent: { out_trade_no: no } },
        { validateSign: true },
      )
      .catch((error: unknown) => {
        throw toGatewayFailure(method, error)
      })
    const result = z.safeParse(AlipayResponse, raw)
    if (!result.success)
      throw new GatewayFailure(`Alipay answered ${method} with something else than it documents`)
    return result.data
  }
  const query = async (paymentRequest: PaymentRequest): Promise<PaymentStatus> => {
    const answer = await callMethod('alipay.trade.query', paymentRequest)
    return answer.code === successCode
      ? toPaymentStatus(answer, paymentRequest)
      : toUnknownStatus('alipay.trade.query', answer)
  }
  return {
    vendorId: 'alipay',
    reportsRefunds: true,
    async create(paymentRequest) {
      return (await getSdk()).pageExecute('alipay.trade.page.pay', 'POST', {
        timestamp: timestamp(),
        notify_url: notifyUrl(),
        return_url: createReturnUrl(site(), {
          orderId: paymentRequest.orderId,
          orderNo: paymentRequest.no,
        }),
        bizContent: {
          out_trade_no: paymentRequest.no,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          total_amount: formatYuan(paymentRequest.amountCents),
          subject: sanitizeSubject(paymentRequest.subject),
          time_expire: formatSpaced(paymentRequest.closesAt),
        },
      })
    },
    query,
    async close(paymentRequest) {
      const answer = await callMethod('alipay.trade.close', paymentRequest)
      if (answer.code === successCode) return { state: 'closed' }
      // Usually already paid or closed, so query the status.
      return answer.subCode === notFoundCode ? { state: 'unknown' } : query(paymentRequest)
    },
    verify: async (notification) => verifyNotification(await getSdk(), settings, notification),
    acknowledge: (isStored) => ({
      status: isStored ? 200 : 500,
      type: 'text/plain; charset=utf-8',
      body: isStored ? 'success' : 'fail',
    }),
  }
}

/** Loaded with the first payment: the SDK is half of all code that the server would load. */
async function loadSdk(settings: AlipaySettings, timeout: number): Promise<AlipaySdk> {
  const { AlipaySdk } = await import('alipay-sdk')
  return new AlipaySdk({
    appId: settings.appId,
    privateKey: settings.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    keyType: 'PKCS8',
    alipayPublicKey: settings.publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    gateway: settings.gateway,
    timeout,
  })
}

const successCode = '10000'
const notFoundCode = 'ACQ.TRADE_NOT_EXIST'
const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED']

/** Field names as converted to camel case by the SDK. */
const AlipayResponse = z.object({
  code: z.string(),
  subCode: z.optional(z.string()),
  outTradeNo: z.optional(z.string()),
  tradeNo: z.optional(z.string()),
  tradeStatus: z.optional(z.string()),
  totalAmount: z.optional(Yuan),
  sendPayDate: z.optional(ChinaTime),
})
type AlipayResponse = z.output<typeof AlipayResponse>

function toPaymentStatus(
  { outTradeNo, tradeNo, tradeStatus, totalAmount, sendPayDate }: AlipayResponse,
  { no }: PaymentRequest,
): PaymentStatus {
  if (outTradeNo !== no) throw new GatewayFailure('Alipay answered about another order')
  if (tradeStatus === 'WAIT_BUYER_PAY') return { state: 'waiting' }
  // A paid trade in TRADE_CLOSED was refunded in full.
  if (tradeStatus === 'TRADE_CLOSED')
    return sendPayDate && tradeNo ? { state: 'closed', refundedNo: tradeNo } : { state: 'closed' }
  if (
    !paidStates.includes(tradeStatus ?? '') ||
    !tradeNo ||
    totalAmount === undefined ||
    !sendPayDate
  )
    throw new GatewayFailure(`Alipay names no payment with the state ${tradeStatus}`)
  return {
    state: 'paid',
    payment: { orderNo: no, gatewayNo: tradeNo, amountCents: totalAmount, paidAt: sendPayDate },
  }
}

function toUnknownStatus(method: string, { code, subCode }: AlipayResponse): PaymentStatus {
  if (subCode === notFoundCode) return { state: 'unknown' }
  throw new GatewayFailure(`Alipay refused ${method}: ${code} ${subCode ?? ''}`)
}

const AlipayNotification = z.object({
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: z.string(),
  trade_no: VendorNumber,
  trade_status: z.string(),
  total_amount: Yuan,
  gmt_payment: z.optional(ChinaTime),
  notify_time: ChinaTime,
  /**
   * Yuan of all refunds of the trade so far. This and the next two fields occur only in refund
   * notifications.
   */
  refund_fee: z.optional(Yuan),
  gmt_refund: z.optional(ChinaTime),
  /** Identifies the refund within its trade. */
  out_biz_no: z.optional(z.string()),
})
type AlipayNotification = z.output<typeof AlipayNotification>

function verifyNotification(
  sdk: AlipaySdk,
  { appId, sellerId }: AlipaySettings,
  { body }: RawNotification,
): Payment | Refund | null {
  const fields = Object.fromEntries(new URLSearchParams(body))
  if (fields['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(fields))
    throw new InvalidSignatureError('Alipay did not sign this')
  const notice = z.parse(AlipayNotification, fields)
  if (notice.app_id !== appId || notice.seller_id !== sellerId)
    throw new InvalidSignatureError('Alipay notifies another merchant')
  const refund = toRefund(notice)
  if (refund) return refund
  if (!paidStates.includes(notice.trade_status)) return null
  const {
    out_trade_no: orderNo,
    trade_no: gatewayNo,
    total_amount: amountCents,
    gmt_payment,
    notify_time,
  } = notice
  return { orderNo, gatewayNo, amountCents, paidAt: gmt_payment ?? notify_time }
}

/** After a partial refund the trade stays in TRADE_SUCCESS; a refund of the rest closes it. */
function toRefund({
  out_trade_no: orderNo,
  trade_no: gatewayNo,
  refund_fee,
  gmt_refund,
  out_biz_no,
  total_amount,
  notify_time,
}: AlipayNotification): Refund | null {
  if (refund_fee === undefined || (refund_fee === 0 && !gmt_refund)) return null
  const refundedAt = gmt_refund ?? notify_time
  const refundNo = `${gatewayNo}:${out_biz_no ?? formatSpaced(refundedAt)}`
  return {
    orderNo,
    gatewayNo,
    refundNo,
    state: 'success',
    amountCents: refund_fee,
    isTotal: true,
    paidCents: total_amount,
    refundedAt,
  }
}

/** As documented by Alipay. */
const maxSubjectLength = 256

/** ASCII without the characters that Alipay rejects in a subject or that need escaping in HTML. */
const sanitizeSubject = (subject: string) =>
  subject.replace(/[^\x20-\x7e]|[&<>"'=/\\]/g, ' ').slice(0, maxSubjectLength)

/** The SDK's own error message would quote the whole response. */
function toGatewayFailure(method: string, error: unknown): GatewayFailure {
  const { message = '', cause } = error instanceof Error ? error : {}
  const networkError =
    message.startsWith('HttpClient Request error') && cause instanceof Error
      ? cause.message
      : undefined
  const reason =
    networkError ??
    /status: \d+/.exec(message)?.[0] ??
    'its answer is not signed, or not what it documents'
  return new GatewayFailure(`Alipay could not be asked for ${method}: ${reason}`)
}
