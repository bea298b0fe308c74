/** Open requests and views of support: found, locked, closed and logged, and deleted when old. */
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { sessions } from '#server/features/identity/table.ts'
import {
  lockCustomer,
  toLogSubject,
  type Customer,
  recordChange,
} from '#server/features/operators/index.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'

export type StoredView = typeof supportViews.$inferSelect

export const isOpen = inArray(supportViews.state, ['asked', 'allowed'])

/** Makes tabs of the user refetch and ends the streams of ended sessions. */
export const toViewEvent = ({ ownerId }: Pick<UserKey, 'ownerId'>): ChangeEvent => ({
  ownerId,
  about: ['login', 'notice', 'supportView'],
})

/**
 * Ids of the views that still have their session, without which there is no consent; see
 * `supportViews`. A query of its own, because on a split database sessions and requests are on
 * different machines.
 */
export async function findIdsWithSession(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlySet<number | null>> {
  if (!ids.length) return new Set()
  const found = await db
    .select({ viewId: sessions.viewId })
    .from(sessions)
    .where(and(inArray(sessions.viewId, [...ids]), isNull(sessions.disabledAt)))
  return new Set(found.map(({ viewId }) => viewId))
}

/**
 * Closes and logs requests that have expired, and views whose time or session has ended. They have
 * no effect even before that. Returns the customers concerned.
 */
export async function closeOverdueViews(tx: Db, now: Date, onlyUser?: UserKey): Promise<UserKey[]> {
  const open = await tx
    .select()
    .from(supportViews)
    .where(and(isOpen, onlyUser && eq(supportViews.userId, onlyUser.userId)))
    .orderBy(supportViews.userId)
  const allowed = open.filter(({ state }) => state === 'allowed').map(({ id }) => id)
  const withSession = await findIdsWithSession(tx, allowed)
  const due = open.filter(
    ({ id, state, until }) => until <= now || (state === 'allowed' && !withSession.has(id)),
  )
  const closed: UserKey[] = []
  for (const { id, userId } of due) {
    const customer = await lockCustomer(tx, userId)
    const view = await lockView(tx, id)
    if (view?.state !== 'asked' && view?.state !== 'allowed') continue
    const by = reasonOfEnd(view, now)
    const state = view.state === 'asked' ? 'expired' : 'ended'
    await closeView(tx, view, customer, { state, by }, now)
    closed.push(customer)
  }
  return closed
}

/** Why a request or view that is over, but not yet closed, has ended. */
export const reasonOfEnd = ({ until }: Pick<StoredView, 'until'>, now: Date) =>
  until <= now ? 'time' : 'session'

/** Milliseconds after which closed requests are deleted; the operator log keeps them. */
const retention = 90 * 24 * 60 * 60_000

export async function deleteOldViews(db: Db, now: Date): Promise<void> {
  await db
    .delete(supportViews)
    .where(lte(supportViews.closedAt, new Date(now.getTime() - retention)))
}

const actions = {
  refused: 'views decline',
  withdrawn: 'views cancel',
  expired: 'views expire',
  ended: 'views close',
} as const

export async function closeView(
  tx: Db,
  { id, operatorName }: StoredView,
  customer: Customer,
  { state, by }: { state: keyof typeof actions; by: NonNullable<StoredView['endedBy']> },
  now: Date,
): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.viewId, id))
  await tx
    .update(supportViews)
    .set({ state, endedBy: by, closedAt: now })
    .where(eq(supportViews.id, id))
  await recordChange(tx, {
    at: now,
    operator: operatorName,
    action: actions[state],
    subject: toLogSubject(customer),
    after: { by },
  })
}

export async function lockView(tx: Db, id: string | number): Promise<StoredView | undefined> {
  const [found] = isId(String(id))
    ? await tx
        .select()
        .from(supportViews)
        .where(eq(supportViews.id, Number(id)))
        .for('update')
    : []
  return found
}

export type Deps = Pick<Dependencies, 'crypto' | 'settings'>

export const minute = 60_000

export const toSession = ({ id, ownerId, userId, operatorId, until }: StoredView) => ({
  ownerId,
  userId,
  clientType: 'web',
  viewId: id,
  viewerId: operatorId,
  endsAt: until,
})

export const createRefusal = (key: 'supportViewOver' | 'supportViewNotAllowed') =>
  new ApiError('changedElsewhere', { reason: { key, values: {} } })
