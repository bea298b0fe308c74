/** A customer allows or refuses a support view. */
import { eq } from 'drizzle-orm'
import { openSession } from '#server/features/identity/index.ts'
import { lockCustomer, toLogSubject, recordChange } from '#server/features/operators/index.ts'
import { markAnswered } from '#server/features/notifications/index.ts'
import { operators } from '#server/features/operators/table.ts'
import {
  closeView,
  lockView,
  type Deps,
  minute,
  toSession,
  createRefusal,
} from '#server/features/support-views/stored-views.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/**
 * Records the user's answer. The consent is a session that nobody can use until the operator opens
 * the view. Throws ApiError `changedElsewhere` if the request is another user's, answered or over.
 */
export async function answerView(
  tx: Db,
  { crypto, settings }: Deps,
  { ownerId, userId }: UserKey,
  { id, isAllowed }: { id: string | number; isAllowed: boolean },
  now: Date,
): Promise<void> {
  const customer = await lockCustomer(tx, userId)
  const view = await lockView(tx, id)
  const isAsked = view?.ownerId === ownerId && view.userId === userId && view.state === 'asked'
  if (!isAsked || view.until <= now) throw createRefusal('supportViewOver')
  const [requester] = await tx
    .select({ enabled: operators.enabled })
    .from(operators)
    .where(eq(operators.userId, view.operatorId))
    .for('share')
  if (!requester?.enabled) throw createRefusal('supportViewOver')
  await markAnswered(tx, customer, { type: 'supportView', at: view.askedAt })
  if (!isAllowed) return closeView(tx, view, customer, { state: 'refused', by: 'customer' }, now)
  const until = new Date(now.getTime() + view.minutes * minute)
  await tx.update(supportViews).set({ state: 'allowed', until }).where(eq(supportViews.id, view.id))
  await openSession(
    tx,
    { ...toSession({ ...view, until }), tokenHash: crypto.sha256(crypto.random(32)), ip: '' },
    now,
  )
  await recordChange(tx, {
    at: now,
    operator: view.operatorName,
    action: 'views allow',
    subject: toLogSubject(customer),
    after: { by: 'customer', until: formatWireTime(until, settings.timeZone).slice(0, 16) },
  })
}
