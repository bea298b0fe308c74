/** `npm run restore -- FILE`: fills an empty database from a backup and verifies its ledger. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { verifyLedger } from '#server/features/ledger/reconciliation/service.ts'
import {
  BackupError,
  formatFailure,
  readBackup,
  readHeader,
  requireEmpty,
} from '#server/platform/db/backup.ts'
import { databaseName, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { openDb } from '#server/platform/db/open.ts'
import { grantConfiguredRole } from '#server/platform/db/roles.ts'
import { readSettings, type Settings } from '#server/platform/config/settings.ts'
import { toSecretKeyFile } from '#server/platform/crypto/crypto.ts'

const usage = `npm run restore -- FILE

Restores into the database of DATABASE_DIRECT_URL or DATABASE_URL, or a new one in DATA_DIR. It must be empty.
The ledger is verified at the end; exit code 1 if it contradicts itself.`

const printLine = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const [file, ...extraArguments] = process.argv.slice(2)
  if (file === '--help') printLine(usage)
  else if (file === undefined || extraArguments.length > 0) throw new BackupError(usage)
  else process.exitCode = await restore(file, readSettings(process.env))
} catch (error) {
  process.stderr.write(formatFailure('The backup can’t be restored:', error))
  process.exitCode = 2
}

/** Returns the exit code. */
async function restore(file: string, settings: Settings): Promise<number> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist.`)
  const { migrations, createdAt } = await readHeader(file)
  const known = migrationsOnDisk()
  const unknown = migrations.filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new BackupError(
      `${file} was made by a newer version, which has ${unknown[0]}. Restore it with that version.`,
    )
  const startedAt = performance.now()
  return withTargetAddress(settings, async (url) => {
    await requireEmpty(url)
    const { db, close } = openDb(url, { connections: 1 })
    try {
      await migrate(
        db,
        known.filter(({ name }) => migrations.includes(name)),
      )
      const { tables, rows, secretKey } = await readBackup(url, file, settings.backupKey ?? null)
      const applied = await migrate(db, known)
      await grantConfiguredRole(db, settings)
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      printLine(
        `${file} of ${createdAt}: ${rows} rows of ${tables} tables restored in ${seconds} s`,
      )
      if (applied.length > 0) printLine(`Migrated: ${applied.join(' ')}`)
      if (secretKey !== undefined) writeSecretKey(secretKey, settings)
      return (await verifyLedger(db, settings.timeZone, printLine)) > 0 ? 1 : 0
    } finally {
      await close()
    }
  })
}

async function withTargetAddress<T>(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = databaseDirectUrl ?? databaseUrl
  if (url) return work(url)
  const postgres = await startEmbedded(dataDir)
  try {
    await postgres.create(databaseName)
    return await work(postgres.url(databaseName))
  } finally {
    await postgres.stop()
  }
}

function writeSecretKey(
  secretKey: string,
  { secretKey: keyFromSettings, dataDir }: Settings,
): void {
  const file = toSecretKeyFile(dataDir)
  if (keyFromSettings || existsSync(file)) return
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, secretKey, { mode: 0o600 })
  printLine(`${file} restored`)
}
