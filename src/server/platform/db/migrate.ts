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
 * Milliseconds that a statement waits for a lock, since calls queue behind it, and the first and
 * the longest pause before the next of at most so many tries.
 */
const usualRetries = { lock: 3_000, pause: 1_000, maxPause: 30_000, tries: 20 }

/**
 * Applies missing migrations in one transaction and returns their names. An advisory lock
 * serialises concurrent starts. If a table is in use for too long, all of it is undone and tried
 * again later; `onRetry` gets the number of the failed try.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  onRetry: (tries: number) => void = () => {},
  retries: Partial<typeof usualRetries> = {},
): Promise<string[]> {
  const { lock, pause, maxPause, tries } = { ...usualRetries, ...retries }
  for (let failed = 1; ; failed++) {
    try {
      return await migrateOnce(db, migrations, lock)
    } catch (error) {
      if (failed >= tries || !isLockTimeout(error)) throw error
      onRetry(failed)
      const wait = Math.min(maxPause, pause * 2 ** (failed - 1))
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** 55P03: lock_not_available. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '55P03') || isLockTimeout(error.cause))

function migrateOnce(
  db: Db,
  migrations: readonly Migration[],
  lockTimeout: number,
): Promise<string[]> {
  return transaction(
    db,
    async (tx) => {
      // No timeout: a large table, or waiting for another process, may exceed the pool's limit.
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`)
      await tx.execute(sql`select set_config('lock_timeout', ${`${lockTimeout}ms`}, true)`)
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
    },
    { isLong: true },
  )
}
