/** Commands on operators, the people who sign in to the console at /operator. */
import { asc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { operators as calls } from '#contract/operator/operators.ts'
import { operatorRoles } from '#contract/operator/roles.ts'
import {
  changeOperatorEnabled,
  confirmOperator,
  createOperator,
  operatorKey,
  getOperatorByEmail,
  renewCredentials,
} from '#server/features/operators/service.ts'
import { listEvents } from '#server/cli/accounts.ts'
import { operators } from '#server/features/operators/table.ts'
import {
  parseOneOf,
  UsageError,
  ValidationError,
  formatYesOrNo,
  type Command,
  type CommandOutput,
  type OutputRow,
} from '#server/cli/command.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'

const list: Command = {
  name: 'operators list',
  summary: 'Lists the operators, who sign in at /operator.',
  async run(tx, { zone }) {
    const rows = await tx.select().from(operators).orderBy(asc(operators.email))
    return { kind: 'list', rows: rows.map((row) => formatOperator(row, zone)) }
  },
}

const add: Command = {
  name: 'operators add',
  operand: 'email',
  summary:
    'Adds an operator and prints password and authenticator secret, once: hand them over safely.',
  options: {
    name: { placeholder: 'text', help: 'name in the operator log (required)' },
    role: { placeholder: operatorRoles.join('|'), help: 'what they may do (required)' },
  },
  async run(tx, { operand, options, operator, now, zone, services }) {
    if (options['name'] === undefined || options['role'] === undefined)
      throw new UsageError('operators add needs --name and --role.')
    const role = parseOneOf(operatorRoles)(options['role'], 'role')
    const parsed = z.safeParse(calls.create.input, { email: operand, name: options['name'], role })
    if (!parsed.success)
      throw new ValidationError(
        `“${operand}” has to be an email address, and --name 2 to 32 characters on one line, none of them invisible, without a web address.`,
      )
    const created = await createOperator(tx, await services(), parsed.data, operator, now)
    return toChangeOutput(tx, operand!, null, formatCredentials(created), zone)
  },
}

const renew: Command = {
  name: 'operators renew',
  operand: 'email',
  summary:
    'Replaces password and authenticator secret of an operator, ends the sessions and prints them, once.',
  async run(tx, { operand, operator, now, zone, services }) {
    const account = await getOperatorByEmail(tx, operand!)
    const renewed = await renewCredentials(tx, await services(), account.userId, operator, now)
    return toChangeOutput(
      tx,
      operand!,
      formatOperator(account, zone),
      formatCredentials(renewed),
      zone,
    )
  },
}

const createEnablingCommand = (name: 'enable' | 'disable', summary: string): Command => ({
  name: `operators ${name}`,
  operand: 'email',
  summary,
  async run(tx, { operand, operator, now, zone }) {
    const account = await getOperatorByEmail(tx, operand!)
    const change = { id: account.userId, enabled: name === 'enable' }
    await changeOperatorEnabled(tx, change, operator, now)
    return toChangeOutput(tx, operand!, formatOperator(account, zone), [], zone)
  },
})

const confirm: Command = {
  name: 'operators confirm',
  operand: 'email',
  summary:
    'Confirms that an operator is a person of their own, who may approve requests of who gave them access.',
  async run(tx, { operand, operator, now, zone }) {
    const account = await getOperatorByEmail(tx, operand!)
    await confirmOperator(tx, account.userId, operator, now)
    return toChangeOutput(tx, operand!, formatOperator(account, zone), [], zone)
  },
}

const events: Command = {
  name: 'operators events',
  operand: 'email',
  summary: 'Lists the sign-ins of an operator and the refused ones, oldest first.',
  options: { csv: { help: 'as CSV' } },
  async run(tx, { operand, options, zone }) {
    const { userId } = await getOperatorByEmail(tx, operand!)
    return listEvents(tx, operatorKey(userId), zone, options['csv'] !== undefined)
  },
}

export const operatorCommands: readonly Command[] = [
  list,
  add,
  renew,
  createEnablingCommand('disable', 'Shuts an operator out and ends the sessions.'),
  createEnablingCommand('enable', 'Lets a disabled operator sign in again.'),
  confirm,
  events,
]

const formatCredentials = ({
  password,
  secret,
  uri,
}: {
  password: string
  secret: string
  uri: string
}) => [`Password: ${password}`, `Authenticator secret: ${secret}`, `Authenticator URI: ${uri}`]

async function toChangeOutput(
  tx: Db,
  email: string,
  before: OutputRow | null,
  notes: readonly string[],
  zone: string,
): Promise<CommandOutput> {
  const account = await getOperatorByEmail(tx, email)
  return {
    kind: 'change',
    subject: `operator ${account.email}`,
    before,
    after: formatOperator(account, zone),
    notes,
    changed: { ownerId: null, about: [] },
    needsConfirmation: false,
  }
}

function formatOperator(
  { userId, email, name, role, enabled, createdAt, lastLoginAt }: typeof operators.$inferSelect,
  zone: string,
): OutputRow {
  return {
    row: { userId, email, name, role, enabled, createdAt, lastLoginAt },
    text: {
      email,
      name,
      role,
      enabled: formatYesOrNo(enabled),
      created: formatWireTime(createdAt, zone),
      'last login': lastLoginAt ? formatWireTime(lastLoginAt, zone) : 'never',
    },
  }
}
