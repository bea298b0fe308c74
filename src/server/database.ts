/** The server's database at start: connected, migrated, and either a demo's or production's. */
import { and, eq, inArray } from 'drizzle-orm'
import { loginNames } from '#server/features/accounts/table.ts'
import { payments } from '#server/features/orders/table.ts'
import { sandboxBills } from '#server/features/orders/payment/sandbox/table.ts'
import { modeOf } from '#server/platform/db/database-mode.ts'
import { oneTimeTasks } from '#server/platform/db/table.ts'
import { users } from '#server/features/accounts/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate, missingMigrations } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { roleOf, type Role } from '#server/platform/db/roles.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { describeError, errorFields, type Log } from '#server/platform/log.ts'
import {
  InvalidSettingsError,
  withoutPassword,
  type Settings,
} from '#server/platform/config/settings.ts'

type Wanted = Pick<Settings, 'databaseUrl' | 'dataDir' | 'production'> &
  Partial<Pick<Settings, 'allowDatabaseOwner'>>

/**
 * `onGone` is called if the embedded PostgreSQL has died for good. Throws an error with cause and
 * remedy.
 */
export async function connect(settings: Wanted, log: Log, onGone: () => void): Promise<Database> {
  const database = settings.databaseUrl
    ? open(settings.databaseUrl, log)
    : await openEmbedded(settings.dataDir, log, onGone)
  try {
    await reach(database, settings.databaseUrl)
    const role = await roleOf(database.db)
    if (settings.production && role.power && !settings.allowDatabaseOwner)
      throw new InvalidSettingsError([tooPowerful(role)])
    const migrations = migrationsOnDisk()
    const missing = await missingMigrations(database.db, migrations)
    if (missing.length > 0) {
      if (!role.mayMigrate) throw new InvalidSettingsError([unmigrated(role, missing)])
      const applied = await migrate(database.db, migrations)
      if (applied.length > 0) log.info('migrated', { applied: applied.join(' ') })
    }
    await ensureCatalogue(database.db)
    await (settings.production ? openForProduction(database.db) : allowDemo(database.db))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const tooPowerful = ({ name, power }: Role) =>
  `DATABASE_URL signs in as “${name}”, which ${power}: an attacker who takes over this process could undo what keeps the ledger append-only. Let DATABASE_URL name a role that owns nothing and migrate as another by npm run migrate (see README), or set ALLOW_DATABASE_OWNER=yes.`

const unmigrated = ({ name }: Role, missing: readonly string[]) =>
  `The database lacks ${missing.length} of the program’s migrations, from ${missing[0]} on, and “${name}”, which DATABASE_URL signs in as, may not make them. Run npm run migrate with DATABASE_DIRECT_URL naming the role that owns the tables.`

function open(url: string, log: Log): Database {
  return openDb(url, {
    onError: (error) => log.warn('database connection lost', { ...errorFields(error) }),
  })
}

async function openEmbedded(dataDir: string, log: Log, onGone: () => void): Promise<Database> {
  const postgres = await startEmbedded(dataDir, {
    onTrouble: (what, why) => {
      if (what === 'restarted') return log.warn('embedded PostgreSQL died and was started again')
      log.error('embedded PostgreSQL died', { ...errorFields(why) })
      onGone()
    },
  })
  await postgres.create('app')
  const database = open(postgres.url('app'), log)
  return {
    ...database,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

async function reach({ ping }: Database, url: string | undefined): Promise<void> {
  try {
    await ping(10_000)
  } catch (error) {
    if (!url) throw error
    const reason = describeError(error)
    throw new InvalidSettingsError([
      `DATABASE_URL is “${withoutPassword(url)}”, and no PostgreSQL answers there (${reason}). Start it, or correct the address.`,
    ])
  }
}

/**
 * Throws if the database is production's or has users that the demo did not create. The seed sets
 * the demo's mark.
 */
export async function allowDemo(db: Db): Promise<void> {
  const mark = await modeOf(db)
  if (mark === 'production') throw new Error(sentences.servesProduction)
  if (mark === undefined && (await db.$count(users)) > 0) throw new Error(sentences.hasUsers)
}

/**
 * Marks the database as production's; safe for concurrent starts. Throws if it contains demo data.
 * The database enforces the mark (see the migration): there is at most one, it is immutable, and in
 * production no sandbox payment can be stored.
 */
export async function openForProduction(db: Db): Promise<void> {
  if ((await modeOf(db)) === undefined) {
    if (await hasDemoAccounts(db)) throw new Error(sentences.isDemo)
    if (await hasPlayMoney(db)) throw new Error(sentences.hasPlayMoney)
    await db.insert(oneTimeTasks).values({ name: 'production' }).onConflictDoNothing()
  }
  if ((await modeOf(db)) !== 'production') throw new Error(sentences.isDemo)
}

const demoAddresses = Object.values(demoAccounts).filter((name) => name.includes('@'))

async function hasDemoAccounts(db: Db): Promise<boolean> {
  return (
    (await db.$count(
      loginNames,
      and(inArray(loginNames.name, demoAddresses), eq(loginNames.kind, 'email')),
    )) > 0
  )
}

async function hasPlayMoney(db: Db): Promise<boolean> {
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
