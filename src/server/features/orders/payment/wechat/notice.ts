/** Parses WeChat Pay notifications: verifies the signature, decrypts, checks the merchant. */
import * as z from 'zod/mini'
import {
  InvalidSignatureError,
  type VerifiedNotification,
  type Payment,
  type Refund,
  type RefundState,
} from '#server/features/orders/payment/gateway.ts'
import { ChinaTime } from '#server/features/orders/payment/vendor-shapes.ts'
import { fault, unsealed } from '#server/features/orders/payment/wechat/signing.ts'
import type { WeChatSettings } from '#server/platform/config/payment-settings.ts'

/** A transaction, as in queries and notifications. */
export const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.optional(z.string()),
  success_time: z.optional(ChinaTime),
  amount: z.optional(z.object({ total: z.int(), currency: z.optional(z.string()) })),
})
export type Transaction = z.output<typeof Transaction>

const Notice = z.object({
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

export function readNotice(
  settings: WeChatSettings,
  { headers, body }: VerifiedNotification,
  now: Date,
): Payment | Refund | null {
  const wrong = fault(settings, headers, body, now)
  if (wrong) throw new InvalidSignatureError(`WeChat Pay did not sign this: ${wrong}`)
  const { event_type, resource } = z.parse(Notice, JSON.parse(body))
  const refundState = refundStates[event_type]
  if (refundState)
    return readRefund(settings, refundState, JSON.parse(unsealed(settings, resource)), now)
  if (event_type !== 'TRANSACTION.SUCCESS') return null
  const transaction = z.parse(Transaction, JSON.parse(unsealed(settings, resource)))
  if (transaction.mchid !== settings.mchId || transaction.appid !== settings.appId)
    throw new InvalidSignatureError('WeChat Pay notifies another merchant')
  if (transaction.trade_state !== 'SUCCESS') return null
  const payment = paymentOf(transaction)
  // The money was received, so the notification must not be acknowledged.
  if (!payment) throw new Error('WeChat Pay notifies a payment that is incomplete, or not in yuan')
  return payment
}

function readRefund(
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
  const money = { amountCents: amount.refund, isTotal: false, paidCents: amount.total }
  return { orderNo, gatewayNo, refundNo, state, ...money, refundedAt: success_time ?? now }
}

/** Undefined if a field of the payment is missing or the currency is not CNY. */
export function paymentOf({
  out_trade_no: orderNo,
  transaction_id,
  success_time,
  amount,
}: Transaction): Payment | undefined {
  if (!transaction_id || !success_time || !amount || (amount.currency ?? 'CNY') !== 'CNY')
    return undefined
  return { orderNo, gatewayNo: transaction_id, amountCents: amount.total, paidAt: success_time }
}
