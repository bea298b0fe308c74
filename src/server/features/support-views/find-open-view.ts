/** Finds the support view of a session. */
import { sql } from 'drizzle-orm'
import type { SupportView } from '#contract/support-views.ts'
import { sessions } from '#server/features/identity/table.ts'
import { operators } from '#server/features/operators/table.ts'
import { supportViews } from '#server/features/support-views/table.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import type { Reads } from '#server/platform/db/pipelined-reader.ts'
import { wireTime } from '#server/platform/db/time.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'

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
