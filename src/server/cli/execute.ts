/** Parses the command line and executes the command in one transaction. */
import { transaction } from '#server/platform/db/transaction.ts'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { describeError } from '#server/platform/log/error-text.ts'
import { ApiError } from '#server/http/errors.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type Operator,
  type CommandOutput,
} from '#server/cli/command.ts'
import { commands, common, usage } from '#server/cli/commands.ts'
import { text } from '#server/cli/values.ts'
import { errorMessage } from '#server/platform/messages.ts'

export type Line = {
  command: Command
  operand: string | undefined
  options: Record<string, string | undefined>
  operator: Operator
  yes: boolean
  json: boolean
}
export type Ended = { told: CommandOutput; done: boolean }

/** Advisory lock that serialises operator commands; a number not used elsewhere. */
const lock = 7_201_413

/** Returns `helpOn` if only help is requested. Throws UsageError or ValidationError. */
export function parseCommandLine(args: readonly string[]): Line | { helpOn: Command | undefined } {
  const command = commands.find(
    ({ name }) => name === args.slice(0, name.split(' ').length).join(' '),
  )
  if (!command) {
    if (args.length === 0 || args.includes('--help')) return { helpOn: undefined }
    throw new UsageError(
      `Unknown command “${args.slice(0, 2).join(' ')}”. List all with: npm run ops -- --help`,
    )
  }
  const { values, positionals } = parsed(command, args.slice(command.name.split(' ').length))
  if (values['help']) return { helpOn: command }
  if (positionals.length !== (command.operand ? 1 : 0))
    throw new UsageError(`Usage: ${usage(command)} [options]`)
  const {
    by,
    yes,
    json,
    help: _,
    ...options
  } = values as Record<string, string | undefined> & { yes?: boolean; json?: boolean }
  const operator =
    by === undefined ? { name: machineUser(), named: false } : { name: text(by, 'by'), named: true }
  return {
    command,
    operand: positionals[0],
    options,
    operator,
    yes: yes === true,
    json: json === true,
  }
}

/** A container may have no such user. */
function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}

/** Joins negative numbers to their option, since parseArgs takes a leading minus for an option. */
function parsed({ options = {} }: Command, args: readonly string[]) {
  const joined = args.reduce<string[]>((all, arg) => {
    const last = all.at(-1)
    return /^-\d/.test(arg) && last && /^--[\w-]+$/.test(last)
      ? [...all.slice(0, -1), `${last}=${arg}`]
      : [...all, arg]
  }, [])
  const known = Object.entries({ ...options, ...common }).map(
    ([name, option]) => [name, { type: 'takes' in option ? 'string' : 'boolean' }] as const,
  )
  try {
    return parseArgs({
      args: joined,
      options: Object.fromEntries(known),
      allowPositionals: true,
      strict: true,
    })
  } catch (reason) {
    throw new UsageError(
      reason instanceof Error ? reason.message.split('\n')[0] : describeError(reason),
    )
  }
}

class Undone extends Error {
  readonly told: CommandOutput

  constructor(result: CommandOutput) {
    super('waits for --yes')
    this.told = result
  }
}

/**
 * Executes the command, or rolls it back and returns its result if it requires `--yes`. Throws
 * ValidationError or UsageError, each with a one-sentence message.
 */
export async function execute(
  db: Db,
  { command, operand, options, operator, yes }: Line,
  zone: string,
  now: Date,
): Promise<Ended> {
  await refuseOldTables(db)
  try {
    const result = await transaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
      const text = await command.run(tx, { operand, options, operator, now, zone })
      if (text.kind === 'change' && text.movesMoney && !yes) throw new Undone(text)
      return text
    })
    return { told: result, done: true }
  } catch (reason) {
    if (reason instanceof Undone) return { told: reason.told, done: false }
    if (reason instanceof ApiError) throw new ValidationError(errorMessage('en', reason))
    throw reason
  }
}

async function refuseOldTables(db: Db): Promise<void> {
  const { rows } = await db.execute<{ there: string | null }>(
    sql`select to_regclass('migrations')::text as there`,
  )
  const done = rows[0]?.there
    ? (await db.execute<{ name: string }>(sql`select name from migrations`)).rows.map(
        ({ name }) => name,
      )
    : []
  if (migrationsOnDisk().some(({ name }) => !done.includes(name)))
    throw new ValidationError(
      'The database tables are older than this program. Start the server once to migrate them.',
    )
}
