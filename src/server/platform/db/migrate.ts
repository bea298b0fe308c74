/** Applies schema migrations. */
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/** `name` defines the order and records whether it was applied. */
export type Migration = { name: string; sql: string }

/**
 * Names of unapplied migrations, and of applied ones that a newer version has brought. Works for a
 * read-only role.
 */
export async function compareMigrations(
  db: Db,
  migrations: readonly Migration[],
): Promise<{ missing: string[]; unknown: string[] }> {
  const { rows: tables } = await db.execute<{ known: boolean }>(
    sql`select to_regclass('migrations') is not null as known`,
  )
  const { rows } = tables[0]!.known
    ? await db.execute<{ name: string }>(sql`select name from migrations`)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const names = migrations.map(({ name }) => name)
  return {
    missing: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)).toSorted(),
  }
}

/**
 * Applies missing migrations in one transaction and returns their names. An advisory lock
 * serialises concurrent starts.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  return transaction(db, async (tx) => {
    // No timeout: a large table, or waiting for another process, may exceed the pool's limit.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`)
    await tx.execute(
      sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    const { rows } = await tx.execute<{ name: string }>(sql`select name from migrations`)
    const done = new Set(rows.map(({ name }) => name))
    const missing = migrations
      .filter(({ name }) => !done.has(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const { name, sql: text } of missing) {
      for (const statement of text.split('--> statement-breakpoint'))
        await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migrations (name) values (${name})`)
    }
    return missing.map(({ name }) => name)
  })
}
