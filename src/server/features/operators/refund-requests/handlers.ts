/** Operators' handlers of refunds that owners asked for, and of the rules of asking. */
import { eq } from 'drizzle-orm'
import type { refundRequests as calls } from '#contract/operator/refund-requests.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { createRefusal } from '#server/features/operators/order-refusal.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { readRequestPage } from '#server/features/operators/refund-requests/queries.ts'
import {
  approveRequest,
  countUnsettled,
  endRequest,
  findOrder,
  isRecorded,
  lockAskedRequest,
  lockOrder,
  readRefundRules,
  refundRequestTopics,
  reopenRequest,
  saveRefundRules,
  toWireRules,
} from '#server/features/orders/index.ts'
import { refundRequests, type Order, type RefundRequestRow } from '#server/features/orders/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

const pageRefundRequests: OperatorHandler<typeof calls.page> = (query, { db, settings }) =>
  readRequestPage(db, query, settings.timeZone)

/** Refused while another refund of the owner takes quota, which may be that of this request. */
const approveRefundRequest: OperatorHandler<typeof calls.approve> = async ({ id }, call) => {
  const { db } = call
  const context = contextOf(call)
  const order = await lockOrderOfRequest(db, String(id))
  const { ownOpen, otherOpen, owed } = await countUnsettled(db, order)
  if (ownOpen + otherOpen + owed > 0 || (await isRecorded(db, order)))
    throw createRefusal('refundOfAccountOpen', {})
  await approveRequest(db, order, context)
  await logDecision(call, order, { action: 'approve', state: 'approved' }, context)
  return null
}

const reopenRefundRequest: OperatorHandler<typeof calls.reopen> = async ({ id, note }, call) => {
  const { db } = call
  const context = contextOf(call)
  const order = await lockOrderOfRequest(db, String(id))
  await reopenRequest(db, order, context)
  await logDecision(call, order, { action: 'reopen', state: 'asked', reason: note }, context)
  return null
}

const declineRefundRequest: OperatorHandler<typeof calls.decline> = async (
  { id, answer },
  call,
) => {
  const { db } = call
  const context = contextOf(call)
  const { ownerId } = await getOrderOfRequest(db, String(id))
  const locked = await lockAccounts(db, ownerId, [ownerId])
  const order = await lockOrderOfRequest(db, String(id))
  const request = await lockAskedRequest(db, order)
  await endRequest(db, locked, order, request, { state: 'declined', answer }, context)
  await logDecision(call, order, { action: 'decline', state: 'declined', reason: answer }, context)
  return null
}

const contextOf = ({ clock, settings: { publicUrl } }: OperatorCall) => ({
  now: clock(),
  publicUrl,
})

/** Lock the account before it, if its balance changes. */
const lockOrderOfRequest = async (db: Db, id: string): Promise<Order> =>
  lockOrder(db, await getOrderOfRequest(db, id))

type Decision = {
  action: 'approve' | 'reopen' | 'decline'
  state: RefundRequestRow['state']
  reason?: string
}

async function logDecision(
  { db, me, events, afterCommit }: OperatorCall,
  { ownerId, no }: Order,
  { action, state, reason }: Decision,
  { now }: { now: Date },
): Promise<void> {
  await recordChange(db, {
    at: now,
    operator: me.name,
    action: `refund-requests ${action}`,
    subject: `order ${no}`,
    reason,
    after: { state },
  })
  afterCommit(() => events.publish({ ownerId, about: refundRequestTopics }))
}

/** Throws ApiError `notFound`. */
async function getOrderOfRequest(db: Db, id: string): Promise<Order> {
  const [request] = isId(id)
    ? await db
        .select({ ownerId: refundRequests.ownerId, orderId: refundRequests.orderId })
        .from(refundRequests)
        .where(acrossOwners('operators see the requests of all owners', eq(refundRequests.id, id)))
    : []
  const order = request && (await findOrder(db, { ownerId: request.ownerId, id: request.orderId }))
  if (!order) throw createRefusal('refundRequestUnknown', { id })
  return order
}

const getRefundRules: OperatorHandler<typeof calls.rules> = async (_, { db }) => {
  const { version, ...rules } = await readRefundRules(db)
  return { ...toWireRules(rules), version }
}

const changeRefundRules: OperatorHandler<typeof calls.saveRules> = async (
  { version, ...input },
  { db, me, clock },
) => {
  const before = await readRefundRules(db)
  const rules = { ...input, enabled: input.enabled === 1, timePlans: input.timePlans === 1 }
  await saveRefundRules(db, rules, version)
  await recordChange(db, {
    at: clock(),
    operator: me.name,
    action: 'refund-requests rules',
    subject: 'rules of refund requests',
    before: toWireRules(before),
    after: toWireRules(rules),
  })
  return null
}

export const refundRequestHandlers: OperatorHandlers['refundRequests'] = {
  page: pageRefundRequests,
  approve: approveRefundRequest,
  reopen: reopenRefundRequest,
  decline: declineRefundRequest,
  rules: getRefundRules,
  saveRules: changeRefundRules,
}
