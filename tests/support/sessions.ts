/** Keeps the people of a test signed in, whatever the calls it makes do to their sessions. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'

/** What it returns brings the sessions that there are now back as they are now. */
export async function holdSessions(db: Db): Promise<() => Promise<void>> {
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
