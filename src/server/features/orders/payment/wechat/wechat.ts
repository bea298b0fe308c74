/** WeChat Pay APIv3 native payment (WC_NATIVE): the buyer scans a QR code. */
import * as z from 'zod/mini'
import { requestVendor, parseAs } from '#server/features/orders/payment/vendor-request.ts'
import { rfc3339 } from '#server/features/orders/payment/china-time.ts'
import {
  GatewayFailure,
  type PaymentRequest,
  type Gateway,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import {
  paymentOf,
  readNotice,
  Transaction,
} from '#server/features/orders/payment/wechat/notice.ts'
import { authorization, fault, isSigned } from '#server/features/orders/payment/wechat/signing.ts'
import type { WeChatSettings } from '#server/platform/config/payment-settings.ts'

type Needs = {
  clock: () => Date
  notifyUrl: () => string
  /** Timeout in milliseconds. */
  patience?: number
}

const vendor = 'WeChat Pay'
const orders = '/v3/pay/transactions'

export function weChatGateway(
  settings: WeChatSettings,
  { clock, notifyUrl, patience }: Needs,
): Gateway {
  const { appId, mchId } = settings
  const send = sender(settings, clock, patience)

  const query = async ({ no }: PaymentRequest): Promise<PaymentStatus> => {
    const { status, text } = await send(
      'GET',
      `${orders}/out-trade-no/${encodeURIComponent(no)}?mchid=${encodeURIComponent(mchId)}`,
    )
    if (status !== 200) return unknownOr(status, text)
    const transaction = parseAs(vendor, Transaction, text)
    if (
      transaction.out_trade_no !== no ||
      transaction.mchid !== mchId ||
      transaction.appid !== appId
    )
      throw new GatewayFailure(`${vendor} answered about another order or merchant`)
    return standingOf(transaction)
  }
  return {
    notifiedAs: 'wechat',
    reportsRefunds: true,
    async create(paymentRequest) {
      const { status, text } = await send('POST', `${orders}/native`, {
        appid: appId,
        mchid: mchId,
        description: paymentRequest.names.zh.slice(0, 127),
        out_trade_no: paymentRequest.no,
        time_expire: rfc3339(paymentRequest.closesAt),
        notify_url: notifyUrl(),
        amount: { total: paymentRequest.amountCents, currency: 'CNY' },
      })
      if (status !== 200) throw refusal(status, text)
      return parseAs(vendor, Created, text).code_url
    },
    query,
    async close(paymentRequest) {
      const { status, text } = await send(
        'POST',
        `${orders}/out-trade-no/${encodeURIComponent(paymentRequest.no)}/close`,
        { mchid: mchId },
      )
      if (status === 204) return { state: 'closed' }
      // Usually already paid or closed, so query the status.
      return notThere.has(codeIn(text)) ? { state: 'unknown' } : query(paymentRequest)
    },
    verify: async (notified) => readNotice(settings, notified, clock()),
    acknowledge: (written) =>
      written
        ? { status: 200, type: 'application/json', body: JSON.stringify({ code: 'SUCCESS' }) }
        : {
            status: 500,
            type: 'application/json',
            body: JSON.stringify({ code: 'FAIL', message: 'not written down' }),
          },
  }
}

/** The documentation uses both spellings. */
const notThere = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST'])

const Created = z.object({ code_url: z.string().check(z.minLength(1)) })
const Refused = z.object({ code: z.string() })

/**
 * Signs requests and verifies responses. Errors may be unsigned, because a proxy in front of the
 * platform may send them.
 */
function sender(settings: WeChatSettings, clock: () => Date, timeout?: number) {
  return async (method: 'GET' | 'POST', path: string, content?: unknown) => {
    const body = content === undefined ? '' : JSON.stringify(content)
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'yiqiao',
      authorization: authorization(settings, { method, path, body }, clock()),
      'wechatpay-serial': settings.platformSerials[0]!,
    }
    const answer = await requestVendor(vendor, settings.gateway + path, {
      method,
      headers,
      ...(method === 'POST' && { body }),
      patience: timeout,
    })
    const good = answer.status >= 200 && answer.status < 300
    const wrong =
      good || isSigned(answer.headers)
        ? fault(settings, answer.headers, answer.text, clock())
        : undefined
    if (wrong) throw new GatewayFailure(`${vendor} did not sign its answer: ${wrong}`)
    return answer
  }
}

function standingOf(transaction: Transaction): PaymentStatus {
  const { trade_state: state } = transaction
  if (['NOTPAY', 'USERPAYING', 'PAYERROR'].includes(state)) return { state: 'waiting' }
  if (state === 'CLOSED' || state === 'REVOKED') return { state: 'closed' }
  // A refunded payment is not credited, whether refunded in full or in part.
  if (state === 'REFUND') return { state: 'closed', refundedNo: transaction.transaction_id ?? '' }
  const payment = state === 'SUCCESS' ? paymentOf(transaction) : undefined
  if (!payment)
    throw new GatewayFailure(`${vendor} names no payment in yuan with the state ${state}`)
  return { state: 'paid', payment }
}

function unknownOr(status: number, text: string): PaymentStatus {
  if (notThere.has(codeIn(text))) return { state: 'unknown' }
  throw refusal(status, text)
}

const refusal = (status: number, text: string) =>
  new GatewayFailure(`${vendor} refused: ${status} ${codeIn(text)}`)

function codeIn(text: string): string {
  try {
    return z.parse(Refused, JSON.parse(text)).code
  } catch {
    return ''
  }
}
