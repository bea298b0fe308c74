/** Runs a command of the operators: parses the command line, executes it, prints the result. */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { shapeOf } from '#contract/query.ts'
import type { Lang } from '#locales/messages.ts'
import { describeFieldErrors, optionNameOf, readInput } from '#server/cli/call-options.ts'
import {
  say,
  UsageError,
  ValidationError,
  type Command,
  type CommandContext,
  type CommandOutput,
  type DirectCommand,
} from '#server/cli/command.ts'
import { databaseCommands } from '#server/cli/database.ts'
import { formatGroups, formatHelp } from '#server/cli/help.ts'
import { operatorCalls, runOperatorCall } from '#server/cli/operator-call.ts'
import { operatorCommands } from '#server/cli/operators.ts'
import { secretKeyCommands } from '#server/cli/secret-keys.ts'
import { ApiError } from '#server/http/errors.ts'
import { validateFields } from '#server/http/validation.ts'
import { openDependencies } from '#server/services.ts'
import { listReasons, readSettings } from '#server/platform/config/settings.ts'
import { readDatabaseTime } from '#server/platform/db/database-clock.ts'
import { isProduction } from '#server/platform/db/database-mode.ts'
import { compareMigrations } from '#server/platform/db/migrate.ts'
import { migrationsOnDisk } from '#server/platform/db/migrations-on-disk.ts'
import { withServerDatabase } from '#server/platform/db/operator-connection.ts'
import { formatError, formatFieldErrors, operatorPrefix } from '#server/platform/messages.ts'

/** Output, error message and exit code of a command. */
type CommandResult = { code: number; stdout: string; stderr: string }

const exitCodes = { done: 0, refused: 1, wrongUsage: 2, unconfirmed: 3 }

/** For the transactions, short reads and events of one call. */
const connections = 5

const commands: readonly Command[] = [
  ...operatorCalls,
  ...operatorCommands,
  ...databaseCommands,
  ...secretKeyCommands,
]

export async function runCommand(
  typedArgs: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const { args, lang } = readLang(typedArgs, env)
  try {
    const { code = exitCodes.done, lines } = await execute(args, env, lang)
    return { code, stdout: `${lines.join('\n')}\n`, stderr: '' }
  } catch (error) {
    const isRefusal = error instanceof ValidationError
    const isSentence = isRefusal || error instanceof UsageError
    const stderr = isSentence ? error.message : `Failed: ${listReasons(error).join('\n')}`
    const code = isRefusal ? exitCodes.refused : exitCodes.wrongUsage
    return { code, stdout: '', stderr: `${stderr}\n` }
  }
}

/** Takes `--lang` out of the arguments; by default the language of the environment's locale. */
function readLang(typedArgs: readonly string[], env: NodeJS.ProcessEnv) {
  const args = typedArgs.flatMap((arg) => (arg.startsWith('--lang=') ? arg.split('=') : [arg]))
  const at = args.indexOf('--lang')
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const [, typed = locale] = at < 0 ? [] : args.splice(at, 2)
  return { args, lang: typed.startsWith('zh') ? ('zh' as const) : ('en' as const) }
}

type Execution = { code?: number; lines: readonly string[] }

async function execute(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  lang: Lang,
): Promise<Execution> {
  const [group = '', call = ''] = args.map((arg) => (arg.startsWith('-') ? '' : arg))
  const command = commands.find(({ name }) => name === `${group}.${call}`)
  if (args.length === 0 || args.includes('--help')) {
    const own = commands.filter(({ name }) => !group || name.startsWith(`${group}.`))
    if (command) return { lines: formatHelp(command, lang) }
    if (own.length > 0) return { lines: formatGroups(own, lang) }
  }
  if (!command)
    throw new UsageError(say(lang, 'commands.unknown', { command: args.slice(0, 2).join(' ') }))
  const { fields, caller, isJson } = parseOptions(command, args.slice(2), lang)
  const settings = readSettings(env)
  return withServerDatabase(
    settings,
    async (database) => {
      const { db } = database
      if ((await compareMigrations(db, migrationsOnDisk())).missing.length > 0)
        throw new ValidationError(say(lang, 'commands.oldTables'))
      // The key file next to the data is a demo's; production's key is in its settings.
      const open = async () => {
        if (!settings.secretKey && (await isProduction(db)))
          throw new ValidationError(say(lang, 'commands.secretKeyMissing'))
        return openDependencies(database, settings)
      }
      const user = readMachineUser()
      const { data, lines, isUnconfirmed } =
        'endpoint' in command
          ? await runOperatorCall(await open(), command, { fields, operator: caller!, user, lang })
          : await runDirectly(command, fields, {
              db,
              lang,
              by: { name: caller ?? user },
              now: await readDatabaseTime(db),
              zone: settings.timeZone,
              openDependencies: open,
            })
      const code = isUnconfirmed ? exitCodes.unconfirmed : exitCodes.done
      return { code, lines: isJson ? [JSON.stringify(data)] : lines }
    },
    connections,
  )
}

async function runDirectly(
  command: Command & DirectCommand,
  fields: Record<string, unknown>,
  context: CommandContext,
): Promise<CommandOutput> {
  const { lang } = context
  const name = operatorPrefix + command.name
  try {
    return await command.run(validateFields(command, fields, name) as never, context)
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    const sentences = formatFieldErrors(lang, reason.fields, name)
    throw new ValidationError(
      describeFieldErrors(command, sentences, lang) || formatError(lang, reason),
    )
  }
}

/** `caller`: the operator of a call, or `--by`. Throws UsageError. */
function parseOptions(command: Command, args: readonly string[], lang: Lang) {
  const words = command.name.replace('.', ' ')
  const callerOption = 'endpoint' in command ? 'operator' : 'by'
  const operand = 'run' in command ? command.operand : undefined
  const fields = Object.keys(shapeOf(command.input))
  const own = new Map(fields.map((field) => [optionNameOf(field), field]))
  const valued = [...own.keys(), callerOption].filter((name) => name !== 'yes' && name !== operand)
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(valued.map((name) => [name, { type: 'string' }] as const)),
    strict: false,
    tokens: true,
  })
  const typed = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    const name = token.kind === 'option' ? token.name : operand
    const { value = '' } = token
    if (name === undefined || (token.kind === 'positional' && typed.has(name)))
      throw new UsageError(say(lang, 'commands.unexpected', { text: value }))
    const flag = `--${name}`
    if (token.kind === 'option' && ![...valued, 'json', 'yes'].includes(name))
      throw new UsageError(say(lang, 'commands.unknownFlag', { command: words, flag }))
    const isInline = token.kind === 'option' && token.inlineValue
    const isMissing = token.value === undefined || (value.startsWith('--') && !isInline)
    if (valued.includes(name) && isMissing)
      throw new UsageError(say(lang, 'commands.valueMissing', { flag }))
    typed.set(name, token.value ?? 'yes')
  }
  const caller = typed.get(callerOption)
  if ('endpoint' in command && caller === undefined)
    throw new UsageError(say(lang, 'commands.operatorMissing', { command: words }))
  const texts = [...own].flatMap(([option, field]) =>
    typed.has(option) ? [[field, typed.get(option)!] as const] : [],
  )
  const input = readInput(command.input, Object.fromEntries(texts), lang)
  return { fields: input, caller, isJson: typed.has('json') }
}

/** A container may have no such user. */
function readMachineUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}
