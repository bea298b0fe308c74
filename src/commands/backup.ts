/** `npm run backup -- FILE`: a consistent backup of the database in use, while it runs. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '#server/platform/db/backup.ts'
import { BackupError, formatFailure } from '#server/platform/db/backup-file.ts'
import { withServerAddress } from '#server/platform/db/operator-connection.ts'
import { readSettings, type Settings } from '#server/platform/config/settings.ts'
import { toSecretKeyFile } from '#server/platform/crypto/crypto.ts'

const usage = `npm run backup -- FILE [--unencrypted]
npm run backup -- FOLDER [--keep N] [--unencrypted]

FOLDER: a file named after the time is written there, and of those only the newest N are kept.
BACKUP_KEY encrypts (openssl rand -base64 32); production needs it, or --unencrypted.`

const fileNamePattern = /^yiqiao-\d{8}T\d{6}Z\.backup$/

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      unencrypted: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [target] = positionals
  if (values.help) process.stdout.write(`${usage}\n`)
  else if (target === undefined || positionals.length > 1) throw new BackupError(usage)
  else await backUp(target, values)
} catch (error) {
  process.stderr.write(formatFailure('The database can’t be backed up:', error))
  process.exitCode = 1
}

/** `target`: the file, or the folder for it. */
async function backUp(
  target: string,
  { keep, unencrypted }: { keep?: string | undefined; unencrypted: boolean },
): Promise<void> {
  const settings = readSettings(process.env)
  const keepCount = keep === undefined ? undefined : Number(keep)
  const isFolder = existsSync(target) && statSync(target).isDirectory()
  if (keepCount !== undefined && (!Number.isInteger(keepCount) || keepCount < 1))
    throw new BackupError('--keep wants a number from 1.')
  if (keepCount !== undefined && !isFolder)
    throw new BackupError(`--keep needs a folder: ${target} is not one.`)
  if (!settings.backupKey && settings.production && !unencrypted)
    throw new BackupError(
      'BACKUP_KEY is not set. Set it to what openssl rand -base64 32 prints and keep it apart from the backups, or say --unencrypted.',
    )
  const file = isFolder ? join(target, createFileName(new Date())) : target
  if (existsSync(file)) throw new BackupError(`${file} exists already.`)
  const key = unencrypted ? null : (settings.backupKey ?? null)
  const startedAt = performance.now()
  const { tables, rows, bytes } = await withServerAddress(settings, (url) =>
    writeBackup(url, file, { key, secretKey: readKeyFile(settings) }),
  )
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const encryption = key ? 'encrypted' : 'not encrypted'
  process.stdout.write(
    `${file}: ${rows} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB, ${encryption}, in ${seconds} s\n`,
  )
  if (keepCount !== undefined) removeOldBackups(target, keepCount)
}

/**
 * Text of the key file of an embedded database. A `SECRET_KEY` in the settings is kept by the
 * operator.
 */
function readKeyFile({ secretKey, dataDir }: Settings): string | undefined {
  const file = toSecretKeyFile(dataDir)
  return secretKey || !existsSync(file) ? undefined : readFileSync(file, 'utf8')
}

function createFileName(now: Date): string {
  return `yiqiao-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
}

function removeOldBackups(folder: string, keepCount: number): void {
  const backups = readdirSync(folder)
    .filter((file) => fileNamePattern.test(file))
    .toSorted()
  for (const file of backups.slice(0, -keepCount)) {
    rmSync(join(folder, file))
    process.stdout.write(`${join(folder, file)} removed\n`)
  }
}
