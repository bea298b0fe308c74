/** Runs one operator command: parses the command line, executes it, prints the result. */
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts'
import { readDatabaseTime } from '#server/platform/db/database-clock.ts'
import { withServerDatabase } from '#server/platform/db/operator-connection.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type Operator,
  type CommandOutput,
  type OutputRow,
  parseText,
} from '#server/cli/command.ts'
import { formatHelp, commands, commonOptions, formatUsage } from '#server/cli/commands.ts'
import { describeError } from '#server/platform/log.ts'
import { listReasons, readSettings, type Settings } from '#server/platform/config/settings.ts'
import type { AccountServices } from '#server/features/operators/service.ts'
import { nodeCrypto, readSecretKey } from '#server/platform/crypto/crypto.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { isProduction } from '#server/platform/db/database-mode.ts'
import { transaction } from '#server/platform/db/db.ts'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { ApiError } from '#server/http/errors.ts'
import { formatError, formatFieldErrors } from '#server/platform/messages.ts'

/** Output, error message and exit code of a command. */
type CommandResult = { code: number; stdout: string; stderr: string }

const exitCodes = { done: 0, refused: 1, wrongUsage: 2, unconfirmed: 3 }

/** `now` overrides the database's time. */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  now?: Date,
): Promise<CommandResult> {
  try {
    const line = parseCommandLine(args)
    if ('helpOn' in line)
      return { code: exitCodes.done, stdout: `${formatHelp(line.helpOn)}\n`, stderr: '' }
    const settings = readSettings(env)
    const { output, isDone } = await withServerDatabase(settings, async ({ db, events }) => {
      const executed = await execute(db, line, settings, now ?? (await readDatabaseTime(db)))
      if (executed.isDone && executed.output.kind === 'change')
        events.publish(executed.output.changed)
      return executed
    })
    return {
      code: isDone ? exitCodes.done : exitCodes.unconfirmed,
      stdout: `${(line.isJson ? formatAsJson : formatAsText)(output, isDone)}\n`,
      stderr: '',
    }
  } catch (error) {
    const isExpected = error instanceof ValidationError || error instanceof UsageError
    const stderr = isExpected ? error.message : `Failed: ${listReasons(error).join('\n')}`
    return {
      code: error instanceof ValidationError ? exitCodes.refused : exitCodes.wrongUsage,
      stdout: '',
      stderr: `${stderr}\n`,
    }
  }
}

/** A parsed command line. */
type ParsedLine = {
  command: Command
  operand: string | undefined
  options: Record<string, string | undefined>
  operator: Operator
  isConfirmed: boolean
  isJson: boolean
}
/** `isDone`: false if the change awaits `--yes` and nothing has changed. */
type ExecutedCommand = { output: CommandOutput; isDone: boolean }

/** Returns `helpOn` if only help is requested. Throws UsageError or ValidationError. */
function parseCommandLine(args: readonly string[]): ParsedLine | { helpOn: Command | undefined } {
  const command = commands.find(
    ({ name }) => name === args.slice(0, name.split(' ').length).join(' '),
  )
  if (!command) {
    if (args.length === 0 || args.includes('--help')) return { helpOn: undefined }
    throw new UsageError(
      `Unknown command “${args.slice(0, 2).join(' ')}”. List all with: npm run ops -- --help`,
    )
  }
  const { values, positionals } = parseArguments(
    command,
    args.slice(command.name.split(' ').length),
  )
  if (values['help']) return { helpOn: command }
  if (positionals.length !== (command.operand ? 1 : 0))
    throw new UsageError(`Usage: ${formatUsage(command)} [options]`)
  const {
    by,
    yes,
    json,
    help: _,
    ...options
  } = values as Record<string, string | undefined> & { yes?: boolean; json?: boolean }
  const operator =
    by === undefined
      ? { name: readMachineUser(), isNamed: false }
      : { name: parseText(by, 'by'), isNamed: true }
  return {
    command,
    operand: positionals[0],
    options,
    operator,
    isConfirmed: yes === true,
    isJson: json === true,
  }
}

/** A container may have no such user. */
function readMachineUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}

/**
 * Joins negative numbers to their option, since `parseArgs` treats a leading minus as an option.
 */
function parseArguments({ options = {} }: Command, args: readonly string[]) {
  const joined = args.reduce<string[]>((all, arg) => {
    const last = all.at(-1)
    return /^-\d/.test(arg) && last && /^--[\w-]+$/.test(last)
      ? [...all.slice(0, -1), `${last}=${arg}`]
      : [...all, arg]
  }, [])
  const allowed = Object.entries({ ...options, ...commonOptions }).map(
    ([name, option]) => [name, { type: 'placeholder' in option ? 'string' : 'boolean' }] as const,
  )
  try {
    return parseArgs({
      args: joined,
      options: Object.fromEntries(allowed),
      allowPositionals: true,
      strict: true,
    })
  } catch (reason) {
    throw new UsageError(
      reason instanceof Error ? reason.message.split('\n')[0] : describeError(reason),
    )
  }
}

