/** Fills an empty database from a checked backup, in one transaction with the migrations. */
import { sql } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type CopiedTable, listSequences, listTables } from '#server/platform/db/backup.ts'
import {
  BackupError,
  type CheckedBackup,
  readRecords,
  type TableRecord,
} from '#server/platform/db/backup-file.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { findQueryable, transaction } from '#server/platform/db/db.ts'
import {
  compareMigrations,
  findObsoleteMigration,
  migrate,
  type Migration,
} from '#server/platform/db/migrate.ts'
import { type Db, openDb } from '#server/platform/db/open.ts'
import { grantConfiguredRole, requireMigrator } from '#server/platform/db/roles.ts'
import type { Settings } from '#server/platform/config/settings.ts'

type RestoreResult = {
  tables: number
  rows: number
  /** Migrations that the backup lacked. */
  applied: string[]
  /** Text of the key file beside an embedded database. */
  secretKey: string | undefined
}

/** Milliseconds, the longest delay of a timer: a restore may take hours. */
const unlimited = 2 ** 31 - 1

/**
 * All or nothing: if it throws, the database is as it was, without a table if it had none. Names of
 * tables and columns come from the database's own catalogue. Throws BackupError if the database is
 * not empty, or if the file does not fit the program's tables.
 */
export async function restoreBackup(
  url: string,
  backup: CheckedBackup,
  migrations: readonly Migration[],
  settings: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>,
): Promise<RestoreResult> {
  const database = openDb(url, {
    connections: 1,
    // COPY takes no part in pipelining, which an address of its own switches off.
    directUrl: url,
    answerTimeouts: { statement: unlimited, read: unlimited, listen: unlimited },
  })
  try {
    return await transaction(database.db, async (tx) => {
      await tx.execute(
        sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
      )
      // A server that starts on the same database waits, and finds it migrated.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`)
      await requireMigrator(tx, settings)
      await requireEmpty(tx)
      const inBackup = migrations.filter(({ name }) => backup.header.migrations.includes(name))
      await refuseUnknownMigrations(tx, backup, { inBackup, migrations })
      await migrate(tx, inBackup)
      const filled = await fillTables(clientOf(tx), backup)
      const applied = await migrate(tx, migrations)
      await grantConfiguredRole(tx, settings)
      return { ...filled, applied }
    })
  } finally {
    await database.close()
  }
}

/** Tables that are empty until somebody uses the database. */
const usedTables = {
  users: 'accounts',
  operators: 'operators',
  operator_log: 'entries in its operators’ log',
  one_time_tasks: 'marks of a server that was started with it',
}

/** Throws BackupError if the database is in use. It need not be migrated. */
async function requireEmpty(tx: Db): Promise<void> {
  for (const [table, what] of Object.entries(usedTables)) {
    const { rows: found } = await tx.execute<{ exists: boolean }>(
      sql`select to_regclass(${table}) is not null as exists`,
    )
    if (!found[0]!.exists) continue
    const { rows } = await tx.execute<{ count: string }>(
      acrossOwners(
        'a database without accounts is not split yet',
        sql`select count(*) as count from ${sql.identifier(table)}`,
      ),
    )
    if (rows[0]!.count !== '0')
      throw new BackupError(
        `The database is not empty: it has ${rows[0]!.count} ${what}. Restore into an empty DATA_DIR or database.`,
      )
  }
}

/** The rows belong to the tables as the backup's version had them; later migrations change both. */
async function refuseUnknownMigrations(
  tx: Db,
  { file, header }: CheckedBackup,
  { inBackup, migrations }: Record<'inBackup' | 'migrations', readonly Migration[]>,
): Promise<void> {
  const obsolete = findObsoleteMigration(header.migrations, migrations)
  if (obsolete !== undefined)
    throw new BackupError(
      `${file} was made before the first release (${obsolete}), and its data can’t be carried over.`,
    )
  const unknown = header.migrations.filter((name) => !inBackup.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new BackupError(
      `${file} was made by a newer version, which has ${unknown[0]}. Restore it with that version.`,
    )
  const { unknown: later } = await compareMigrations(tx, inBackup)
  if (later.length > 0)
    throw new BackupError(
      `The database has tables of a newer version than the backup (${later[0]}). Restore into a database without tables; the restore migrates it.`,
    )
}

function clientOf(tx: Db): PoolClient {
  const { queryable } = findQueryable(tx)!
  return queryable as PoolClient
}

async function fillTables(
  client: PoolClient,
  backup: CheckedBackup,
): Promise<Omit<RestoreResult, 'applied'>> {
  const ownTables = await listTables(client)
  // Deletes the rows that migrations inserted; the file contains them.
  for (const { table } of ownTables.toReversed()) await client.query(`delete from ${table}`)
  const { rows, sequences, secretKey } = await readRecords(backup, (record, chunks) =>
    fillTable(client, findOwnTable(record, ownTables, backup), record, chunks),
  )
  const missing = ownTables.find(({ table }) => !Object.hasOwn(rows, table))
  if (missing) throw new BackupError(`${backup.file} lacks the table ${missing.table}.`)
  await setSequences(client, sequences, backup)
  return {
    tables: ownTables.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    secretKey,
  }
}

/** The table of the catalogue that the record means. */
function findOwnTable(
  { table, columns }: TableRecord,
  ownTables: readonly CopiedTable[],
  { file }: CheckedBackup,
): CopiedTable {
  const own = ownTables.find((each) => each.table === table)
  if (!own)
    throw new BackupError(`${file} names the table ${quote(table)}, which this program has not.`)
  const foreign = columns.find((column) => !own.columns.includes(column))
  if (foreign !== undefined)
    throw new BackupError(
      `${file} names the column ${quote(foreign)} of ${own.table}, which this program has not.`,
    )
  if (columns.length !== own.columns.length || new Set(columns).size !== columns.length)
    throw new BackupError(`${file} has other columns of ${own.table} than this program.`)
  return own
}

async function fillTable(
  client: PoolClient,
  own: CopiedTable,
  { columns, first, last }: TableRecord,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  if (own.partitionKey && first !== null && last !== null)
    await client.query('select make_log_months($1, $2::timestamptz, $3::timestamptz)', [
      own.table,
      first,
      last,
    ])
  // In the order of the file; each is one of the table's own, and all of them are there.
  const names = columns.map((name) => own.columns[own.columns.indexOf(name)])
  const copy = client.query(copyFrom(`copy ${own.table} (${names.join()}) from stdin`))
  await pipeline(Readable.from(chunks), copy)
  return copy.rowCount
}

async function setSequences(
  client: PoolClient,
  sequences: Readonly<Record<string, string>>,
  { file }: CheckedBackup,
): Promise<void> {
  const own = new Set((await listSequences(client)).map(({ name }) => name))
  for (const [name, last] of Object.entries(sequences)) {
    if (!own.has(name))
      throw new BackupError(
        `${file} names the sequence ${quote(name)}, which this program has not.`,
      )
    await client.query('select setval($1, $2)', [name, last])
  }
}

/** A name from the file for the terminal, without control characters. */
const quote = (name: string): string => JSON.stringify(name.slice(0, 80))
