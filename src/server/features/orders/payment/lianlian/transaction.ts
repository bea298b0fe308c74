/** Schemas of a LianLian transaction and refund, as in queries and notifications. */
import * as z from 'zod/mini'
import {
  GatewayFailure,
  type Payment,
  type Refund,
  type PaymentStatus,
} from '#server/features/orders/payment/gateway.ts'
import { ChinaTime, Numbered, Yuan } from '#server/features/orders/payment/vendor-shapes.ts'

export const Transaction = z.object({
  oid_partner: Numbered,
  txn_status: z.string(),
  accp_txno: z.optional(Numbered),
  finish_time: z.optional(ChinaTime),
  orderInfo: z.object({ txn_seqno: Numbered, total_amount: Yuan }),
})
export type Transaction = z.output<typeof Transaction>

const closedStates = ['TRADE_CLOSE', 'TRADE_CANCEL']

/** Throws GatewayFailure for an undocumented state. */
export function standingOf(transaction: Transaction): PaymentStatus {
  const payment = paymentOf(transaction)
  if (payment) return { state: 'paid', payment }
  if (transaction.txn_status === 'TRADE_WAIT_PAY') return { state: 'waiting' }
  if (closedStates.includes(transaction.txn_status)) return { state: 'closed' }
  throw new GatewayFailure(`LianLian names no payment with the state ${transaction.txn_status}`)
}

/** Undefined for a transaction that is not paid. */
export function paymentOf({
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
export const RefundTransaction = z.object({
  oid_partner: Numbered,
  txn_status: z.string(),
  originalOrderInfo: z.object({
    txn_seqno: Numbered,
    accp_txno: z.optional(Numbered),
    total_amount: Yuan,
  }),
  refundOrderInfo: z.object({ refund_seqno: Numbered, refund_amount: Yuan }),
  finish_time: z.optional(ChinaTime),
})

export const isRefundNotice = (content: unknown): boolean =>
  typeof content === 'object' &&
  content !== null &&
  Object.keys(content).some((name) => name.toLowerCase().startsWith('refund'))

/** Null while the refund is pending. */
export function refundOf(
  transaction: z.output<typeof RefundTransaction>,
  now: Date,
): Refund | null {
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
