/** Connects to the configured or embedded PostgreSQL and prepares its schema. */
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { allowDemo, openForProduction } from '#server/platform/db/deployment.ts'
import { migrate, missingMigrations } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'
import { roleOf, type Role } from '#server/platform/db/roles.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { describeError, type Log } from '#server/platform/log.ts'
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
    if (role.mayMigrate) {
      const applied = await migrate(database.db, migrationsOnDisk())
      if (applied.length > 0) log.info('migrated', { applied: applied.join(' ') })
    } else {
      const missing = await missingMigrations(database.db, migrationsOnDisk())
      if (missing.length > 0) throw new InvalidSettingsError([unmigrated(role, missing)])
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
  `DATABASE_URL signs in as “${name}”, which ${power}: whoever takes this process over could undo what keeps the ledger append-only. Let DATABASE_URL name a role that owns nothing and migrate as another by npm run migrate (see README), or set ALLOW_DATABASE_OWNER=yes.`

const unmigrated = ({ name }: Role, missing: readonly string[]) =>
  `The database lacks ${missing.length} of the program’s migrations, from ${missing[0]} on, and “${name}”, which DATABASE_URL signs in as, may not make them. Run npm run migrate with DATABASE_DIRECT_URL naming the role that owns the tables.`

function open(url: string, log: Log): Database {
  return openDb(url, {
    onError: (error) => log.warn('database connection lost', { reason: describeError(error) }),
  })
}

async function openEmbedded(dataDir: string, log: Log, onGone: () => void): Promise<Database> {
  const postgres = await startEmbedded(dataDir, {
    onTrouble: (what, why) => {
      if (what === 'restarted') return log.warn('embedded PostgreSQL died and was started again')
      log.error('embedded PostgreSQL died', { reason: describeError(why) })
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
