/** Registry of all operator commands and their help text. */
import { accountCommands, removeTwoFactor } from '#server/cli/accounts.ts'
import { adjustCommand } from '#server/cli/adjust.ts'
import { announcementCommands } from '#server/cli/announcements.ts'
import { channelEntity, packageEntity } from '#server/cli/packages.ts'
import { type Command, historyCommand } from '#server/cli/command.ts'
import { configEntity, contactEntity, downloadEntity } from '#server/cli/site.ts'
import { databaseCommands } from '#server/cli/database.ts'
import { findCommand } from '#server/cli/find.ts'
import { refundCommands, unmatchedPaymentCommands } from '#server/cli/payments.ts'
import { secretKeyCommands } from '#server/cli/secret-keys.ts'
import { operatorCommands } from '#server/cli/operators.ts'
import { createCrudCommands } from '#server/cli/crud-commands.ts'

export const commands: readonly Command[] = [
  ...createCrudCommands(packageEntity),
  ...createCrudCommands(channelEntity),
  ...createCrudCommands(contactEntity),
  ...createCrudCommands(downloadEntity),
  ...createCrudCommands(configEntity),
  ...announcementCommands,
  findCommand,
  ...accountCommands,
  adjustCommand,
  removeTwoFactor,
  ...unmatchedPaymentCommands,
  ...refundCommands,
  ...secretKeyCommands,
  ...operatorCommands,
  ...databaseCommands,
  historyCommand,
]

/** Options of every command. */
export const commonOptions = {
  by: { placeholder: 'name', help: 'operator name; default is this machine’s user' },
  yes: { help: 'confirm a change that affects money or prices' },
  json: { help: 'output JSON' },
  help: { help: 'show help' },
} as const

export const formatUsage = ({ name, operand }: Command): string =>
  `npm run ops -- ${name}${operand ? ` <${operand}>` : ''}`

/** Help on one command, or on all. */
export function formatHelp(command: Command | undefined): string {
  if (!command)
    return [
      ...intro,
      ...alignColumns(
        commands.map((each) => [
          `${each.name}${each.operand ? ` <${each.operand}>` : ''}`,
          each.summary,
        ]),
      ),
      '',
      ...formatOptions({}),
    ].join('\n')
  return [
    formatUsage(command),
    '',
    command.summary,
    '',
    ...formatOptions(command.options ?? {}),
  ].join('\n')
}

const intro = [
  'npm run ops -- <command> [options]',
  '',
  'Changes what the site sells and shows, in the server’s database. The server may be running or stopped.',
  'Exit codes: 0 done, 1 refused, 2 wrong usage or no database, 3 waiting for --yes.',
  '',
]

function formatOptions(own: NonNullable<Command['options']>): string[] {
  const all = { ...own, ...commonOptions } as NonNullable<Command['options']>
  return alignColumns(
    Object.entries(all).map(([name, { placeholder, help }]) => [
      `--${name}${placeholder ? ` <${placeholder}>` : ''}`,
      help,
    ]),
  )
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2
  return rows.map(([name = '', help = '']) => `  ${name.padEnd(width)}${help}`)
}
