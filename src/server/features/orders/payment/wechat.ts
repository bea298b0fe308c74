/** WeChat Pay APIv3 native payment (WC_NATIVE): the buyer scans a QR code. */
import * as z from 'zod/mini'
import {
  requestVendor,
  parseResponse,
  formatRfc3339,
  ChinaTime,
} from '#server/features/orders/payment/vendor-client.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type PaymentStatus,
  InvalidSignatureError,
  type RawNotification,
  type Payment,
  type Refund,
  type RefundState,
} from '#server/features/orders/payment/gateway.ts'
import type { WeChatSettings } from '#server/platform/config/payment-settings.ts'
import { createDecipheriv, randomBytes, sign, verify } from 'node:crypto'

type WeChatDeps = {
  clock: () => Date
  notifyUrl: () => string
  /** Timeout in milliseconds. */
  timeout?: number
}

const vendor = 'WeChat Pay'
const transactionsPath = '/v3/pay/transactions'
/** As documented by WeChat Pay. */
const maxDescriptionLength = 127

export function createWeChatGateway(
  settings: WeChatSettings,
  { clock, notifyUrl, timeout }: WeChatDeps,
): Gateway {
  const { appId, mchId } = settings
  const send = createSender(settings, clock, timeout)

  const query = async ({ no }: PaymentRequest): Promise<PaymentStatus> => {
    const { status, text } = await send(
      'GET',
      `${transactionsPath}/out-trade-no/${encodeURIComponent(no)}?mchid=${encodeURIComponent(mchId)}`,
    )
    if (status !== 200) return toUnknownStatus(status, text)
    const transaction = parseResponse(vendor, Transaction, text)
    if (
      transaction.out_trade_no !== no ||
      transaction.mchid !== mchId ||
      transaction.appid !== appId
    )
      throw new GatewayFailure(`${vendor} answered about another order or merchant`)
    return toPaymentStatus(transaction)
  }
  return {
    vendorId: 'wechat',
    reportsRefunds: true,
    async create(paymentRequest) {
      const { status, text } = await send('POST', `${transactionsPath}/native`, {
        appid: appId,
        mchid: mchId,
        description: paymentRequest.names.zh.slice(0, maxDescriptionLength),
        out_trade_no: paymentRequest.no,
        time_expire: formatRfc3339(paymentRequest.closesAt),
        notify_url: notifyUrl(),
        amount: { total: paymentRequest.amountCents, currency: 'CNY' },
      })
      if (status !== 200) throw toGatewayFailure(status, text)
      return parseResponse(vendor, CreatedResponse, text).code_url
    },
    query,
    async close(paymentRequest) {
      const { status, text } = await send(
        'POST',
        `${transactionsPath}/out-trade-no/${encodeURIComponent(paymentRequest.no)}/close`,
        { mchid: mchId },
      )
      if (status === 204) return { state: 'closed' }
      // Usually already paid or closed, so query the status.
      return notFoundCodes.has(readErrorCode(text)) ? { state: 'unknown' } : query(paymentRequest)
    },
    verify: async (notification) => verifyNotification(settings, notification, clock()),
    acknowledge: (isStored) =>
      isStored
        ? { status: 200, type: 'application/json', body: JSON.stringify({ code: 'SUCCESS' }) }
        : {
            status: 500,
            type: 'application/json',
            body: JSON.stringify({ code: 'FAIL', message: 'not written down' }),
          },
  }
}

/** The documentation uses both spellings. */
const notFoundCodes = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST'])

const CreatedResponse = z.object({ code_url: z.string().check(z.minLength(1)) })
const ErrorResponse = z.object({ code: z.string() })

/**
 * Signs requests and verifies responses. Errors may be unsigned, because a proxy in front of the
 * platform may send them.
 */
function createSender(settings: WeChatSettings, clock: () => Date, timeout?: number) {
  return async (method: 'GET' | 'POST', path: string, content?: unknown) => {
    const body = content === undefined ? '' : JSON.stringify(content)
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'yiqiao',
      authorization: createAuthorization(settings, { method, path, body }, clock()),
      'wechatpay-serial': settings.platformSerials[0]!,
    }
    const answer = await requestVendor(vendor, settings.gateway + path, {
      method,
      headers,
      ...(method === 'POST' && { body }),
      timeout,
    })
    const isSuccess = answer.status >= 200 && answer.status < 300
    const signatureError =
      isSuccess || isSigned(answer.headers)
        ? findSignatureError(settings, answer.headers, answer.text, clock())
        : undefined
    if (signatureError)
      throw new GatewayFailure(`${vendor} did not sign its answer: ${signatureError}`)
    return answer
  }
}

function toPaymentStatus(transaction: Transaction): PaymentStatus {
  const { trade_state: state } = transaction
  if (['NOTPAY', 'USERPAYING', 'PAYERROR'].includes(state)) return { state: 'waiting' }
  if (state === 'CLOSED' || state === 'REVOKED') return { state: 'closed' }
  // A refunded payment is not credited, whether refunded in full or in part.
  if (state === 'REFUND') return { state: 'closed', refundedNo: transaction.transaction_id ?? '' }
  const payment = state === 'SUCCESS' ? toPayment(transaction) : undefined
  if (!payment)
    throw new GatewayFailure(`${vendor} names no payment in yuan with the state ${state}`)
  return { state: 'paid', payment }
}

function toUnknownStatus(status: number, text: string): PaymentStatus {
  if (notFoundCodes.has(readErrorCode(text))) return { state: 'unknown' }
  throw toGatewayFailure(status, text)
}

const toGatewayFailure = (status: number, text: string) =>
  new GatewayFailure(`${vendor} refused: ${status} ${readErrorCode(text)}`)

