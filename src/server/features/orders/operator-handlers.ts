/** Operators' handlers of orders of all customers, unmatched payments and refunds. */
import type { customerOrders } from '#contract/operator/orders.ts'
import type { refunds as refundCalls, RefundPreview } from '#contract/operator/refunds.ts'
import type {
  CreditPreview,
  unmatchedPayments as unmatchedCalls,
} from '#contract/operator/unmatched-payments.ts'
import type { Topic } from '#contract/topics.ts'
import {
  recordChange,
  type OperatorCall,
  type OperatorHandler,
} from '#server/features/operators/service.ts'
import {
  readCustomerOrder,
  readCustomerOrderPage,
  readOrderRow,
  readRefundDetails,
  readRefundPage,
  readUnmatchedDetails,
  readUnmatchedPage,
} from '#server/features/orders/operator-queries.ts'
import { pollByUser } from '#server/features/orders/payment/service.ts'
import { creditedTopics } from '#server/features/orders/payment/settle-payment.ts'
import {
  recordRefundByOperator,
  settleRefundByOperator,
} from '#server/features/orders/refunds/operator-refunds.ts'
import { refundApproval, refundTopics } from '#server/features/orders/refunds/refund-approval.ts'
import type { SettledRefund } from '#server/features/orders/refunds/settle-refund.ts'
import type { RefundRow, UnmatchedPayment } from '#server/features/orders/table.ts'
import {
  assignToOrder,
  creditToAccount,
  markReturned,
  getUnmatched,
  type CreditedPayment,
  type HandledPayment,
} from '#server/features/orders/unmatched/service.ts'
import { findOrderByNo } from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { readMainLoginName } from '#server/features/accounts/service.ts'
import { onlyRow, transaction, type Db } from '#server/platform/db/db.ts'
import { toQuotaSnapshot } from '#server/features/packages/service.ts'

export const pageCustomerOrders: OperatorHandler<typeof customerOrders.page> = (
  query,
  { db, settings },
) => readCustomerOrderPage(db, query, settings.timeZone)

export const getCustomerOrder: OperatorHandler<typeof customerOrders.get> = (
  { id },
  { db, settings },
) => readCustomerOrder(db, String(id), settings.timeZone)

/** Repeated calls within the rate limit of an order return without querying the gateway. */
export const flushCustomerOrder: OperatorHandler<typeof customerOrders.flush> = async (
  { id },
  call,
) => {
  const order = await findOrderByNo(call.db, String(id))
  if (!order) throw new ApiError('notFound')
  await pollByUser(call, order)
  return null
}

export const pageUnmatched: OperatorHandler<typeof unmatchedCalls.page> = (
  query,
  { db, settings },
) => readUnmatchedPage(db, query, settings.timeZone)

export const getUnmatchedPayment: OperatorHandler<typeof unmatchedCalls.get> = (
  { id },
  { db, gateways, settings },
) => {
  const channelsOf = (vendor: string) =>
    [...gateways].flatMap(([channel, { vendorId }]) => (vendorId === vendor ? [channel] : []))
  return readUnmatchedDetails(db, String(id), channelsOf, settings.timeZone)
}

export const previewOrder: OperatorHandler<typeof unmatchedCalls.previewOrder> = (
  { id, orderNo },
  call,
) =>
  previewChange(call.db, async (tx) =>
    toCreditPreview(tx, call, await assignPayment(tx, call, id, orderNo)),
  )

export const previewAccount: OperatorHandler<typeof unmatchedCalls.previewAccount> = (
  { id, account },
  call,
) =>
  previewChange(call.db, async (tx) =>
    toCreditPreview(tx, call, await creditPayment(tx, call, id, account, '')),
  )

export const assignUnmatched: OperatorHandler<typeof unmatchedCalls.assign> = (
  { id, orderNo },
  call,
) =>
  handlePayment(call, 'unmatched-payments assign', null, (tx) =>
    assignPayment(tx, call, id, orderNo),
  )

export const creditUnmatched: OperatorHandler<typeof unmatchedCalls.credit> = (
  { id, account, note },
  call,
) =>
  handlePayment(call, 'unmatched-payments credit', note, (tx) =>
    creditPayment(tx, call, id, account, note),
  )

export const returnUnmatched: OperatorHandler<typeof unmatchedCalls.markReturned> = (
  { id, reference },
  call,
) =>
  handlePayment(call, 'unmatched-payments return', reference, async (tx) => {
    const payment = await getUnmatched(tx, String(id))
    return markReturned(tx, payment, reference, call.me.name, call.clock())
  })

const assignPayment = async (
  tx: Db,
  { me, clock }: OperatorCall,
  id: string | number,
  orderNo: string,
) => assignToOrder(tx, await getUnmatched(tx, String(id)), orderNo, me.name, clock())

const creditPayment = async (
  tx: Db,
  { me, clock }: OperatorCall,
  id: string | number,
  account: string,
  note: string,
) => creditToAccount(tx, await getUnmatched(tx, String(id)), { account, note }, me.name, clock())

