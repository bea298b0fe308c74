/** Allocates ids from a sequence before the rows are inserted. */
import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open.ts'

export async function nextIds(
  db: Db,
  sequence: 'user_ids' | 'order_ids' | 'space_ids' | 'contact_ids',
  many: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(${sequence})::text as id from generate_series(1, ${many}::int)`,
  )
  return rows.map(({ id }) => id)
}
