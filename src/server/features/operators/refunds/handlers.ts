/** Operators’ handlers of refunds. */
import type { refunds as refundCalls, RefundPreview } from '#contract/operator/refunds.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { readOrderRow } from '#server/features/operators/orders/queries.ts'
import { readRefundDetails, readRefundPage } from '#server/features/operators/refunds/queries.ts'
import type { SettledRefund } from '#server/features/operators/refunds/settle-refund.ts'
import { toQuotaSnapshot } from '#server/features/packages/index.ts'
import {
  lockAnsweredRequest,
  recordRefundByOperator,
} from '#server/features/operators/refunds/operator-refunds.ts'
import {
  findSettlementObjection,
  settleAndRecord,
  settleApproval,
  settleSubject,
} from '#server/features/operators/refunds/settle-approval.ts'
import { refundApproval, refundTopics } from '#server/features/operators/refunds/refund-approval.ts'
import type { RefundRow } from '#server/features/orders/table.ts'
import { refundSubject } from '#server/features/orders/index.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { requireNote } from '#server/features/operators/approvals/require-note.ts'
import { publishAfterCommit } from '#server/features/operators/unmatched-payments/handlers.ts'
import { previewChange, runUnless } from '#server/features/operators/preview-change.ts'

const pageRefunds: OperatorHandler<typeof refundCalls.page> = (query, { db, settings }) =>
  readRefundPage(db, query, settings.timeZone)

const getRefund: OperatorHandler<typeof refundCalls.get> = ({ id }, { db, settings }) =>
  readRefundDetails(db, String(id), settings.timeZone)

const previewSettle: OperatorHandler<typeof refundCalls.previewSettle> = (input, call) =>
  previewChange(call.db, async (tx) => {
    const { settlement, approval } = await settle(tx, call, input)
    const { before, after, settled } = settlement
    return { ...(await toRefundPreview(tx, call, before, after, settled)), approval }
  })

const settleRefund: OperatorHandler<typeof refundCalls.settle> = async (input, call) => {
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
  const subject = settleSubject(before.id)
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
  const { timeZone: zone, publicUrl } = settings
  const change = { operator: me.name, note: note ?? null, now, publicUrl }
  const settlement = await settleAndRecord(tx, String(id), request, change)
  const today = { now, zone }
  return { settlement, approval: await findSettlementObjection(tx, me, settlement, today) }
}

const previewRecord: OperatorHandler<typeof refundCalls.previewRecord> = (
  { orderNo, amount, requestId },
  call,
) =>
  previewChange(call.db, async (tx) => {
    const { me, clock, settings } = call
    const refund = {
      orderNo,
      amountCents: amount,
      refundNo: `preview of ${orderNo}`,
      requestId: requestId === undefined ? undefined : String(requestId),
    }
    const settler = { operator: me.name, publicUrl: settings.publicUrl }
    const settled = await recordRefundByOperator(tx, refund, settler, clock())
    const none = { taken: 0, waived: 0 }
    return { ...(await toRefundPreview(tx, call, none, settled.row, settled)), approval: null }
  })

/** Refuses at once a refund that could not be settled now. */
const recordRefund: OperatorHandler<typeof refundCalls.record> = async (
  { orderNo, amount, refundNo, note, requestId },
  { db, me, clock, settings },
) => {
  const now = clock()
  const request = {
    orderNo,
    amountCents: amount,
    refundNo,
    ...(requestId !== undefined && { requestId: String(requestId) }),
  }
  const settler = { operator: me.name, publicUrl: settings.publicUrl }
  const { order } = await previewChange(db, (tx) =>
    recordRefundByOperator(tx, request, settler, now),
  )
  const { ownerId, no } = order
  const approvalRequest = { subject: refundSubject(no), ownerId, request, reason: note }
  await transaction(db, async (tx) => {
    await lockAnsweredRequest(tx, order, request)
    await refundApproval.createRequest(tx, me, approvalRequest, now)
  })
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

export const refundHandlers: OperatorHandlers['refunds'] = {
  page: pageRefunds,
  get: getRefund,
  previewSettle,
  settle: settleRefund,
  previewRecord,
  record: recordRefund,
}
