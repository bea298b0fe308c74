/** Operators' handlers of orders of all customers, unmatched payments and refunds. */
import type { customerOrders } from '#contract/operator/orders.ts'
import type { refunds as refundCalls, RefundPreview } from '#contract/operator/refunds.ts'
import type {
  CreditPreview,
  unmatchedPayments as unmatchedCalls,
} from '#contract/operator/unmatched-payments.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/operator/day-limits.ts'
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
} from '#server/features/operators/orders/queries.ts'
import {
  pollByUser,
  creditedTopics,
  type SettledRefund,
  markReturned,
  getUnmatched,
  type CreditedPayment,
  findOrderByNo,
} from '#server/features/orders/index.ts'
import { getUserKey, readMainLoginName } from '#server/features/accounts/index.ts'
import { toQuotaSnapshot } from '#server/features/packages/index.ts'
import { recordRefundByOperator } from '#server/features/operators/refunds/operator-refunds.ts'
import {
  findSettlementObjection,
  settleAndRecord,
  settleApproval,
} from '#server/features/operators/refunds/settle-approval.ts'
import { refundApproval, refundTopics } from '#server/features/operators/refunds/refund-approval.ts'
import type { RefundRow } from '#server/features/orders/table.ts'
import {
  creditAndRecord,
  creditApproval,
  findCreditObjection,
  toLogFields,
  type CreditTarget,
} from '#server/features/operators/unmatched-payments/credit-approval.ts'
import { ApiError } from '#server/http/errors.ts'
import { onlyRow, transaction, type Db } from '#server/platform/db/db.ts'

export const pageCustomerOrders: OperatorHandler<typeof customerOrders.page> = (
  query,
  { db, settings },
) => readCustomerOrderPage(db, query, settings.timeZone)

export const getCustomerOrder: OperatorHandler<typeof customerOrders.get> = (
  { id },
  { db, settings },
) => readCustomerOrder(db, String(id), settings.timeZone)

/** Repeated calls within the rate limit of an order return without querying the gateway. */
export const checkCustomerPayment: OperatorHandler<typeof customerOrders.flush> = async (
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
) => previewCredit(call, id, { orderNo })

export const previewAccount: OperatorHandler<typeof unmatchedCalls.previewAccount> = async (
  { id, account },
  call,
) => previewCredit(call, id, await getUserKey(call.db, account))

export const assignUnmatched: OperatorHandler<typeof unmatchedCalls.assign> = (
  { id, orderNo, note },
  call,
) => creditOrAsk(call, id, { orderNo }, note)

export const creditUnmatched: OperatorHandler<typeof unmatchedCalls.credit> = async (
  { id, account, note },
  call,
) => creditOrAsk(call, id, await getUserKey(call.db, account), note)

export const returnUnmatched: OperatorHandler<typeof unmatchedCalls.markReturned> = async (
  { id, reference },
  { db, me, clock },
) => {
  const now = clock()
  await transaction(db, async (tx) => {
    const payment = await getUnmatched(tx, String(id))
    const { before, after } = await markReturned(tx, payment, reference, me.name, now)
    await recordChange(tx, {
      at: now,
      operator: me.name,
      action: 'unmatched-payments return',
      subject: `payment ${before.gatewayNo}`,
      reason: reference,
      before: toLogFields(before),
      after: toLogFields(after),
    })
  })
  return null
}

/** Credits the payment, or stores a request if the operator may not do so alone. */
async function creditOrAsk(
  call: OperatorCall,
  id: string | number,
  target: CreditTarget,
  note: string | undefined,
): Promise<Outcome> {
  const { db, me, clock } = call
  const { credited, approval } = await runUnless(
    db,
    (tx) => credit(tx, call, id, target, note ?? ''),
    ({ approval }) => approval !== null,
  )
  const { ownerId, before } = credited
  if (approval === null) {
    publishAfterCommit(call, ownerId, creditedTopics)
    return { outcome: 'done' }
  }
  const chosen = 'orderNo' in target ? target : { ownerId }
  const request = { id: String(id), ...chosen }
  const subject = `payment ${before.gatewayNo}`
  const asked = { subject, ownerId, request, reason: requireNote(note) }
  await transaction(db, (tx) => creditApproval.createRequest(tx, me, asked, clock()))
  return { outcome: 'asked' }
}

