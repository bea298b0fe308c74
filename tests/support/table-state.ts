/** Snapshots all tables, to detect changes by a call. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'

/** Tables that every call may write, even if it is refused. */
const alwaysWritten = ['throttles', 'seen_signatures', 'idempotency', 'security_events', 'heartbeats']

/** All rows of all tables as JSON text, sorted. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const parts = tables
    .filter(({ name }) => !alwaysWritten.includes(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    )
  const { rows } = await db.execute<{ name: string; row: string }>(
    sql`${sql.join(parts, sql` union all `)} order by 1, 2`,
  )
  const found: Record<string, string[]> = {}
  for (const { name, row } of rows) (found[name] ??= []).push(row)
  return found
}
