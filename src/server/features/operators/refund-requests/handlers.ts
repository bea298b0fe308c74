/** Operators' handlers of refunds that owners asked for, and of the rules of asking. */
import { eq } from 'drizzle-orm'
import type { refundRequests as calls } from '#contract/operator/refund-requests.ts'
import { lockAccounts } from '#server/features/ledger/index.ts'
import { createRefusal } from '#server/features/operators/order-refusal.ts'
import type { OperatorHandler } from '#server/features/operators/operator.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { readRequestPage } from '#server/features/operators/refund-requests/queries.ts'
import {
  endRequest,
  findOrder,
  lockAskedRequest,
  lockOrder,
  readRefundRules,
  refundRequestTopics,
  saveRefundRules,
  toWireRules,
} from '#server/features/orders/index.ts'
import { refundRequests, type Order } from '#server/features/orders/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

export const pageRefundRequests: OperatorHandler<typeof calls.page> = (query, { db, settings }) =>
  readRequestPage(db, query, settings.timeZone)

export const declineRefundRequest: OperatorHandler<typeof calls.decline> = async (
  { id, answer },
  { db, me, clock, events, afterCommit },
) => {
  const now = clock()
  const found = await getOrderOfRequest(db, String(id))
  const { ownerId } = found
  const locked = await lockAccounts(db, ownerId, [ownerId])
  const order = await lockOrder(db, found)
  const request = await lockAskedRequest(db, order)
  await endRequest(db, locked, order, request, { state: 'declined', answer }, now)
  await recordChange(db, {
    at: now,
    operator: me.name,
    action: 'refund-requests decline',
    subject: `order ${order.no}`,
    reason: answer,
    before: { state: request.state, amountCents: request.amountCents, taken: request.taken },
    after: { state: 'declined' },
  })
  afterCommit(() => events.publish({ ownerId, about: refundRequestTopics }))
  return null
}

/** Throws ApiError `notFound`. */
export async function getOrderOfRequest(db: Db, id: string): Promise<Order> {
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

export const getRefundRules: OperatorHandler<typeof calls.rules> = async (_, { db }) => {
  const { version, ...rules } = await readRefundRules(db)
  return { ...toWireRules(rules), version }
}

export const changeRefundRules: OperatorHandler<typeof calls.saveRules> = async (
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
