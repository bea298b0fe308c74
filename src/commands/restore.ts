/** `npm run restore -- FILE`: fills an empty database from a backup and verifies its ledger. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { verifyLedger } from '#server/features/ledger/reconciliation/verify-ledger.ts'
import { BackupError, checkBackup, formatFailure } from '#server/platform/db/backup-file.ts'
import { isOutcomeUnknown } from '#server/platform/db/db.ts'
import { databaseName, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { requireAnswer } from '#server/platform/db/connection-failure.ts'
import { toNamedAddress } from '#server/platform/db/operator-connection.ts'
import { openDb } from '#server/platform/db/open.ts'
import { restoreBackup } from '#server/platform/db/restore.ts'
import { readSettings, type Settings } from '#server/platform/config/settings.ts'
import { toSecretKeyFile } from '#server/platform/crypto/crypto.ts'

const usage = `npm run restore -- FILE [--unencrypted]

Restores into the database of DATABASE_DIRECT_URL or DATABASE_URL, or a new one in DATA_DIR. It must be empty.
With BACKUP_KEY only a file encrypted with it is restored; production needs it, or --unencrypted.
The ledger is verified at the end; exit code 1 if it contradicts itself.`

const outcomes = {
  nothing: 'Nothing was restored: the database is as it was.',
  unknown:
    'The connection was lost at the end, so that all or nothing was restored: npm run ledger:verify says whether there are accounts.',
  all: 'All rows were restored. What failed came after that.',
}
let outcome: keyof typeof outcomes = 'nothing'

const printLine = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      unencrypted: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (values.help) printLine(usage)
  else if (file === undefined || positionals.length > 1) throw new BackupError(usage)
  else process.exitCode = await restore(file, values.unencrypted, readSettings(process.env))
} catch (error) {
  if (isOutcomeUnknown(error)) outcome = 'unknown'
  process.stderr.write(formatFailure('The backup can’t be restored:', error))
  process.stderr.write(`${outcomes[outcome]}\n`)
  process.exitCode = 2
}

/** Returns the exit code. */
async function restore(
  file: string,
  allowUnencrypted: boolean,
  settings: Settings,
): Promise<number> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist.`)
  if (settings.production && !settings.backupKey && !allowUnencrypted)
    throw new BackupError(
      'BACKUP_KEY is not set, so that a forged file could not be told from a backup. Set it to the key of the backups, or say --unencrypted.',
    )
  const startedAt = performance.now()
  // Before an embedded database is made for it.
  const backup = await checkBackup(file, settings.backupKey ?? null)
  return withTargetAddress(settings, async (url) => {
    const { tables, rows, applied, secretKey } = await restoreBackup(
      url,
      backup,
      migrationsOnDisk(),
      settings,
    )
    outcome = 'all'
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    printLine(
      `${file} of ${backup.header.createdAt}: ${rows} rows of ${tables} tables restored in ${seconds} s`,
    )
    if (applied.length > 0) printLine(`Migrated: ${applied.join(' ')}`)
    if (secretKey !== undefined) writeSecretKey(secretKey, settings)
    const { db, close } = openDb(url, { connections: 1 })
    try {
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
  const address = toNamedAddress({ databaseUrl, databaseDirectUrl })
  if (address) {
    await requireAnswer(address)
    return work(address.url)
  }
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
