/**
 * Opens the server's database: connects, migrates, and checks that demo and production are not
 * mixed.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { payments } from '#server/features/orders/table.ts'
import { sandboxBills } from '#server/features/orders/payment/sandbox/table.ts'
import { readMode } from '#server/platform/db/database-mode.ts'
import { oneTimeTasks } from '#server/platform/db/table.ts'
import { type Db, openDb, type Database, type PoolOptions } from '#server/platform/db/open.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { operators } from '#server/features/operators/table.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { databaseName, startEmbedded } from '#server/platform/db/embedded.ts'
import { compareMigrations, migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { uniqueViolation, findViolation } from '#server/platform/db/violations.ts'
import { parseRole } from '#server/platform/config/database-address.ts'
import { type NamedAddress, waitForDatabases } from '#server/platform/db/connection-failure.ts'
import { readRole, type DatabaseRole } from '#server/platform/db/roles.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { errorFields, type Log } from '#server/platform/log.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import type { Settings } from '#server/platform/config/settings.ts'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'production'> &
  Partial<Pick<Settings, 'allowDatabaseOwner' | 'databaseDirectUrl' | 'databaseConnections'>>

/** Whether statements are traced, and name their request. */
type StatementOptions = Pick<PoolOptions, 'tracing' | 'requestComments'>

/**
 * Waits for a database that is away, after `onWait`. `onDatabaseLost` is called if the embedded
 * PostgreSQL has ended and cannot be restarted. Throws an error with cause and remedy.
 */
