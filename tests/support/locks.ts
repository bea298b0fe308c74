/** Detects statements that wait for locks, for tests of concurrent transactions. */
import type { Db } from '#server/platform/db/open.ts'

/** Number of statements waiting for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await db.execute(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
