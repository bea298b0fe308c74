/** Inspects and restores the database of a running server. */
import type { Db } from '#server/platform/db/open.ts'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { isOnCitus } from '#tests/support/server/postgres.ts'

/** The view of all sessions. On a cluster a statement waits on the machine of its rows. */
export const activityView = () => (isOnCitus() ? 'citus_stat_activity' : 'pg_stat_activity')

/** Number of statements waiting for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await db.execute(
    `select 1 from ${activityView()} where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/**
 * Matches PostgreSQL's error of a statement that violates the constraint. A cluster's machine names
 * it in the message only, with the number of the shard.
 */
export const violationError = (constraint: string): { message: string } => ({
  message: expect.stringMatching(new RegExp(`constraint "${constraint}(_\\d+)?"`)) as string,
})

/** Tables that every call may write, even if it is refused. */
const alwaysWritten = [
  'throttles',
  'seen_signatures',
  'idempotency',
  'security_events',
  'heartbeats',
]

/** All rows of all tables as JSON text, sorted. Rows of partitions are those of their table. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  // Empty files are not read: opening a table and its indexes takes most of the time. On a cluster
  // the rows are on other machines.
  const { rows: tables } = await db.execute<{ file: string; name: string }>(
    sql`select t.relname as file, coalesce(whole.relname, t.relname) as name from pg_class t
      left join pg_inherits on inhrelid = t.oid left join pg_class whole on whole.oid = inhparent
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and (${isOnCitus()} or pg_relation_size(t.oid) > 0)`,
  )
  const selects = tables
    .filter(({ name }) => !alwaysWritten.includes(name))
    .map(({ file, name }) => `select '${name}' as name, to_jsonb(t)::text as row from "${file}" t`)
  const { rows } = await db.execute<{ name: string; row: string }>(
    sql.raw(`${selects.join(' union all ')} order by 1, 2`),
  )
  const rowsByTable: Record<string, string[]> = {}
  for (const { name, row } of rows) (rowsByTable[name] ??= []).push(row)
  return rowsByTable
}

/** Returns a function that restores the current sessions. */
export async function snapshotSessions(db: Db): Promise<() => Promise<void>> {
  const { rows } = await db.execute<{ saved: string }>(
    sql`select coalesce(json_agg(s), '[]')::text as saved from sessions s`,
  )
  const { saved } = rows[0]!
  return async () => {
    await db.execute(sql`delete from sessions`)
    await db.execute(
      sql`insert into sessions overriding system value select * from json_populate_recordset(null::sessions, ${saved}::json)`,
    )
  }
}

/**
 * Records the statements of all clients in this process until stopped, without connection setup.
 */
export function recordStatements() {
  const recorded: string[] = []
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => never
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...params: unknown[]
  ) {
    const [statement] = params as [string | { text?: string; name?: string }]
    recorded.push(
      typeof statement === 'string' ? statement : (statement.name ?? statement.text ?? ''),
    )
    return query.apply(this, params)
  })
  return {
    /** Returns and clears the statements recorded so far, in order. */
    drain: () => recorded.splice(0),
    stop: () => spy.mockRestore(),
  }
}
