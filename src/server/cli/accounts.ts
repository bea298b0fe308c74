/** Operator commands for accounts, including the removal of two-factor authentication. */
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import { and, asc, eq, like, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { operatorLog } from '#server/features/operators/table.ts'
import { notices } from '#server/features/notifications/table.ts'
import { loginNames } from '#server/features/accounts/table.ts'
import { loginLog, twoFactorSecrets, securityEvents, sessions } from '#server/auth/table.ts'
import type { SecurityEvent } from '#server/auth/security-events.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type CommandInput,
  type OutputRow,
  type CommandOutput,
  parseText,
  formatInteger,
} from '#server/cli/command.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import {
  changeSuspended,
  endCustomerSessions,
  removeCustomerTwoFactor,
  toLogSubject,
  type Customer,
} from '#server/features/accounts/customers/service.ts'

const reasonOption = { reason: { placeholder: 'text', help: 'why; kept for staff (required)' } }

const suspend: Command = {
  name: 'accounts suspend',
  operand: 'account',
  summary:
    'Suspends a main account and its sub-accounts: all are logged out and can’t log in. They keep their money, quota and late payments. Needs --by and --reason.',
  options: reasonOption,
  run: (tx, input) => runSuspension(tx, input, 'accounts suspend', false),
}

const reopen: Command = {
  name: 'accounts reopen',
  operand: 'account',
  summary:
    'Reopens a suspended main account. Sub-accounts disabled by its owner stay disabled. Needs --by and --reason.',
  options: reasonOption,
  run: (tx, input) => runSuspension(tx, input, 'accounts reopen', true),
}

const endSessions: Command = {
  name: 'sessions end',
  operand: 'account',
  summary:
    'Logs an account out everywhere; with --family, also its main account and all sub-accounts. Needs --by.',
  options: {
    family: { help: 'include the main account and all sub-accounts' },
    reason: { placeholder: 'text', help: 'a note, kept for staff' },
  },
  async run(tx, { operand, options, operator, now }) {
    if (!operator.isNamed) throw new UsageError('sessions end needs --by.')
    const reason = options['reason'] === undefined ? null : parseText(options['reason'], 'reason')
    const customer = await findCustomer(tx, operand!)
    const { ownerId } = customer
    const change = { operator: operator.name, reason, now }
    const open = await endCustomerSessions(tx, customer, options['family'] !== undefined, change)
    const [before, after] = [open, 0].map((count): OutputRow => ({
      row: { sessions: count },
      text: { sessions: formatInteger(count) },
    }))
    const changed: ChangeEvent = { ownerId, about: ['login', 'user'] }
    return {
      kind: 'change',
      subject: toLogSubject(customer),
      before: before!,
      after: after!,
      changed,
      notes: [],
      needsConfirmation: false,
    }
  },
}

const events: Command = {
  name: 'accounts events',
  operand: 'account',
  summary:
    'Lists the stored security events of an account, oldest first: logins, refused logins and password changes by network and day, open sessions, warnings, two-step verification and staff actions. Attempts beyond the limits are refused and not counted. Use --json or --csv to export.',
  options: { csv: { help: 'as CSV' } },
  async run(tx, { operand, options, zone }) {
    return listEvents(tx, await findCustomer(tx, operand!), zone, options['csv'] !== undefined)
  },
}

/** Lists the security events of a customer or an operator. */
export async function listEvents(
  tx: Db,
  user: UserKey,
  zone: string,
  csv: boolean,
): Promise<CommandOutput> {
  const events = await readEvents(tx, user)
  const rows = events.map(({ at, event, ip = '', client = '', detail = '' }): OutputRow => {
    const row = { at: formatWireTime(at, zone), event, ip, client, detail }
    return { row, text: row }
  })
  return { kind: 'list', rows, csv }
}

export const accountCommands: readonly Command[] = [suspend, reopen, endSessions, events]

async function runSuspension(
  tx: Db,
  { operand, options, operator, now }: CommandInput,
  action: string,
  enabled: boolean,
): Promise<CommandOutput> {
  if (options['reason'] === undefined || !operator.isNamed)
    throw new UsageError(`${action} needs --by and --reason.`)
  const reason = parseText(options['reason'], 'reason')
  const customer = await findCustomer(tx, operand!)
  const { ownerId } = customer
  const change = { operator: operator.name, reason, now }
  const { ended, ...states } = await changeSuspended(tx, customer, !enabled, change)
  const [before, after] = [states.before, states.after].map((row): OutputRow => ({
    row,
    text: { account: row.enabled ? 'open' : 'suspended' },
  }))
  const notes = enabled ? [] : [`Sessions ended: ${formatInteger(ended)}.`]
  const changed: ChangeEvent = { ownerId, about: ['login', 'user', 'notice'] }
  return {
    kind: 'change',
    subject: toLogSubject(customer),
    before: before!,
    after: after!,
    changed,
    notes,
    needsConfirmation: false,
  }
}