class UnconfirmedChange extends Error {
  readonly output: CommandOutput

  constructor(output: CommandOutput) {
    super('waits for --yes')
    this.output = output
  }
}

/**
 * Executes the command, or rolls it back and returns its result if it requires `--yes`. Throws
 * ValidationError or UsageError, each with a one-sentence message.
 */
async function execute(
  db: Db,
  { command, operand, options, operator, isConfirmed }: ParsedLine,
  settings: Settings,
  now: Date,
): Promise<ExecutedCommand> {
  const zone = settings.timeZone
  await refuseOldTables(db)
  try {
    const { isLong = false } = command
    const work = async (tx: Db) => {
      if (isLong) {
        await tx.execute(sql`set local statement_timeout = 0`)
        await tx.execute(sql`set local lock_timeout = 0`)
      }
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.operatorCommand})`)
      // Uses the connection of the transaction, which may be the only one.
      const services = () => openAccountServices(tx, settings)
      const output = await command.run(tx, { operand, options, operator, now, zone, services })
      if (output.kind === 'change' && output.needsConfirmation && !isConfirmed)
        throw new UnconfirmedChange(output)
      return output
    }
    const output = await transaction(db, work, { isLong })
    return { output, isDone: true }
  } catch (reason) {
    if (reason instanceof UnconfirmedChange) return { output: reason.output, isDone: false }
    if (reason instanceof ApiError) throw new ValidationError(formatApiError(reason))
    throw reason
  }
}

function formatApiError(error: ApiError): string {
  const sentences = Object.values(formatFieldErrors('en', error.fields))
  return sentences.length > 0 ? sentences.join(' ') : formatError('en', error)
}

/** The key file next to the data is a demo's; production's key is in its settings. */
async function openAccountServices(db: Db, settings: Settings): Promise<AccountServices> {
  if (!settings.secretKey && (await isProduction(db)))
    throw new ValidationError('SECRET_KEY is not set. Set it to the server’s.')
  return { crypto: nodeCrypto, encryption: createEncryption(readSecretKey(settings)) }
}

async function refuseOldTables(db: Db): Promise<void> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('migrations') is not null as exists`,
  )
  const applied = rows[0]?.exists
    ? (await db.execute<{ name: string }>(sql`select name from migrations`)).rows.map(
        ({ name }) => name,
      )
    : []
  if (migrationsOnDisk().some(({ name }) => !applied.includes(name)))
    throw new ValidationError(
      'The database tables are older than this program. Start the server once to migrate them.',
    )
}

function formatAsJson(output: CommandOutput, isDone: boolean): string {
  if (output.kind === 'list') return JSON.stringify(output.rows.map(({ row }) => row))
  if (output.kind === 'item') return JSON.stringify(output.item.row)
  const { subject, before, after, notes } = output
  return JSON.stringify({
    subject,
    before: before?.row ?? null,
    after: after?.row ?? null,
    notes,
    done: isDone,
  })
}

function formatAsText(output: CommandOutput, isDone: boolean): string {
  if (output.kind === 'list' && output.csv) return formatCsv(output.rows)
  if (output.kind === 'list') return output.rows.length === 0 ? 'None.' : formatTable(output.rows)
  if (output.kind === 'item') return formatDifferences(null, output.item).join('\n')
  const end = isDone ? 'Done.' : 'Nothing was changed. Run it again with --yes to confirm.'
  return [
    output.subject,
    ...formatDifferences(output.before, output.after),
    ...output.notes.map((note) => `  ${note}`),
    end,
  ].join('\n')
}

function formatDifferences(before: OutputRow | null, after: OutputRow | null): string[] {
  const names = Object.keys((after ?? before)?.text ?? {})
  const width = Math.max(...names.map((name) => name.length)) + 2
  const lines = names.flatMap((name) => {
    const [was, is] = [before?.text[name], after?.text[name]]
    const value = before && after ? `${was} -> ${is}` : (is ?? was)
    return was === is ? [] : [`  ${name.padEnd(width)}${value}`]
  })
  if (lines.length === 0) return ['  unchanged']
  return before && !after ? ['  deleted:', ...lines] : lines
}

function formatTable(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0]!.text)
  const lines = [names, ...rows.map(({ text }) => names.map((name) => text[name] ?? ''))]
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => measureWidth(line[column]!))),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - measureWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Escapes cells that a spreadsheet would execute as a formula (CSV injection). */
function formatCsv(rows: readonly OutputRow[]): string {
  const names = Object.keys(rows[0]?.text ?? {})
  const cell = (value: string) =>
    `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
  return [names, ...rows.map(({ text }) => names.map((name) => text[name] ?? ''))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n')
}

const wideCharacters =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** Terminal columns; East Asian wide characters take two. */
const measureWidth = (text: string): number =>
  text.length + (text.match(wideCharacters)?.length ?? 0)
