/** The latest request for a customer's account, as operators see it. */
import { and, desc, eq, sql } from 'drizzle-orm'
import {
  reasonOfEnd,
  findIdsWithSession,
  type StoredView,
} from '#server/features/support-views/stored-views.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import type { Db } from '#server/platform/db/db.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

/** The latest request of the last 24 hours, with its current state. */
export async function findLatestView(db: Db, userId: string, now: Date, zone: string) {
  const [found] = await db
    .select()
    .from(supportViews)
    .where(
      and(
        eq(supportViews.userId, userId),
        sql`${supportViews.askedAt} > ${now.toISOString()}::timestamptz - interval '1 day'`,
      ),
    )
    .orderBy(desc(supportViews.id))
    .limit(1)
  if (!found) return undefined
  const { id, operatorId, operatorName, reason, openedAt, endedBy, askedAt, until, closedAt } =
    found
  const state = await computeState(db, found, now)
  const isOverdue = state !== found.state
  return {
    id: String(id),
    operatorId,
    operatorName,
    reason,
    state,
    opened: openedAt ? (1 as const) : (0 as const),
    endedBy: isOverdue ? reasonOfEnd(found, now) : endedBy,
    askDateTime: formatWireTime(askedAt, zone),
    untilDateTime: formatWireTime(until, zone),
    closeDateTime: closedAt && formatWireTime(closedAt, zone),
  }
}

/** State of a request, which may be over before the job closes it. */
async function computeState(
  db: Db,
  { id, state, until }: StoredView,
  now: Date,
): Promise<StoredView['state']> {
  if (state === 'asked') return until <= now ? 'expired' : state
  if (state !== 'allowed') return state
  return until > now && (await findIdsWithSession(db, [id])).has(id) ? state : 'ended'
}