/** Finds a customer by the typed name, which the result keeps. Deleted accounts have no names. */
async function findCustomer(tx: Db, typed: string): Promise<Customer> {
  const [found] = await tx
    .select({ ownerId: loginNames.ownerId, userId: loginNames.userId })
    .from(loginNames)
    .where(eq(loginNames.name, typed.trim().toLowerCase()))
  if (!found)
    throw new ValidationError(
      `Account ${typed} was not found. Use its email, username or sub-account name, or search with find.`,
    )
  return { ...found, name: typed }
}

type ListedEvent = { at: Date; event: string; ip?: string; client?: string; detail?: string }

const eventNames: Record<SecurityEvent, string> = {
  wrongPassword: 'sign-in refused: wrong password',
  wrongOwnPassword: 'wrong password while signed in',
  wrongCode: 'wrong code of the second step',
  passwordChanged: 'password changed',
  passwordReset: 'password reset by a mailed code',
  passwordSetByOwner: 'password set by the main account',
}

async function readEvents(tx: Db, { ownerId, userId }: UserKey): Promise<ListedEvent[]> {
  const signIns = await tx
    .select()
    .from(loginLog)
    .where(and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId)))
    .orderBy(asc(loginLog.at))
  const recorded = await tx
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.ownerId, ownerId), eq(securityEvents.userId, userId)))
  const open = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.ownerId, ownerId), eq(sessions.userId, userId)))
  const warnings = await tx
    .select({ at: notices.at, words: notices.words })
    .from(notices)
    .where(
      and(
        eq(notices.ownerId, ownerId),
        eq(notices.userId, userId),
        or(eq(notices.type, 'safety'), like(notices.type, 'newPlace%')),
      ),
    )
  const [step] = await tx
    .select({ enabledAt: twoFactorSecrets.enabledAt })
    .from(twoFactorSecrets)
    .where(and(eq(twoFactorSecrets.ownerId, ownerId), eq(twoFactorSecrets.userId, userId)))
  const names = tx
    .select({ subject: sql<string>`'account ' || ${loginNames.name}` })
    .from(loginNames)
    .where(and(eq(loginNames.ownerId, ownerId), eq(loginNames.userId, userId)))
  const staff = await tx
    .select()
    .from(operatorLog)
    .where(sql`lower(${operatorLog.subject}) in (${names})`)
  const all: ListedEvent[] = [
    ...signIns.map(({ at, ip, clientType }) => ({
      at,
      event: 'signed in',
      ip,
      client: clientType,
    })),
    ...recorded.map(({ event, network, ip, count, firstAt, lastAt }) => ({
      at: firstAt,
      event: eventNames[event],
      ip,
      detail:
        count === 1
          ? ''
          : `${count} times from ${network || 'many networks'}, last ${lastAt.toISOString()}`,
    })),
    ...open.map(({ createdAt, usedAt, disabledAt, ip, clientType, browser, system }) => ({
      at: createdAt,
      event: disabledAt ? 'session, shut out' : 'session, open',
      ip,
      client: [clientType, browser, system].filter(Boolean).join(' '),
      detail: `last used ${usedAt.toISOString()}`,
    })),
    ...warnings.map(({ at, words }) => ({ at, event: 'warned', detail: words.en.title })),
    ...(step?.enabledAt ? [{ at: step.enabledAt, event: 'second step turned on' }] : []),
    ...staff.map(({ at, action, operator, reason }) => ({
      at,
      event: `staff: ${action}`,
      detail: [operator, reason].filter(Boolean).join(': '),
    })),
  ]
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

export const removeTwoFactor: Command = {
  name: 'two-factor remove',
  operand: 'account',
  summary:
    'Removes two-step verification from an account, given by its login name: the password alone is then enough. The owner is notified. Needs --by and --reason.',
  options: {
    reason: {
      placeholder: 'text',
      help: 'why, and how the identity was verified; kept for staff (required)',
    },
  },
  async run(tx, { operand, options, operator, now }) {
    if (options['reason'] === undefined || !operator.isNamed)
      throw new UsageError('two-factor remove needs --by and --reason.')
    const reason = parseText(options['reason'], 'reason')
    const customer = await findCustomer(tx, operand!)
    await removeCustomerTwoFactor(tx, customer, { operator: operator.name, reason, now })
    const [before, after] = [formatSecondStep(true), formatSecondStep(false)]
    return {
      kind: 'change',
      subject: toLogSubject(customer),
      before,
      after,
      changed: { ownerId: customer.ownerId, about: ['secondStep', 'notice'] },
      notes: [],
      needsConfirmation: false,
    }
  },
}

const formatSecondStep = (secondStep: boolean): OutputRow => ({
  row: { secondStep },
  text: { 'second step': secondStep ? 'on' : 'off' },
})
