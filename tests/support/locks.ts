/**
 * Seeing that somebody waits in a database, so that a test meets the moment between two steps
 * without a pause.
 */
import type { Db } from '#server/platform/db/open.ts'

/** How many statements wait for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await db.execute(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
