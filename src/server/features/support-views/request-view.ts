/** An operator asks a customer for a view of the account. */
import { and, eq, inArray } from 'drizzle-orm'
import { supportViewMinutes } from '#contract/support-views.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import {
  lockCustomer,
  type Customer,
  toLogSubject,
  recordChange,
  type Operator,
} from '#server/features/operators/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  closeOverdueViews,
  isOpen,
  type Deps,
  minute,
} from '#server/features/support-views/stored-views.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/db.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual } from '#server/platform/messages.ts'

/** Requests per customer, so that support cannot harass anybody; period in seconds. */
const requestLimit = { max: 5, seconds: 3_600 }

/**
 * Requests the consent of the user. Throws ApiError `alreadyExists` while another request or view
 * of the account is open, `notAllowed` for an account that can't sign in, and `tooManyRequests`.
 */
export async function requestView(
  tx: Db,
  { settings }: Deps,
  me: Operator,
  { id, reason }: { id: string | number; reason: string },
  now: Date,
): Promise<Customer> {
  const customer = await lockCustomer(tx, id)
  const { ownerId, userId, name } = customer
  const group = await tx
    .select({ userId: users.userId, enabled: users.enabled })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), inArray(users.userId, [ownerId, userId])))
  if (group.some(({ enabled }) => !enabled))
    throw new ApiError('notAllowed', {
      reason: { key: 'supportViewOfClosed', values: { account: name } },
    })
  await incrementWithinLimit(tx, `support-view:${userId}`, requestLimit, now)
  await closeOverdueViews(tx, now, customer)
  const minutes = supportViewMinutes.view
  const until = new Date(now.getTime() + supportViewMinutes.answer * minute)
  const operator = { operatorId: me.userId, operatorName: me.name }
  const [added] = await tx
    .insert(supportViews)
    .values({ ownerId, userId, ...operator, reason, minutes, askedAt: now, until })
    .onConflictDoNothing()
    .returning({ id: supportViews.id })
  if (!added) {
    const [other] = await tx
      .select({ operatorName: supportViews.operatorName })
      .from(supportViews)
      .where(and(eq(supportViews.ownerId, ownerId), eq(supportViews.userId, userId), isOpen))
    const values = { operator: other?.operatorName ?? '' }
    throw new ApiError('alreadyExists', { reason: { key: 'supportViewAskedAlready', values } })
  }
  const untilTime = formatWireTime(until, settings.timeZone).slice(0, 16)
  const values = { who: name, operator: me.name, reason, minutes, until: untilTime }
  const words = formatBilingual('supportViewAsked', values)
  const level = 'info'
  await createNotice(tx, { ownerId, userId, type: 'supportView', level, words }, now)
  if (name.includes('@')) await queueMail(tx, { to: name, words }, now)
  await recordChange(tx, {
    at: now,
    operator: me.name,
    action: 'views ask',
    subject: toLogSubject(customer),
    reason,
    after: { minutes, until: untilTime },
  })
  return customer
}