function readErrorCode(text: string): string {
  try {
    return z.parse(ErrorResponse, JSON.parse(text)).code
  } catch {
    return ''
  }
}

/** A transaction, as in queries and notifications. */
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.optional(z.string()),
  success_time: z.optional(ChinaTime),
  amount: z.optional(z.object({ total: z.int(), currency: z.optional(z.string()) })),
})
type Transaction = z.output<typeof Transaction>

const WeChatNotification = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    associated_data: z.optional(z.string()),
    nonce: z.string(),
  }),
})

const refundStates: Readonly<Record<string, RefundState>> = {
  'REFUND.SUCCESS': 'success',
  'REFUND.ABNORMAL': 'abnormal',
  'REFUND.CLOSED': 'closed',
}

/** Decrypted resource of a refund notification; `success_time` only after a success. */
const RefundResource = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  refund_id: z.string().check(z.minLength(1)),
  success_time: z.optional(ChinaTime),
  amount: z.object({ total: z.int(), refund: z.int() }),
})

function verifyNotification(
  settings: WeChatSettings,
  { headers, body }: RawNotification,
  now: Date,
): Payment | Refund | null {
  const signatureError = findSignatureError(settings, headers, body, now)
  if (signatureError)
    throw new InvalidSignatureError(`WeChat Pay did not sign this: ${signatureError}`)
  const { event_type, resource } = z.parse(WeChatNotification, JSON.parse(body))
  const refundState = refundStates[event_type]
  if (refundState)
    return toRefund(settings, refundState, JSON.parse(decryptResource(settings, resource)), now)
  if (event_type !== 'TRANSACTION.SUCCESS') return null
  const transaction = z.parse(Transaction, JSON.parse(decryptResource(settings, resource)))
  if (transaction.mchid !== settings.mchId || transaction.appid !== settings.appId)
    throw new InvalidSignatureError('WeChat Pay notifies another merchant')
  if (transaction.trade_state !== 'SUCCESS') return null
  const payment = toPayment(transaction)
  // The money was received, so the notification must not be acknowledged.
  if (!payment) throw new Error('WeChat Pay notifies a payment that is incomplete, or not in yuan')
  return payment
}

function toRefund(
  { mchId }: WeChatSettings,
  state: RefundState,
  resource: unknown,
  now: Date,
): Refund {
  const {
    mchid,
    out_trade_no: orderNo,
    transaction_id: gatewayNo,
    refund_id: refundNo,
    success_time,
    amount,
  } = z.parse(RefundResource, resource)
  if (mchid !== mchId) throw new InvalidSignatureError('WeChat Pay notifies another merchant')
  const amounts = { amountCents: amount.refund, isTotal: false, paidCents: amount.total }
  return { orderNo, gatewayNo, refundNo, state, ...amounts, refundedAt: success_time ?? now }
}

/** Undefined if a field of the payment is missing or the currency is not CNY. */
function toPayment({
  out_trade_no: orderNo,
  transaction_id,
  success_time,
  amount,
}: Transaction): Payment | undefined {
  if (!transaction_id || !success_time || !amount || (amount.currency ?? 'CNY') !== 'CNY')
    return undefined
  return { orderNo, gatewayNo: transaction_id, amountCents: amount.total, paidAt: success_time }
}

/** Maximum clock difference of a signature in milliseconds, as documented by WeChat Pay. */
const signatureTolerance = 5 * 60_000

type Request = { method: string; path: string; body: string }

/** `Authorization` header of a request. `path` includes the query. */
function createAuthorization(
  { mchId, serial, privateKey }: WeChatSettings,
  { method, path, body }: Request,
  now: Date,
): string {
  const timestamp = Math.floor(now.getTime() / 1000)
  const nonce = randomBytes(16).toString('hex')
  const signature = sign(
    'sha256',
    signatureInput(method, path, String(timestamp), nonce, body),
    privateKey,
  ).toString('base64')
  const fields = { mchid: mchId, nonce_str: nonce, signature, timestamp, serial_no: serial }
  const text = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${text.join(',')}`
}

const isSigned = (headers: Headers): boolean => headers.has('wechatpay-signature')

/**
 * Why a response or notification is not authentic; undefined if it is. `wechatpay-serial` selects
 * the platform key.
 */
function findSignatureError(
  { platformKeys, platformSerials }: WeChatSettings,
  headers: Headers,
  body: string,
  now: Date,
): string | undefined {
  const header = (name: string) => headers.get(`wechatpay-${name}`) ?? ''
  const timestamp = header('timestamp')
  const platformKey = platformKeys[platformSerials.indexOf(header('serial'))]
  if (!platformKey) return 'it is signed with a key that is not set'
  if (
    !/^\d{1,12}$/.test(timestamp) ||
    Math.abs(now.getTime() - Number(timestamp) * 1000) > signatureTolerance
  )
    return 'its time is not now'
  const isGenuine = verify(
    'sha256',
    signatureInput(timestamp, header('nonce'), body),
    platformKey,
    Buffer.from(header('signature'), 'base64'),
  )
  return isGenuine ? undefined : 'its signature is wrong'
}

type EncryptedResource = { ciphertext: string; associated_data?: string | undefined; nonce: string }

/** Decrypts AES-256-GCM with the tag appended. Throws if the key doesn't match. */
function decryptResource(
  { apiV3Key }: WeChatSettings,
  { ciphertext, associated_data, nonce }: EncryptedResource,
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(-16))
  decipher.setAAD(Buffer.from(associated_data ?? ''))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

const signatureInput = (...parts: string[]) =>
  Buffer.from(parts.map((part) => `${part}\n`).join(''))
