/** `npm run migrate`: migrates the database and grants the service role its privileges. */
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { withServerDatabase } from '#server/platform/db/operator-connection.ts'
import { grantConfiguredRole, requireMigrator } from '#server/platform/db/roles.ts'
import { InvalidSettingsError } from '#server/platform/config/invalid-settings.ts'
import { readSettings, listReasons, type Settings } from '#server/platform/config/settings.ts'
import { findUnsafeDatabaseConnections } from '#server/platform/config/production-checks.ts'
import { placeNewTables } from '#server/distribute-tables.ts'

try {
  const settings = readSettings(process.env)
  const unsafe = settings.production ? findUnsafeDatabaseConnections(settings) : []
  if (unsafe.length > 0) throw new InvalidSettingsError(unsafe)
  for (const line of await run(settings)) process.stdout.write(`${line}\n`)
} catch (error) {
  process.stderr.write(
    `The database can’t be migrated:\n${listReasons(error)
      .map((sentence) => `  - ${sentence}\n`)
      .join('')}`,
  )
  process.exitCode = 1
}

/** Returns lines for the operator. */
function run(settings: Settings): Promise<string[]> {
  return withServerDatabase(settings, async ({ db }) => {
    await requireMigrator(db, settings)
    const applied = await migrate(db, migrationsOnDisk(), {
      onRetry: (tries) =>
        process.stdout.write(`A table is in use; try ${tries} was undone, the next follows.\n`),
      onIndex: (name) =>
        process.stdout.write(`Building the index ${name}, while the server reads and writes …\n`),
    })
    const placed = await placeNewTables(db)
    const lines = [
      applied.length > 0 ? `Migrated: ${applied.join(' ')}` : 'Nothing to migrate.',
      ...(placed.length > 0 ? [`Placed on the cluster: ${placed.join(' ')}`] : []),
    ]
    const role = await grantConfiguredRole(db, settings)
    return role === undefined ? lines : [...lines, `The role ${role} may serve.`]
  })
}