export async function connectDatabase(
  settings: DatabaseSettings,
  log: Log,
  onDatabaseLost: () => void,
  {
    onWait = async () => {},
    ...statements
  }: StatementOptions & { onWait?: () => Promise<void> } = {},
): Promise<Database> {
  const { databaseUrl, databaseConnections: connections } = settings
  const directUrl = databaseUrl && settings.databaseDirectUrl
  const addresses: NamedAddress[] = [
    ...(databaseUrl ? [{ name: 'DATABASE_URL', url: databaseUrl } as const] : []),
    ...(directUrl ? [{ name: 'DATABASE_DIRECT_URL', url: directUrl } as const] : []),
  ]
  await waitForDatabases(addresses, log, onWait)
  const database = databaseUrl
    ? openExternal(databaseUrl, { connections, directUrl, ...statements }, log)
    : await openEmbedded(settings, log, onDatabaseLost, statements)
  try {
    const role = await readRole(database.db)
    if (settings.production && role.bypass && !settings.allowDatabaseOwner)
      throw new InvalidSettingsError([describeTooPowerfulRole(role)])
    await migrateIfAllowed(database.db, role, directUrl, log)
    for (const sentence of await findConnectionWarnings(database.db, settings)) log.warn(sentence)
    await ensureCatalogue(database.db)
    await (settings.production ? claimForProduction(database.db) : refuseUnlessDemo(database.db))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrates if the role may; otherwise `npm run migrate` has to come first. */
async function migrateIfAllowed(
  db: Db,
  role: DatabaseRole,
  directUrl: string | undefined,
  log: Log,
): Promise<void> {
  const migrations = migrationsOnDisk()
  const { missing, unknown } = await compareMigrations(db, migrations)
  if (unknown.length > 0) log.warn(describeNewerDatabase(unknown))
  if (missing.length === 0) return
  if (!role.canMigrate) throw new InvalidSettingsError([describeMissingMigrations(role, missing)])
  const direct = directUrl === undefined ? undefined : openDb(directUrl, { connections: 1 })
  const applied = await migrate(direct?.db ?? db, migrations, {
    onRetry: (tries) => log.warn('a migration waits for a table in use', { tries }),
    onIndex: (index) => log.info('a migration builds an index', { index }),
  }).finally(() => direct?.close())
  if (applied.length > 0) log.info('migrated', { applied: applied.join(' ') })
}

/** One sentence per problem: too few connections, a pooler without timeouts. */
async function findConnectionWarnings(
  db: Db,
  { databaseUrl, databaseDirectUrl, databaseConnections = 0 }: DatabaseSettings,
): Promise<string[]> {
  if (!databaseUrl) return []
  const { rows } = await db.execute<{ free: number; lacksTimeouts: boolean }>(
    sql`select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select sum(numbackends) from pg_stat_database)::int as free,
      '0' in (current_setting('statement_timeout'), current_setting('lock_timeout')) as "lacksTimeouts"`,
  )
  const { free, lacksTimeouts } = rows[0]!
  if (databaseDirectUrl !== undefined)
    return lacksTimeouts ? [describeMissingTimeouts(parseRole(databaseUrl) ?? '…')] : []
  return free < 2 * databaseConnections
    ? [describeTooFewConnections(free, databaseConnections)]
    : []
}

const describeTooFewConnections = (free: number, connections: number) =>
  `The database has ${free} connections left, and two processes, as during a deploy, may use ${2 * connections}. Raise its max_connections, lower DATABASE_CONNECTIONS (${connections}), or put a pooler in between.`

const describeMissingTimeouts = (role: string) =>
  `DATABASE_URL is a pooler’s (DATABASE_DIRECT_URL is set), and its role lacks timeouts, so a statement, a transaction or a wait for a lock may hang. Run: alter role ${role} set statement_timeout = '30s'; alter role ${role} set lock_timeout = '5s'; alter role ${role} set idle_in_transaction_session_timeout = '60s'`

const describeNewerDatabase = (unknown: readonly string[]) =>
  `The database has ${unknown.length} migrations that this program does not know, the last ${unknown.at(-1)}: a newer version has migrated it. Deploy that version.`

const describeTooPowerfulRole = ({ name, bypass }: DatabaseRole) =>
  `DATABASE_URL signs in as “${name}”, which ${bypass}: an attacker who takes over this process could undo what keeps the ledger append-only. Let DATABASE_URL name a role that owns nothing and migrate as another by npm run migrate (see deploy/SETTINGS.md), or set ALLOW_DATABASE_OWNER=yes.`

const describeMissingMigrations = ({ name }: DatabaseRole, missing: readonly string[]) =>
  `The database lacks ${missing.length} of the program’s migrations, from ${missing[0]} on, and “${name}”, which DATABASE_URL signs in as, may not make them. Run npm run migrate with DATABASE_DIRECT_URL naming the role that owns the tables.`

function openExternal(url: string, options: PoolOptions, log: Log): Database {
  return openDb(url, {
    ...options,
    onError: (error) => log.warn('database connection lost', errorFields(error)),
  })
}

async function openEmbedded(
  { dataDir, databaseConnections: connections }: DatabaseSettings,
  log: Log,
  onDatabaseLost: () => void,
  statements: StatementOptions,
): Promise<Database> {
  const postgres = await startEmbedded(dataDir, {
    onStateChange: (state, error) => {
      if (state === 'restarted') return log.warn('embedded PostgreSQL died and was started again')
      if (state === 'down')
        return log.error(
          'embedded PostgreSQL died and does not start; trying on',
          errorFields(error),
        )
      log.error('embedded PostgreSQL died', errorFields(error))
      onDatabaseLost()
    },
  })
  await postgres.create(databaseName)
  const database = openExternal(postgres.url(databaseName), { connections, ...statements }, log)
  return {
    ...database,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

/**
 * Throws if the database is production's or has users that the demo did not create. The seed sets
 * the demo's mark.
 */
export async function refuseUnlessDemo(db: Db): Promise<void> {
  const mark = await readMode(db)
  if (mark === 'production') throw new Error(sentences.servesProduction)
  if (mark === undefined && (await db.$count(users)) > 0) throw new Error(sentences.hasUsers)
}

/**
 * Marks the database as production's; safe for concurrent starts. Throws if it contains demo data.
 * The database enforces the mark (see the migration): there is at most one, it is immutable, and in
 * production no sandbox payment can be stored.
 */
async function claimForProduction(db: Db): Promise<void> {
  if ((await readMode(db)) === undefined) {
    if (await hasDemoAccounts(db)) throw new Error(sentences.isDemo)
    if (await hasSandboxPayments(db)) throw new Error(sentences.hasPlayMoney)
    // Without ON CONFLICT, for which a cluster requires the privilege to update.
    await db
      .insert(oneTimeTasks)
      .values({ name: 'production' })
      .catch((error: unknown) => {
        if (findViolation(error)?.code !== uniqueViolation) throw error
      })
  }
  if ((await readMode(db)) !== 'production') throw new Error(sentences.isDemo)
}

const demoAddresses = Object.values(demoAccounts).filter((name) => name.includes('@'))

async function hasDemoAccounts(db: Db): Promise<boolean> {
  if ((await db.$count(operators, eq(operators.email, demoOperator.email))) > 0) return true
  return (
    (await db.$count(
      loginNames,
      and(inArray(loginNames.name, demoAddresses), eq(loginNames.kind, 'email')),
    )) > 0
  )
}

async function hasSandboxPayments(db: Db): Promise<boolean> {
  return (
    (await db.$count(sandboxBills)) + (await db.$count(payments, eq(payments.gateway, 'sandbox'))) >
    0
  )
}

const sentences = {
  servesProduction:
    'The database serves production, and APP_MODE is not production. Set APP_MODE=production, or let DATABASE_URL or DATA_DIR lead to another database.',
  hasUsers:
    'The database has users that the demo did not create, so the demo accounts, whose password is public, are not put beside them. Set APP_MODE=production, or let DATABASE_URL or DATA_DIR lead to an empty database.',
  isDemo:
    'DATABASE_URL leads to a database with the demo accounts in it, whose password is public. Use one that was never run in demo mode: an empty one, or a backup from before.',
  hasPlayMoney:
    'DATABASE_URL leads to a database in which orders were paid at the sandbox cashier, with no money. Use one that was never run in demo mode: an empty one, or a backup from before.',
}
