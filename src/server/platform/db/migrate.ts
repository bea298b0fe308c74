/** Applies schema migrations. */
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { hasPool, runOnConnection, transaction } from '#server/platform/db/db.ts'
import { sql } from 'drizzle-orm'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import type { Db } from './open.ts'

/** `name` defines the order and records whether it was applied. */
export type Migration = { name: string; sql: string }

/** Finds a migration among the applied ones that is older than the first of this program. */
export function findObsoleteMigration(
  applied: readonly string[],
  migrations: readonly Migration[],
): string | undefined {
  const names = migrations.map(({ name }) => name)
  return applied.find((name) => names.every((known) => name < known))
}

const createObsoleteError = (name: string) =>
  new InvalidSettingsError([
    `The database was made before the first release (${name}), and its data can’t be carried over. Let DATABASE_URL or DATA_DIR lead to an empty one; this one stays as it is.`,
  ])

/**
 * Names of unapplied migrations, and of migrations applied by a newer version. Works for a
 * read-only role. Throws InvalidSettingsError for a database from before the first migration.
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
  const obsolete = findObsoleteMigration(applied, migrations)
  if (obsolete !== undefined) throw createObsoleteError(obsolete)
  return {
    missing: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)).toSorted(),
  }
}

/**
 * `lockTimeout`: milliseconds that a statement waits for a lock, since calls queue behind it.
 * `firstDelay`, `maxDelay`: milliseconds before the next of at most `tries` attempts.
 */
const defaultRetries = { lockTimeout: 3_000, firstDelay: 1_000, maxDelay: 30_000, tries: 20 }

type Progress = {
  /** Gets the number of the failed try. */
  onRetry?: (tries: number) => void
  /** Gets the name of an index before it is built. */
  onIndex?: (name: string) => void
}

/**
 * Applies missing migrations and returns their names. Those up to the next migration that builds
 * indexes concurrently share one transaction; an advisory lock serialises concurrent starts. If a
 * table is in use for too long, the transaction is rolled back and tried again later. Throws
 * InvalidSettingsError for a database from before the first migration.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  { onRetry = () => {}, onIndex = () => {} }: Progress = {},
  retries: Partial<typeof defaultRetries> = {},
): Promise<string[]> {
  const { lockTimeout, firstDelay, maxDelay, tries } = { ...defaultRetries, ...retries }
  const allApplied: string[] = []
  for (let failed = 0; ;) {
    try {
      const { applied, next } = await migrateOnce(db, migrations, lockTimeout)
      allApplied.push(...applied)
      if (next === undefined) return allApplied
      if (await buildIndexes(db, next, onIndex)) allApplied.push(next.name)
      failed = 0
    } catch (error) {
      failed++
      if (failed >= tries || !isLockTimeout(error)) throw error
      onRetry(failed)
      await sleep(Math.min(maxDelay, firstDelay * 2 ** (failed - 1)))
    }
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** 55P03: lock_not_available. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '55P03') || isLockTimeout(error.cause))

const statementsOf = ({ sql: text }: Migration): string[] => text.split('--> statement-breakpoint')

/** A migration that contains such a statement contains nothing else. */
const concurrentIndex = /^\s*create (?:unique )?index (concurrently) "?(\w+)"?/i

const buildsIndexes = (migration: Migration): boolean =>
  statementsOf(migration).some((statement) => concurrentIndex.test(statement))

/** `next`: the first missing migration that must run outside of a transaction. */
function migrateOnce(
  db: Db,
  migrations: readonly Migration[],
  lockTimeout: number,
): Promise<{ applied: string[]; next?: Migration }> {
  return transaction(
    db,
    async (tx) => {
      // No timeouts: a large table, or waiting for another process that migrates or restores, may
      // exceed the pool's limits.
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`set local lock_timeout = 0`)
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`)
      await tx.execute(sql`select set_config('lock_timeout', ${`${lockTimeout}ms`}, true)`)
      await tx.execute(
        sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
      )
      const { rows } = await tx.execute<{ name: string }>(sql`select name from migrations`)
      const done = new Set(rows.map(({ name }) => name))
      const obsolete = findObsoleteMigration([...done], migrations)
      if (obsolete !== undefined) throw createObsoleteError(obsolete)
      // Nobody writes to a new database, beside the one connection to PGlite, or to tables that the
      // transaction of a restore has made.
      const isAlone = done.size === 0 || !hasPool(db)
      const missing = migrations
        .filter(({ name }) => !done.has(name))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      const applied: string[] = []
      for (const migration of missing) {
        if (!isAlone && buildsIndexes(migration)) return { applied, next: migration }
        for (const statement of statementsOf(migration))
          await tx.execute(
            sql.raw(
              statement.replace(concurrentIndex, (text, word: string) => text.replace(word, '')),
            ),
          )
        await recordMigration(tx, migration)
        applied.push(migration.name)
      }
      return { applied }
    },
    { isLong: true },
  )
}

const recordMigration = (db: Db, { name }: Migration) =>
  db.execute(sql`insert into migrations (name) values (${name}) on conflict do nothing`)

/** Milliseconds between tries to become the process that builds the indexes. */
const pollInterval = 1_000

/**
 * Builds the indexes of a migration while the table is read and written, which PostgreSQL does not
 * do in a transaction. Replaces invalid indexes of an interrupted build. Returns false if another
 * process has built them.
 */
async function buildIndexes(
  db: Db,
  migration: Migration,
  onIndex: (name: string) => void,
): Promise<boolean> {
  const statements = statementsOf(migration)
  const names = statements.map((statement) => concurrentIndex.exec(statement)?.[2])
  if (names.includes(undefined))
    throw new Error(
      `${migration.name} builds indexes concurrently, so it can’t be undone and must contain nothing else.`,
    )
  return runOnConnection(db, async (connection) => {
    await connection.execute(sql`set statement_timeout = 0`)
    await connection.execute(sql`set lock_timeout = 0`)
    const lock = sql`select pg_try_advisory_lock(${advisoryLocks.indexes}) as locked`
    // Polls, because the build would wait for a statement that waits for the lock.
    while (!(await connection.execute<{ locked: boolean }>(lock)).rows[0]!.locked)
      await sleep(pollInterval)
    const { rows } = await connection.execute(
      sql`select from migrations where name = ${migration.name}`,
    )
    if (rows.length > 0) return false
    for (const [position, statement] of statements.entries())
      await buildIndex(connection, names[position]!, statement, onIndex)
    await recordMigration(connection, migration)
    return true
  })
}

async function buildIndex(
  db: Db,
  name: string,
  statement: string,
  onIndex: (name: string) => void,
): Promise<void> {
  const { rows } = await db.execute<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`,
  )
  if (rows[0]?.valid === true) return
  onIndex(name)
  if (rows.length > 0) await db.execute(sql`drop index concurrently ${sql.identifier(name)}`)
  await db.execute(sql.raw(statement))
}
