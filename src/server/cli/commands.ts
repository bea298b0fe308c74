/** Registry of all operator commands and their help text. */
import { accountCommands, disableTwoFactor } from '#server/cli/accounts.ts'
import { adjust } from '#server/cli/adjust.ts'
import { announce, announcementList, withdrawAnnouncement } from '#server/cli/announcements.ts'
import { channelCommands, packageCommands } from '#server/cli/packages.ts'
import { type Command, history } from '#server/cli/command.ts'
import { configCommands, contactCommands, downloadCommands } from '#server/cli/site.ts'
import { databaseCommands } from '#server/cli/database.ts'
import { find } from '#server/cli/find.ts'
import {
  creditUnmatched,
  refundCommands,
  resolveUnmatched,
  unmatchedCommands,
} from '#server/cli/payments.ts'
import { secretKeyCommands } from '#server/cli/secret-keys.ts'
import { operatorCommands } from '#server/cli/operators.ts'
import { crudCommands } from '#server/cli/crud-commands.ts'

export const commands: readonly Command[] = [
  ...crudCommands(packageCommands),
  ...crudCommands(channelCommands),
  ...crudCommands(contactCommands),
  ...crudCommands(downloadCommands),
  ...crudCommands(configCommands),
  announcementList,
  announce,
  withdrawAnnouncement,
  find,
  ...accountCommands,
  adjust,
  disableTwoFactor,
  unmatchedCommands,
  creditUnmatched,
  resolveUnmatched,
  ...refundCommands,
  ...secretKeyCommands,
  ...operatorCommands,
  ...databaseCommands,
  history,
]

/** Options of every command. */
export const common = {
  by: { placeholder: 'name', help: 'operator name; default is this machine’s user' },
  yes: { help: 'confirm a change that affects money or prices' },
  json: { help: 'output JSON' },
  help: { help: 'show help' },
} as const

export const usage = ({ name, operand }: Command): string =>
  `npm run ops -- ${name}${operand ? ` <${operand}>` : ''}`

/** Help on one command, or on all. */
export function help(command: Command | undefined): string {
  if (!command)
    return [
      ...intro,
      ...aligned(
        commands.map((each) => [
          `${each.name}${each.operand ? ` <${each.operand}>` : ''}`,
          each.summary,
        ]),
      ),
      '',
      ...options({}),
    ].join('\n')
  return [usage(command), '', command.summary, '', ...options(command.options ?? {})].join('\n')
}

const intro = [
  'npm run ops -- <command> [options]',
  '',
  'Changes what the site sells and shows, in the server’s database. The server may be running or stopped.',
  'Exit codes: 0 done, 1 refused, 2 wrong usage or no database, 3 waiting for --yes.',
  '',
]

function options(own: NonNullable<Command['options']>): string[] {
  const all = { ...own, ...common } as NonNullable<Command['options']>
  return aligned(
    Object.entries(all).map(([name, { placeholder, help }]) => [
      `--${name}${placeholder ? ` <${placeholder}>` : ''}`,
      help,
    ]),
  )
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2
  return rows.map(([name = '', help = '']) => `  ${name.padEnd(width)}${help}`)
}
