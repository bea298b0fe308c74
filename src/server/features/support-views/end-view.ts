/** Ends support views: by the customer, by the operator, or with the operator’s session. */
import { eq } from 'drizzle-orm'
import { lockCustomer } from '#server/features/operators/index.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import {
  closeOverdueViews,
  closeView,
  lockView,
  toViewEvent,
} from '#server/features/support-views/stored-views.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'

/**
 * Ends the user's view at once. Does nothing if it is over. Throws ApiError `notFound` for another
 * user's.
 */
export async function endOwnView(
  tx: Db,
  { ownerId, userId }: UserKey,
  id: string | number,
  now: Date,
): Promise<void> {
  const customer = await lockCustomer(tx, userId)
  const view = await lockView(tx, id)
  if (view?.ownerId !== ownerId || view.userId !== userId) throw new ApiError('notFound')
  if (view.state === 'allowed')
    await closeView(tx, view, customer, { state: 'ended', by: 'customer' }, now)
}

/**
 * Ends the operator's view or withdraws the operator's request. Returns the customer. Throws
 * ApiError `notFound` for another operator's.
 */
export async function endViewOfOperator(
  tx: Db,
  operatorId: string,
  id: string | number,
  now: Date,
): Promise<UserKey> {
  const [request] = isId(String(id))
    ? await tx
        .select()
        .from(supportViews)
        .where(eq(supportViews.id, Number(id)))
    : []
  if (request?.operatorId !== operatorId) throw new ApiError('notFound')
  const customer = await lockCustomer(tx, request.userId)
  const view = await lockView(tx, id)
  if (view?.state === 'asked')
    await closeView(tx, view, customer, { state: 'withdrawn', by: 'operator' }, now)
  if (view?.state === 'allowed')
    await closeView(tx, view, customer, { state: 'ended', by: 'operator' }, now)
  return customer
}

/**
 * Ends the view whose session makes the call. Throws ApiError `notAllowed` for any other session.
 */
export async function leaveView(tx: Db, { view }: CurrentUser, now: Date): Promise<void> {
  if (!view) throw new ApiError('notAllowed')
  await endViewOfOperator(tx, view.operatorId, view.id, now)
}

/** A round of the job: closes requests and views that are over. */
export async function endSupportViews({
  db,
  clock,
  events,
}: Pick<Dependencies, 'db' | 'clock' | 'events'>): Promise<void> {
  const closed = await transaction(db, (tx) => closeOverdueViews(tx, clock()))
  for (const customer of closed) events.publish(toViewEvent(customer))
}
