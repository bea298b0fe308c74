/** A LianLian transaction, as a query and a notification tell it. */
import * as z from 'zod/mini'
import { GatewayFailure, type Payment, type Standing } from '#server/payment/gateway.ts'
import { ChinaTime, Numbered, Yuan } from '#server/payment/vendor-shapes.ts'

export const Transaction = z.object({
  oid_partner: Numbered,
  txn_status: z.string(),
  accp_txno: z.optional(Numbered),
  finish_time: z.optional(ChinaTime),
  orderInfo: z.object({ txn_seqno: Numbered, total_amount: Yuan }),
})
export type Transaction = z.output<typeof Transaction>

const closedStates = ['TRADE_CLOSE', 'TRADE_CANCEL']

/** Throws GatewayFailure for a state that the documentation does not name. */
export function standingOf(transaction: Transaction): Standing {
  const payment = paymentOf(transaction)
  if (payment) return { state: 'paid', payment }
  if (transaction.txn_status === 'TRADE_WAIT_PAY') return { state: 'waiting' }
  if (closedStates.includes(transaction.txn_status)) return { state: 'closed' }
  throw new GatewayFailure(`LianLian names no payment with the state ${transaction.txn_status}`)
}

/** Undefined for a transaction that is not paid. */
export function paymentOf({ txn_status, accp_txno, finish_time, orderInfo }: Transaction): Payment | undefined {
  if (txn_status !== 'TRADE_SUCCESS' || !accp_txno || !finish_time) return undefined
  return { orderNo: orderInfo.txn_seqno, gatewayNo: accp_txno, amountCents: orderInfo.total_amount, paidAt: finish_time }
}
