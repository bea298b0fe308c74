/** The open request of a sub-account: finding, locking and closing it. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { quotaRequests as collection } from '#contract/quota-requests.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { findRoleHolders } from '#server/features/accounts/index.ts'
import { dropAlerts } from '#server/features/alerts/index.ts'
import type { QuotaAmounts } from '#server/features/ledger/index.ts'
import { markAnswered } from '#server/features/notifications/index.ts'
import { quotaRequests, requestColumns } from '#server/features/quota-requests/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'

type State = OutputOf<typeof collection.calls.get>['state']

export type OpenRequest = UserKey & { id: string; asked: QuotaAmounts }

/** A request that the caller may decide or withdraw; without `userId`, of any sub-account. */
export type RequestKey = { ownerId: string; id: string | number; userId?: string }

const column = (name: string) => requestColumns[name]!

export const isOpenOf = (ownerId: string, userIds: string[]): SQL | undefined =>
  and(
    eq(quotaRequests.ownerId, ownerId),
    inArray(column('userId'), userIds),
    eq(column('state'), 'open'),
  )

const isRequest = ({ ownerId, id, userId }: RequestKey) =>
  and(
    eq(quotaRequests.ownerId, ownerId),
    eq(quotaRequests.id, String(id)),
    userId === undefined ? undefined : eq(column('userId'), userId),
  )

/** The sub-account that made the request. Throws ApiError `notFound`. */
export async function findAsker(db: Db, key: RequestKey): Promise<UserKey> {
  const [found] = await db
    .select({ userId: sql<string>`${column('userId')}::text` })
    .from(quotaRequests)
    .where(isRequest(key))
  if (!found) throw new ApiError('notFound')
  return { ownerId: key.ownerId, userId: found.userId }
}

/**
 * Locks the request until the transaction ends, so that it is closed once. Lock balances and the user
 * before it. Throws ApiError `notFound`, or `notAllowed` if it is closed.
 */
export async function lockOpenRequest(tx: Db, key: RequestKey): Promise<OpenRequest> {
  const [found] = await tx
    .select({
      id: sql<string>`${quotaRequests.id}::text`,
      userId: sql<string>`${column('userId')}::text`,
      state: sql<State>`${column('state')}`,
      chars: sql<number>`coalesce(${column('charNum')}, 0)::float8`,
      voices: sql<number>`coalesce(${column('voiceNum')}, 0)::float8`,
      images: sql<number>`coalesce(${column('imageNum')}, 0)::float8`,
    })
    .from(quotaRequests)
    .where(isRequest(key))
    .for('update')
  if (!found) throw new ApiError('notFound')
  const { id, userId, state, chars, voices, images } = found
  if (state !== 'open') throw new ApiError('notAllowed', { reason: closedReasons[state] })
  return {
    ownerId: key.ownerId,
    userId,
    id,
    asked: { chars, voices, images },
  }
}

const closedReasons = {
  granted: { key: 'requestGranted', values: {} },
  declined: { key: 'requestDeclined', values: {} },
  withdrawn: { key: 'requestWithdrawn', values: {} },
  ended: { key: 'requestEnded', values: {} },
} as const

type Decision = {
  state: Exclude<State, 'open'>
  answer?: string | null | undefined
  granted?: QuotaAmounts
}

/** Closes a locked request. The notices of the owner and of deputies about it count as read. */
export const closeRequest = (
  tx: Db,
  request: OpenRequest,
  decision: Decision,
  now: Date,
): Promise<void> => close(tx, request.ownerId, isRequest(request), decision, now)

/**
 * Ends the open requests of disabled sub-accounts, whose rows are locked; also those that a server of
 * the former version left open.
 */
export const endOpenRequests = (
  tx: Db,
  ownerId: string,
  userIds: string[],
  now: Date,
): Promise<void> => close(tx, ownerId, isOpenOf(ownerId, userIds), { state: 'ended' }, now)

async function close(
  tx: Db,
  ownerId: string,
  where: SQL | undefined,
  { state, answer = null, granted }: Decision,
  now: Date,
): Promise<void> {
  const closed = await tx
    .update(quotaRequests)
    .set({
      state,
      answer,
      grantedCharNum: granted?.chars || null,
      grantedVoiceNum: granted?.voices || null,
      grantedImageNum: granted?.images || null,
      decisionDateTime: now,
      version: sql`${quotaRequests.version} + 1`,
    })
    .where(where)
    .returning({ id: sql<string>`${quotaRequests.id}::text`, createdAt: quotaRequests.createdAt })
  if (closed.length === 0) return
  for (const { id: subjectId } of closed)
    await dropAlerts(tx, { ownerId, kind: 'quotaAsked', subjectId })
  // In one order, so that two that close requests don’t wait for one another.
  const deputies = (await findRoleHolders(tx, ownerId, 'deputy')).toSorted()
  for (const userId of [ownerId, ...deputies])
    for (const { createdAt } of closed)
      await markAnswered(tx, { ownerId, userId }, { type: 'quotaAsked', at: createdAt as Date })
}
