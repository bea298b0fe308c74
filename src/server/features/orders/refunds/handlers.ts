/** Handlers by which owners ask for refunds. */
import { businessLimits } from '#contract/business-limits.ts'
import type { orderRefunds as calls } from '#contract/order-refunds.ts'
import { previewRefundOfFapiao } from '#server/features/fapiaos/index.ts'
import { lockAccountGroup, lockAccounts } from '#server/features/ledger/index.ts'
import { getOwnOrder, lockOrder } from '#server/features/orders/find-order.ts'
import { changedReason, computeOffer } from '#server/features/orders/refunds/refund-offer.ts'
import {
  addRequest,
  endRequest,
  lockAskedRequest,
  refundRequestTopics,
} from '#server/features/orders/refunds/refund-requests.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { toWireRules } from '#server/features/orders/refunds/refund-rules.ts'
import { formatReason } from '#server/platform/messages.ts'

const previewRefund: Handler<typeof calls.preview> = async ({ id }, call) => {
  const { db, me, lang } = call
  const order = await getOwnOrder(db, me.ownerId, id)
  const { rules, until, refusal, ...offer } = await computeOffer(db, order, timeOf(call))
  return {
    refusal: refusal ? formatReason(lang, refusal) : null,
    rules: toWireRules(rules),
    untilDateTime: until && formatWireTime(until, call.settings.timeZone),
    translationBillingMode: order.billingMode,
    creditedNum: order.num,
    unusedNum: offer.unused,
    handedOutNum: offer.handedOut,
    num: offer.taken,
    paidAmount: order.amountCents,
    refundedAmount: offer.refundedCents,
    amount: offer.cents,
    fapiao: refusal ? null : await previewRefundOfFapiao(db, order, offer.cents),
  }
}

const secondsPerDay = 86_400

/** Locks the whole account group, so that nobody uses or moves what is offered meanwhile. */
const askForRefund: Handler<typeof calls.ask> = async (input, call) => {
  const { db, me, clock } = call
  const found = await getOwnOrder(db, me.ownerId, input.id)
  const { locked } = await lockAccountGroup(db, me.ownerId)
  const order = await lockOrder(db, found)
  const offer = await computeOffer(db, order, timeOf(call))
  if (offer.refusal) throw new ApiError('notAllowed', { reason: offer.refusal })
  if (offer.cents !== input.amount || offer.taken !== input.num)
    throw new ApiError('changedElsewhere', { reason: changedReason(offer) })
  const perDay = { max: businessLimits.refundRequests.perDay, seconds: secondsPerDay }
  await incrementWithinLimit(db, `refund-request:${order.id}`, perDay, clock())
  await addRequest(
    db,
    locked,
    order,
    {
      cause: input.cause,
      note: input.note ?? null,
      amountCents: offer.cents,
      taken: offer.taken,
      askedBy: me.userId,
    },
    contextOf(call),
  )
  await call.audit(db, { objects: [order.no], details: { amount: offer.cents } })
  announce(call)
  return null
}

const withdrawRefund: Handler<typeof calls.withdraw> = async ({ id }, call) => {
  const { db, me } = call
  const found = await getOwnOrder(db, me.ownerId, id)
  const locked = await lockAccounts(db, me.ownerId, [me.ownerId])
  const order = await lockOrder(db, found)
  const request = await lockAskedRequest(db, order)
  await endRequest(db, locked, order, request, { state: 'withdrawn' }, contextOf(call))
  await call.audit(db, { objects: [order.no] })
  announce(call)
  return null
}

const timeOf = ({ clock, settings }: SignedCall) => ({ now: clock(), zone: settings.timeZone })

const contextOf = ({ clock, settings: { publicUrl } }: SignedCall) => ({ now: clock(), publicUrl })

const announce = ({ me: { ownerId }, events, afterCommit }: SignedCall) =>
  afterCommit(() => events.publish({ ownerId, about: refundRequestTopics }))

export const orderRefundHandlers: Handlers['orderRefunds'] = {
  preview: previewRefund,
  ask: askForRefund,
  withdraw: withdrawRefund,
}
