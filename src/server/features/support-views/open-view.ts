/** An operator opens an allowed view: a read-only session of the customer’s account. */
import { and, eq, isNull } from 'drizzle-orm'
import { computeAuthToken } from '#contract/signing.ts'
import { openSession, parseClient } from '#server/features/identity/index.ts'
import {
  lockCustomer,
  toLogSubject,
  recordChange,
  type Operator,
} from '#server/features/operators/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { sessions } from '#server/features/identity/table.ts'
import { operators, operatorSessions } from '#server/features/operators/table.ts'
import {
  lockView,
  type Deps,
  toSession,
  createRefusal,
} from '#server/features/support-views/stored-views.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { hashToken } from '#server/http/signature.ts'
import { formatBilingual } from '#server/platform/messages.ts'

export type OpenedView = {
  userId: string
  sk: string
  account: string
  until: string
  secondsLeft: number
}

/**
 * Opens the account for the operator who requested it, with a new secret each time, which replaces
 * an earlier one. The view ends with the operator's session at the latest. Throws ApiError
 * `changedElsewhere` without a valid consent.
 */
export async function openView(
  tx: Db,
  { crypto, settings }: Deps,
  me: Operator,
  id: string | number,
  client: { ip: string; userAgent: string | undefined },
  now: Date,
): Promise<OpenedView & UserKey> {
  const [request] = isId(String(id))
    ? await tx
        .select()
        .from(supportViews)
        .where(eq(supportViews.id, Number(id)))
    : []
  if (request?.operatorId !== me.userId) throw createRefusal('supportViewNotAllowed')
  const customer = await lockCustomer(tx, request.userId)
  const view = await lockView(tx, id)
  const isAllowed = view?.state === 'allowed' && view.until > now
  await lockOwnSession(tx, me)
  // Ending or blocking the customer's sessions has ended the consent.
  const [consent] = isAllowed
    ? await tx
        .delete(sessions)
        .where(and(eq(sessions.viewId, view.id), isNull(sessions.disabledAt)))
        .returning({ viewId: sessions.viewId })
    : []
  if (!isAllowed || !consent) throw createRefusal('supportViewNotAllowed')
  const { ownerId, userId, reason } = view
  const until = view.until < me.sessionEndsAt ? view.until : me.sessionEndsAt
  const sk = crypto.random(32)
  const hash = hashToken(computeAuthToken(crypto.md5, { sk, userId }), crypto)
  const { browser, system } = parseClient(client.userAgent)
  await openSession(
    tx,
    { ...toSession({ ...view, until }), tokenHash: hash, ip: client.ip, browser, system },
    now,
  )
  const untilTime = formatWireTime(until, settings.timeZone)
  const openedAt = view.openedAt ?? now
  await tx.update(supportViews).set({ openedAt, until }).where(eq(supportViews.id, view.id))
  if (!view.openedAt) {
    const at = formatWireTime(now, settings.timeZone).slice(0, 16)
    const values = {
      who: customer.name,
      operator: me.name,
      reason,
      at,
      until: untilTime.slice(11, 16),
    }
    const words = formatBilingual('supportViewOpened', values)
    const level = 'info'
    await createNotice(tx, { ownerId, userId, type: 'supportView', level, words }, now)
  }
  await recordChange(tx, {
    at: now,
    operator: me.name,
    action: 'views open',
    subject: toLogSubject(customer),
    reason,
    after: { until: untilTime.slice(0, 16), ip: client.ip },
  })
  const secondsLeft = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  return { ownerId, userId, sk, account: customer.name, until: untilTime, secondsLeft }
}

/**
 * Makes a sign-out, and a change of the operator's role, wait until the view is opened, so that they
 * end it. Throws ApiError `sessionEnded` if they came first.
 */
async function lockOwnSession(tx: Db, { userId, tokenHash, role }: Operator): Promise<void> {
  const isUnchanged = and(
    eq(operatorSessions.tokenHash, tokenHash),
    eq(operators.userId, userId),
    eq(operators.enabled, true),
    eq(operators.role, role),
  )
  const [found] = await tx
    .select({ userId: operators.userId })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.userId, operatorSessions.userId))
    .where(isUnchanged)
    .for('share')
  if (!found) throw new ApiError('sessionEnded')
}