const previewCredit = (
  call: OperatorCall,
  id: string | number,
  target: CreditTarget,
): Promise<CreditPreview> =>
  previewChange(call.db, async (tx) => {
    const { credited, approval } = await credit(tx, call, id, target, '')
    return { ...(await toCreditPreview(tx, call, credited)), approval }
  })

/** `approval`: why the credit has to be rolled back and approved. */
async function credit(
  tx: Db,
  { me, clock, settings }: OperatorCall,
  id: string | number,
  target: CreditTarget,
  note: string,
) {
  const now = clock()
  const change = { operator: me.name, note, now }
  const credited = await creditAndRecord(tx, String(id), target, change)
  const today = { now, zone: settings.timeZone }
  return { credited, approval: await findCreditObjection(tx, me, credited, today) }
}

/** Who approves a request reads why. Throws ApiError `invalid`. */
function requireNote(note: string | undefined): string {
  if (note) return note
  throw new ApiError('invalid', { fields: [{ field: 'note', rule: 'required' }] })
}

const publishAfterCommit = (call: OperatorCall, ownerId: string, topics: readonly Topic[]): void =>
  call.afterCommit(() => call.events.publish({ ownerId, about: topics }))

async function toCreditPreview(
  tx: Db,
  { settings: { timeZone } }: OperatorCall,
  { ownerId, order, entitlement }: CreditedPayment,
): Promise<Omit<CreditPreview, 'approval'>> {
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

export const previewSettle: OperatorHandler<typeof refundCalls.previewSettle> = (input, call) =>
  previewChange(call.db, async (tx) => {
    const { settlement, approval } = await settle(tx, call, input)
    const { before, after, settled } = settlement
    return { ...(await toRefundPreview(tx, call, before, after, settled)), approval }
  })

export const settleRefund: OperatorHandler<typeof refundCalls.settle> = async (input, call) => {
  const { db, me, clock } = call
  const { settlement, approval } = await runUnless(
    db,
    (tx) => settle(tx, call, input),
    ({ approval }) => approval !== null,
  )
  const { before, settled } = settlement
  if (approval === null) {
    if (settled) publishAfterCommit(call, settled.order.ownerId, refundTopics)
    return { outcome: 'done' }
  }
  const { id, amount: amountCents, waive, note } = input
  const request = { id: String(id), waive: waive === 1, ...(amountCents && { amountCents }) }
  const subject = `refund ${before.id}`
  const asked = { subject, ownerId: settled!.order.ownerId, request, reason: requireNote(note) }
  await transaction(db, (tx) => settleApproval.createRequest(tx, me, asked, clock()))
  return { outcome: 'asked' }
}

/** `approval`: why the settlement has to be rolled back and approved. */
async function settle(
  tx: Db,
  { me, clock, settings }: OperatorCall,
  { id, amount, waive, note }: ParsedInputOf<typeof refundCalls.settle>,
) {
  const now = clock()
  const request = { amountCents: amount, waive: waive === 1 }
  const change = { operator: me.name, note: note ?? null, now }
  const settlement = await settleAndRecord(tx, String(id), request, change)
  const today = { now, zone: settings.timeZone }
  return { settlement, approval: await findSettlementObjection(tx, me, settlement, today) }
}

export const previewRecord: OperatorHandler<typeof refundCalls.previewRecord> = (
  { orderNo, amount },
  call,
) =>
  previewChange(call.db, async (tx) => {
    const { me, clock } = call
    const refund = { orderNo, amountCents: amount, refundNo: `preview of ${orderNo}` }
    const settled = await recordRefundByOperator(tx, refund, me.name, clock())
    const none = { taken: 0, waived: 0 }
    return { ...(await toRefundPreview(tx, call, none, settled.row, settled)), approval: null }
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
): Promise<Omit<RefundPreview, 'approval'>> {
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
const previewChange = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  runUnless(db, work, () => true)

/** Returns the result of `work`, which is rolled back if `mustRollBack` says so. */
async function runUnless<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  mustRollBack: (result: T) => boolean,
): Promise<T> {
  const results: T[] = []
  const rollback = new Error('The change is rolled back.')
  try {
    return await transaction(db, async (tx) => {
      const result = await work(tx)
      results.push(result)
      if (mustRollBack(result)) throw rollback
      return result
    })
  } catch (reason) {
    if (reason !== rollback) throw reason
  }
  return onlyRow(results)
}
