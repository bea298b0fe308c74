/** Alipay page payment (ALI_NATIVE): the browser posts a form that is signed by RSA2. */
import { sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import {
  requestVendor,
  parseResponse,
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

const vendor = 'Alipay'

export function createAlipayGateway(
  settings: AlipaySettings,
  { clock, site, notifyUrl, timeout }: AlipayDeps,
): Gateway {
  const signParameters = (method: string, parameters: Record<string, string>, content: object) =>
    signRequest(settings, {
      method,
      app_id: settings.appId,
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      timestamp: formatSpaced(clock()),
      ...parameters,
      biz_content: JSON.stringify(content),
    })

  const callMethod = async (method: string, { no }: PaymentRequest): Promise<AlipayResponse> => {
    const { url, body } = signParameters(method, {}, { out_trade_no: no })
    const answer = await requestVendor(vendor, url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      timeout,
    })
    if (answer.status !== 200)
      throw new GatewayFailure(`${vendor} could not be asked for ${method}: ${answer.status}`)
    return parseSignedResponse(settings, method, answer.text)
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
      const returnUrl = createReturnUrl(site(), {
        orderId: paymentRequest.orderId,
        orderNo: paymentRequest.no,
      })
      const { url, body } = signParameters(
        'alipay.trade.page.pay',
        { notify_url: notifyUrl(), return_url: returnUrl },
        {
          out_trade_no: paymentRequest.no,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          total_amount: formatYuan(paymentRequest.amountCents),
          subject: sanitizeSubject(paymentRequest.subject),
          time_expire: formatSpaced(paymentRequest.closesAt),
        },
      )
      return createForm(url, body)
    },
    query,
    async close(paymentRequest) {
      const answer = await callMethod('alipay.trade.close', paymentRequest)
      if (answer.code === successCode) return { state: 'closed' }
      // Usually already paid or closed, so query the status.
      return answer.sub_code === notFoundCode ? { state: 'unknown' } : query(paymentRequest)
    },
    verify: async (notification) => verifyNotification(settings, notification),
    acknowledge: (isStored) => ({
      status: isStored ? 200 : 500,
      type: 'text/plain; charset=utf-8',
      body: isStored ? 'success' : 'fail',
    }),
  }
}

const successCode = '10000'
const notFoundCode = 'ACQ.TRADE_NOT_EXIST'
const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED']

const AlipayResponse = z.object({
  code: z.string(),
  sub_code: z.optional(z.string()),
  out_trade_no: z.optional(z.string()),
  trade_no: z.optional(z.string()),
  trade_status: z.optional(z.string()),
  total_amount: z.optional(Yuan),
  send_pay_date: z.optional(ChinaTime),
})
type AlipayResponse = z.output<typeof AlipayResponse>

function toPaymentStatus(
  {
    out_trade_no: outTradeNo,
    trade_no: tradeNo,
    trade_status: tradeStatus,
    total_amount: totalAmount,
    send_pay_date: sendPayDate,
  }: AlipayResponse,
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

function toUnknownStatus(method: string, response: AlipayResponse): PaymentStatus {
  if (response.sub_code === notFoundCode) return { state: 'unknown' }
  throw toRefusal(method, response)
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
  { appId, sellerId, publicKey }: AlipaySettings,
  { body }: RawNotification,
): Payment | Refund | null {
  const fields = Object.fromEntries(new URLSearchParams(body))
  const { sign: signature = '', sign_type: signatureType, ...signed } = fields
  if (signatureType !== 'RSA2' || !isSigned(joinParameters(signed), signature, publicKey))
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

type AlipayKey = AlipaySettings['publicKey']

/** The only parameter in the body; Alipay reads the others from the URL. */
const bodyParameter = 'biz_content'

/** Signs all parameters by RSA2 (opendocs.alipay.com/common/02kf5q). */
function signRequest(
  { gateway, privateKey }: AlipaySettings,
  parameters: Record<string, string>,
): { url: string; body: URLSearchParams } {
  const url = new URL(gateway)
  const signature = sign('sha256', Buffer.from(joinParameters(parameters)), privateKey)
  for (const [name, value] of Object.entries(parameters))
    if (name !== bodyParameter) url.searchParams.set(name, value)
  url.searchParams.set('sign', signature.toString('base64'))
  return {
    url: url.toString(),
    body: new URLSearchParams({ [bodyParameter]: parameters[bodyParameter] ?? '' }),
  }
}

/** The text that is signed: `name=value`, sorted by name. */
const joinParameters = (parameters: Record<string, string>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&')

const isSigned = (text: string, signature: string, publicKey: AlipayKey): boolean =>
  verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))

/** A form that a browser submits at once (spec 4.8). */
function createForm(url: string, body: URLSearchParams): string {
  const inputs = [...body].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return (
    `<form action="${escapeHtml(url)}" method="post" name="alipay">${inputs.join('')}</form>` +
    `<script>document.forms["alipay"].submit();</script>`
  )
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const SignedEnvelope = z.object({ sign: z.string() })
/** Refuses a request that Alipay could not assign to an application; it is not signed. */
const ErrorEnvelope = z.object({ error_response: AlipayResponse })

/**
 * Parses exactly the text that is signed: the value of `…_response` as Alipay wrote it. Throws
 * GatewayFailure.
 */
function parseSignedResponse(
  { publicKey }: AlipaySettings,
  method: string,
  text: string,
): AlipayResponse {
  const envelope: unknown = parseResponse(vendor, z.unknown(), text)
  const refusal = z.safeParse(ErrorEnvelope, envelope)
  if (refusal.success) throw toRefusal(method, refusal.data.error_response)
  const signed = z.safeParse(SignedEnvelope, envelope)
  const name = `"${method.replaceAll('.', '_')}_response"`
  const start = text.indexOf('{', text.indexOf(name) + name.length)
  const end = text.lastIndexOf('}', text.lastIndexOf('"sign"')) + 1
  const value = text.slice(start, end)
  if (!text.includes(name) || !signed.success || !isSigned(value, signed.data.sign, publicKey))
    throw new GatewayFailure(`${vendor} did not sign its answer to ${method}`)
  return parseResponse(vendor, AlipayResponse, value)
}

/** Codes only: an answer may quote the request. */
const toRefusal = (method: string, { code, sub_code }: AlipayResponse) =>
  new GatewayFailure(`${vendor} refused ${method}: ${`${code} ${sub_code ?? ''}`.slice(0, 80)}`)