/** Handles a payment and logs it in one transaction; informs open pages after the commit. */
async function handlePayment(
  call: OperatorCall,
  action: string,
  reason: string | null,
  work: (tx: Db) => Promise<HandledPayment | CreditedPayment>,
): Promise<null> {
  const result = await transaction(call.db, async (tx) => {
    const result = await work(tx)
    await recordChange(tx, {
      at: call.clock(),
      operator: call.me.name,
      action,
      subject: `payment ${result.before.gatewayNo}`,
      reason,
      before: toLogFields(result.before),
      after: { ...toLogFields(result.after), ...('entitlement' in result && result.entitlement) },
    })
    return result
  })
  if ('ownerId' in result) publishAfterCommit(call, result.ownerId, creditedTopics)
  return null
}

const toLogFields = ({ id: _, ...row }: UnmatchedPayment) => row

const publishAfterCommit = (call: OperatorCall, ownerId: string, topics: readonly Topic[]): void =>
  call.afterCommit(() => call.events.publish({ ownerId, about: topics }))

async function toCreditPreview(
  tx: Db,
  { settings: { timeZone } }: OperatorCall,
  { ownerId, order, entitlement }: CreditedPayment,
): Promise<CreditPreview> {
  return {
    ownerId,
    account: await readMainLoginName(tx, ownerId),
    order: order && (await readOrderRow(tx, order, timeZone)),
    closesBill: order?.payStatus === 'W' ? 1 : 0,
    before: toQuotaSnapshot(entitlement.before, timeZone),
    after: toQuotaSnapshot(entitlement.after, timeZone),
  }
}

export const pageRefunds: OperatorHandler<typeof refundCalls.page> = (query, { db, settings }) =>
  readRefundPage(db, query, settings.timeZone)

export const getRefund: OperatorHandler<typeof refundCalls.get> = ({ id }, { db, settings }) =>
  readRefundDetails(db, String(id), settings.timeZone)

export const previewSettle: OperatorHandler<typeof refundCalls.previewSettle> = (
  { id, amount, waive },
  call,
) =>
  previewChange(call.db, async (tx) => {
    const request = { amountCents: amount, waive: waive === 1, operator: call.me.name }
    const { before, after, settled } = await settleRefundByOperator(
      tx,
      String(id),
      request,
      call.clock(),
    )
    return toRefundPreview(tx, call, before, after, settled)
  })

export const settleRefund: OperatorHandler<typeof refundCalls.settle> = async (
  { id, amount, waive, note },
  call,
) => {
  const now = call.clock()
  const request = { amountCents: amount, waive: waive === 1, operator: call.me.name }
  const { settled } = await transaction(call.db, async (tx) => {
    const result = await settleRefundByOperator(tx, String(id), request, now)
    const { before, after } = result
    await recordChange(tx, {
      at: now,
      operator: call.me.name,
      action: 'refunds settle',
      subject: `refund ${before.id}`,
      reason: note ?? null,
      before,
      after,
    })
    return result
  })
  if (settled) publishAfterCommit(call, settled.order.ownerId, refundTopics)
  return null
}

export const previewRecord: OperatorHandler<typeof refundCalls.previewRecord> = (
  { orderNo, amount },
  call,
) =>
  previewChange(call.db, async (tx) => {
    const { me, clock } = call
    const refund = { orderNo, amountCents: amount, refundNo: `preview of ${orderNo}` }
    const settled = await recordRefundByOperator(tx, refund, me.name, clock())
    return toRefundPreview(tx, call, { taken: 0, waived: 0 }, settled.row, settled)
  })

/** Refuses at once a refund that could not be settled now. */
export const recordRefund: OperatorHandler<typeof refundCalls.record> = async (
  { orderNo, amount, refundNo, note },
  { db, me, clock },
) => {
  const now = clock()
  const request = { orderNo, amountCents: amount, refundNo }
  const { order } = await previewChange(db, (tx) =>
    recordRefundByOperator(tx, request, me.name, now),
  )
  const { ownerId, no } = order
  const approvalRequest = { subject: `order ${no}`, ownerId, request, reason: note }
  await transaction(db, (tx) => refundApproval.createRequest(tx, me, approvalRequest, now))
  return null
}

async function toRefundPreview(
  tx: Db,
  { settings: { timeZone } }: OperatorCall,
  before: Pick<RefundRow, 'taken' | 'waived'>,
  after: RefundRow,
  settled: SettledRefund | undefined,
): Promise<RefundPreview> {
  const toSnapshot = (account: SettledRefund['before']) =>
    account && settled
      ? toQuotaSnapshot(
          { ...settled.unit, chars: account.chars, expiresAt: account.expiresAt },
          timeZone,
        )
      : null
  return {
    order: settled && (await readOrderRow(tx, settled.order, timeZone)),
    amount: after.amountCents,
    translationBillingMode: settled?.order.billingMode ?? 'char',
    taken: after.taken - before.taken,
    owed: after.owed,
    waived: after.waived - before.waived,
    before: toSnapshot(settled?.before),
    after: toSnapshot(settled?.after),
  }
}

/**
 * Returns the result of `work` and rolls it back, so that a preview and the change can't differ.
 */
async function previewChange<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const results: T[] = []
  const rollback = new Error('A preview is rolled back.')
  try {
    await transaction(db, async (tx) => {
      results.push(await work(tx))
      throw rollback
    })
  } catch (reason) {
    if (reason !== rollback) throw reason
  }
  return onlyRow(results)
}
