/** Help of the operators' commands, from the contract. */
import { operatorRoles } from '#contract/operator/roles.ts'
import type { Lang } from '#locales/messages.ts'
import { listOptions } from '#server/cli/call-options.ts'
import { say, type Command } from '#server/cli/command.ts'
import { findRecordCall } from '#server/cli/operator-call.ts'
import { alignColumns } from '#server/cli/output.ts'

/** All groups with the names of their commands; of one group, each command with its summary. */
export function formatGroups(commands: readonly Command[], lang: Lang): string[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split('.')[0]!)
  const lines =
    groups.size === 1
      ? commands.map((command) => [usageOf(command), command.summary(lang)])
      : [...groups].map(([group, own]) => [
          group,
          own.map(({ name }) => name.split('.')[1]).join(', '),
        ])
  return [
    'npm run ops -- <group> <call> --operator <name> [--field value …]',
    say(lang, 'commands.intro'),
    ...alignColumns(lines).map((line) => `  ${line}`),
    say(lang, 'commands.exitCodes'),
  ]
}

export function formatHelp(command: Command, lang: Lang): string[] {
  const isCall = 'endpoint' in command
  const keepsValues = isCall && findRecordCall(command) !== undefined
  const own = listOptions(command, lang).map(({ name, flag, label, isRequired }) => [
    flag,
    (keepsValues ? name === 'id' : isRequired) ? say(lang, 'commands.required', { label }) : label,
  ])
  const common = [
    isCall
      ? ['--operator <name>', say(lang, 'commands.operator')]
      : ['--by <name>', say(lang, 'commands.by')],
    ['--lang zh|en', say(lang, 'commands.lang')],
    ['--json', say(lang, 'commands.json')],
  ]
  const roles = isCall ? (command.endpoint.roles ?? operatorRoles).join(', ') : undefined
  return [
    `npm run ops -- ${usageOf(command)}`,
    command.summary(lang),
    ...(roles === undefined ? [] : [say(lang, 'commands.roles', { roles })]),
    ...(keepsValues ? [say(lang, 'commands.keepsValues')] : []),
    ...alignColumns([...own, ...common]).map((line) => `  ${line}`),
  ]
}

const usageOf = (command: Command): string => {
  const words = command.name.replace('.', ' ')
  return 'run' in command && command.operand ? `${words} <${command.operand}>` : words
}
