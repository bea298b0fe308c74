/** Handlers by which a user answers a request of support, ends a view, or support leaves it. */
import type { supportViews as calls } from '#contract/support-views.ts'
import { toViewEvent } from '#server/features/support-views/stored-views.ts'
import { answerView } from '#server/features/support-views/answer-view.ts'
import { endOwnView, leaveView } from '#server/features/support-views/end-view.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import { transaction } from '#server/platform/db/db.ts'

const answerViewRequest: Handler<typeof calls.answer> = async ({ id, allowed }, call) => {
  const { db, me, clock, events } = call
  const answer = { id, isAllowed: allowed === 1 }
  await transaction(db, (tx) => answerView(tx, call, me, answer, clock()))
  events.publish(toViewEvent(me))
  return null
}

const endView: Handler<typeof calls.end> = async ({ id }, { db, me, clock, events }) => {
  await transaction(db, (tx) => endOwnView(tx, me, id, clock()))
  events.publish(toViewEvent(me))
  return null
}

const leave: Handler<typeof calls.leave> = async (_, { db, me, clock, events }) => {
  await transaction(db, (tx) => leaveView(tx, me, clock()))
  events.publish(toViewEvent(me))
  return null
}

export const supportViewHandlers: Handlers['supportViews'] = {
  answer: answerViewRequest,
  end: endView,
  leave,
}
