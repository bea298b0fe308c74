/** Operators’ handlers of payments that match no order. */
import type {
  CreditPreview,
  unmatchedPayments as unmatchedCalls,
} from '#contract/operator/unmatched-payments.ts'
import type { Outcome } from '#contract/operator/day-limits.ts'
import type { Topic } from '#contract/topics.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { readOrderRow } from '#server/features/operators/orders/queries.ts'
import {
  readUnmatchedDetails,
  readUnmatchedPage,
} from '#server/features/operators/unmatched-payments/queries.ts'
import { creditedTopics } from '#server/features/orders/index.ts'
import { getUserKey, readMainLoginName } from '#server/features/accounts/index.ts'
import { toQuotaSnapshot } from '#server/features/packages/index.ts'
import {
  markReturned,
  getUnmatched,
  type CreditedPayment,
} from '#server/features/operators/unmatched-payments/unmatched-payment.ts'
import {
  creditAndRecord,
  creditApproval,
  creditSubject,
  findCreditObjection,
  toLogFields,
  type CreditTarget,
} from '#server/features/operators/unmatched-payments/credit-approval.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import { requireNote } from '#server/features/operators/approvals/require-note.ts'
import { previewChange, runUnless } from '#server/features/operators/preview-change.ts'

const pageUnmatched: OperatorHandler<typeof unmatchedCalls.page> = (query, { db, settings }) =>
  readUnmatchedPage(db, query, settings.timeZone)

const getUnmatchedPayment: OperatorHandler<typeof unmatchedCalls.get> = (
  { id },
  { db, gateways, settings },
) => {
  const channelsOf = (vendor: string) =>
    [...gateways].flatMap(([channel, { vendorId }]) => (vendorId === vendor ? [channel] : []))
  return readUnmatchedDetails(db, String(id), channelsOf, settings.timeZone)
}

const previewOrder: OperatorHandler<typeof unmatchedCalls.previewOrder> = ({ id, orderNo }, call) =>
  previewCredit(call, id, { orderNo })

const previewAccount: OperatorHandler<typeof unmatchedCalls.previewAccount> = async (
  { id, account },
  call,
) => previewCredit(call, id, await getUserKey(call.db, account))

const assignUnmatched: OperatorHandler<typeof unmatchedCalls.assign> = (
  { id, orderNo, note },
  call,
) => creditOrAsk(call, id, { orderNo }, note)

const creditUnmatched: OperatorHandler<typeof unmatchedCalls.credit> = async (
  { id, account, note },
  call,
) => creditOrAsk(call, id, await getUserKey(call.db, account), note)

const returnUnmatched: OperatorHandler<typeof unmatchedCalls.markReturned> = async (
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
  const subject = creditSubject(before.gatewayNo)
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

export const publishAfterCommit = (
  call: OperatorCall,
  ownerId: string,
  topics: readonly Topic[],
): void => call.afterCommit(() => call.events.publish({ ownerId, about: topics }))

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

export const unmatchedPaymentHandlers: OperatorHandlers['unmatchedPayments'] = {
  page: pageUnmatched,
  get: getUnmatchedPayment,
  previewOrder,
  previewAccount,
  assign: assignUnmatched,
  credit: creditUnmatched,
  markReturned: returnUnmatched,
}
