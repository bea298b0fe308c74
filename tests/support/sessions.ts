/** Saves and restores sessions, for tests whose calls end them. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'

/** Returns a function that restores the current sessions. */
export async function snapshotSessions(db: Db): Promise<() => Promise<void>> {
  const { rows } = await db.execute<{ held: string }>(
    sql`select coalesce(json_agg(s), '[]')::text as held from sessions s`,
  )
  const held = rows[0]!.held
  return async () => {
    await db.execute(sql`delete from sessions`)
    await db.execute(
      sql`insert into sessions overriding system value select * from json_populate_recordset(null::sessions, ${held}::json)`,
    )
  }
}
