/** Requests of support to view an account read-only: created, answered, opened and ended. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { computeAuthToken } from '#contract/signing.ts'
import { supportViewMinutes, type SupportView } from '#contract/support-views.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import { openSession, parseClient } from '#server/features/identity/index.ts'
import {
  lockCustomer,
  type Customer,
  toLogSubject,
  recordChange,
  type Operator,
} from '#server/features/operators/index.ts'
import { createNotice, markAnswered } from '#server/features/notifications/index.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { sessions } from '#server/features/identity/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { operators, operatorSessions } from '#server/features/operators/table.ts'
import {
  closeOverdueViews,
  closeView,
  isOpen,
  lockView,
  toViewEvent,
  type StoredView,
} from '#server/features/support-views/open-views.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import { transaction, type Db } from '#server/platform/db/db.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { wireTime, formatWireTime } from '#server/platform/db/time.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { hashToken } from '#server/http/signature.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type Deps = Pick<Dependencies, 'crypto' | 'settings'>

const minute = 60_000
/** Requests per customer, so that support cannot harass anybody; period in seconds. */
const requestLimit = { max: 5, seconds: 3_600 }

const readSessionOfView = prepareStatement<{ viewId: string }>(
  'session_of_support_view',
  sql`select ${sessions.viewId}::text as "viewId" from ${sessions}
    where ${sessions.viewId} = ${sql.placeholder('id')}::bigint and ${sessions.disabledAt} is null`,
)

const readOpenView = prepareStatement<
  Pick<SupportView, 'state' | 'operatorName' | 'reason' | 'untilDateTime'> & {
    id: string
    opened: boolean
    minutes: number
    secondsLeft: number
  }
>(
  'support_view_of_user',
  sql`select ${supportViews.id}::text as id, ${supportViews.state} as state, ${supportViews.openedAt} is not null as opened,
      ${supportViews.operatorName} as "operatorName", ${supportViews.reason} as reason, ${supportViews.minutes} as minutes,
      ${wireTime(supportViews.until, sql.placeholder('zone'))} as "untilDateTime",
      ceil(extract(epoch from ${supportViews.until} - ${sql.placeholder('now')}::timestamptz))::int as "secondsLeft"
    from ${supportViews} join ${operators} on ${operators.userId} = ${supportViews.operatorId} and ${operators.enabled}
    where ${supportViews.ownerId} = ${sql.placeholder('ownerId')}::bigint and ${supportViews.userId} = ${sql.placeholder('userId')}::bigint
      and ${supportViews.state} in ('asked', 'allowed') and ${supportViews.until} > ${sql.placeholder('now')}::timestamptz`,
)

/** The request that awaits the user's answer, or the view that is in progress. */
export async function findOpenView(
  reads: Reads,
  { ownerId, userId }: UserKey,
  now: Date,
  zone: string,
): Promise<SupportView | null> {
  const [found] = await readOpenView(reads, { ownerId, userId, zone, now: now.toISOString() })
  if (!found) return null
  const isOver =
    found.state === 'allowed' && !(await readSessionOfView(reads, { id: found.id })).length
  return isOver ? null : { ...found, opened: found.opened ? 1 : 0 }
}

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
    throw new ApiError('notAllowed', { reason: { key: 'viewOfClosed', values: { account: name } } })
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
    throw new ApiError('alreadyExists', { reason: { key: 'viewAskedAlready', values } })
  }
  const untilTime = formatWireTime(until, settings.timeZone).slice(0, 16)
  const values = { who: name, operator: me.name, reason, minutes, until: untilTime }
  const words = formatBilingual('viewAsked', values)
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
  if (!isAsked || view.until <= now) throw createRefusal('viewOver')
  const [requester] = await tx
    .select({ enabled: operators.enabled })
    .from(operators)
    .where(eq(operators.userId, view.operatorId))
    .for('share')
  if (!requester?.enabled) throw createRefusal('viewOver')
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

const toSession = ({ id, ownerId, userId, operatorId, until }: StoredView) => ({
  ownerId,
  userId,
  clientType: 'web',
  viewId: id,
  viewerId: operatorId,
  endsAt: until,
})

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
  if (request?.operatorId !== me.userId) throw createRefusal('viewNotAllowed')
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
  if (!isAllowed || !consent) throw createRefusal('viewNotAllowed')
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
    const words = formatBilingual('viewOpened', values)
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

const createRefusal = (key: 'viewOver' | 'viewNotAllowed') =>
  new ApiError('changedElsewhere', { reason: { key, values: {} } })
