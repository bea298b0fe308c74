/** Handlers of the operators' requests to view a customer's account. */
import type { supportViewRequests as calls } from '#contract/operator/support-views.ts'
import type { OperatorHandler, OperatorHandlers } from '#server/features/operators/operator.ts'
import {
  toViewEvent,
  findLatestView,
  endViewOfOperator,
  openView,
  requestView,
} from '#server/features/support-views/index.ts'
import { isId } from '#server/platform/db/columns.ts'
import { transaction } from '#server/platform/db/db.ts'

const getSupportView: OperatorHandler<typeof calls.get> = async (
  { id },
  { db, me, clock, settings },
) => {
  const found = isId(String(id))
    ? await findLatestView(db, String(id), clock(), settings.timeZone)
    : undefined
  if (!found) return null
  const { operatorId, ...view } = found
  return { ...view, own: operatorId === me.userId ? 1 : 0 }
}

const askForView: OperatorHandler<typeof calls.ask> = async (typed, call) => {
  const { db, me, clock, events, afterCommit } = call
  const customer = await requestView(db, call, me, typed, clock())
  afterCommit(() => events.publish(toViewEvent(customer)))
  return null
}

const openSupportView: OperatorHandler<typeof calls.open> = async ({ id }, call) => {
  const { db, me, clock, events } = call
  const opened = await transaction(db, (tx) => openView(tx, call, me, id, call, clock()))
  events.publish(toViewEvent(opened))
  const { userId, sk, account, until: untilDateTime, secondsLeft } = opened
  return { userId, sk, account, untilDateTime, secondsLeft }
}

const endSupportView: OperatorHandler<typeof calls.end> = async ({ id }, call) => {
  const { db, me, clock, events } = call
  const customer = await transaction(db, (tx) => endViewOfOperator(tx, me.userId, id, clock()))
  events.publish(toViewEvent(customer))
  return null
}

export const supportViewRequestHandlers: OperatorHandlers['supportViewRequests'] = {
  get: getSupportView,
  ask: askForView,
  open: openSupportView,
  end: endSupportView,
}
