/** Operator commands for customers' accounts. */
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
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
  suspensionActions,
  toLogSubject,
  type Customer,
} from '#server/features/accounts/customers/service.ts'

const reasonOption = { reason: { placeholder: 'text', help: 'why; kept for operators (required)' } }

const suspend: Command = {
  name: suspensionActions.suspend,
  operand: 'account',
  summary:
    'Suspends a main account and its sub-accounts: all are signed out and can’t sign in. They keep their money, quota and late payments. Needs --by and --reason.',
  options: reasonOption,
  run: (tx, input) => runSuspension(tx, input, 'suspend'),
}

const reopen: Command = {
  name: suspensionActions.reopen,
  operand: 'account',
  summary:
    'Reopens a suspended main account. Sub-accounts disabled by its owner stay disabled. Needs --by and --reason.',
  options: reasonOption,
  run: (tx, input) => runSuspension(tx, input, 'reopen'),
}

const endSessions: Command = {
  name: 'sessions end',
  operand: 'account',
  summary:
    'Signs an account out everywhere; with --family, also its main account and all sub-accounts. Needs --by.',
  options: {
    family: { help: 'include the main account and all sub-accounts' },
    reason: { placeholder: 'text', help: 'a note, kept for operators' },
  },
  async run(tx, { operand, options, operator, now }) {
    if (!operator.isNamed) throw new UsageError('sessions end needs --by.')
    const reason = options['reason'] === undefined ? null : parseText(options['reason'], 'reason')
    const customer = await findCustomer(tx, operand!)
    const { ownerId } = customer
    const change = { operator: operator.name, reason, now }
    const wholeGroup = options['family'] !== undefined
    const endedCount = await endCustomerSessions(tx, customer, wholeGroup, change)
    const changed: ChangeEvent = { ownerId, about: ['login', 'user'] }
    return {
      kind: 'change',
      subject: toLogSubject(customer),
      before: formatSessionCount(endedCount),
      after: formatSessionCount(0),
      changed,
      notes: [],
      needsConfirmation: false,
    }
  },
}

const formatSessionCount = (count: number): OutputRow => ({
  row: { sessions: count },
  text: { sessions: formatInteger(count) },
})

const events: Command = {
  name: 'accounts events',
  operand: 'account',
  summary:
    'Lists the stored security events of an account, oldest first: sign-ins, refused sign-ins and password changes by network and day, open and blocked sessions, security alerts, two-factor authentication and operators’ actions. Attempts beyond the limits are refused and not counted. Use --json or --csv to export.',
  options: { csv: { help: 'as CSV' } },
  async run(tx, { operand, options, zone }) {
    return listEvents(tx, await findCustomer(tx, operand!), zone, options['csv'] !== undefined)
  },
}

/**
 * Lists the security events of a customer or an operator. Operators have no login names, so their
 * list lacks the changes of the operator log.
 */
export async function listEvents(
  tx: Db,
  user: UserKey,
  zone: string,
  csv: boolean,
): Promise<CommandOutput> {
  const recorded = await readEvents(tx, user, zone)
  const rows = recorded.map(({ at, event, ip = '', client = '', detail = '' }): OutputRow => {
    const row = { at: formatWireTime(at, zone), event, ip, client, detail }
    return { row, text: row }
  })
  return { kind: 'list', rows, csv }
}

export const accountCommands: readonly Command[] = [suspend, reopen, endSessions, events]

async function runSuspension(
  tx: Db,
  { operand, options, operator, now }: CommandInput,
  change: keyof typeof suspensionActions,
): Promise<CommandOutput> {
  if (options['reason'] === undefined || !operator.isNamed)
    throw new UsageError(`${suspensionActions[change]} needs --by and --reason.`)
  const reason = parseText(options['reason'], 'reason')
  const customer = await findCustomer(tx, operand!)
  const { ownerId } = customer
  const { ended, ...states } = await changeSuspended(tx, customer, change, {
    operator: operator.name,
    reason,
    now,
  })
  const [before, after] = [states.before, states.after].map((row): OutputRow => ({
    row,
    text: { account: row.enabled ? 'open' : 'suspended' },
  }))
  const notes = change === 'suspend' ? [`Sessions ended: ${formatInteger(ended)}.`] : []
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
  wrongCode: 'sign-in refused: wrong two-factor code',
  passwordChanged: 'password changed',
  passwordReset: 'password reset by a mailed code',
  passwordSetByOwner: 'password set by the main account',
}

async function readEvents(
  tx: Db,
  { ownerId, userId }: UserKey,
  zone: string,
): Promise<ListedEvent[]> {
  const signIns = await tx
    .select()
    .from(loginLog)
    .where(and(eq(loginLog.ownerId, ownerId), eq(loginLog.userId, userId)))
    .orderBy(asc(loginLog.at))
  const recorded = await tx
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.ownerId, ownerId), eq(securityEvents.userId, userId)))
  const storedSessions = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.ownerId, ownerId), eq(sessions.userId, userId)))
  const alerts = await tx
    .select({ at: notices.at, words: notices.words })
    .from(notices)
    .where(
      and(
        eq(notices.ownerId, ownerId),
        eq(notices.userId, userId),
        or(eq(notices.type, 'safety'), like(notices.type, 'newPlace%')),
      ),
    )
  const [twoFactor] = await tx
    .select({ enabledAt: twoFactorSecrets.enabledAt })
    .from(twoFactorSecrets)
    .where(and(eq(twoFactorSecrets.ownerId, ownerId), eq(twoFactorSecrets.userId, userId)))
  const names = await tx
    .select({ name: loginNames.name })
    .from(loginNames)
    .where(and(eq(loginNames.ownerId, ownerId), eq(loginNames.userId, userId)))
  const operatorActions = await tx
    .select()
    .from(operatorLog)
    .where(inArray(sql`lower(${operatorLog.subject})`, names.map(toLogSubject)))
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
          : `${count} times from ${network || 'many networks'}, last ${formatWireTime(lastAt, zone)}`,
    })),
    ...storedSessions.map(({ createdAt, usedAt, disabledAt, ip, clientType, browser, system }) => ({
      at: createdAt,
      event: disabledAt ? 'session, blocked' : 'session, open',
      ip,
      client: [clientType, browser, system].filter(Boolean).join(' '),
      detail: `last used ${formatWireTime(usedAt, zone)}`,
    })),
    ...alerts.map(({ at, words }) => ({ at, event: 'security alert', detail: words.en.title })),
    ...(twoFactor?.enabledAt ? [{ at: twoFactor.enabledAt, event: 'two-factor turned on' }] : []),
    ...operatorActions.map(({ at, action, operator, reason }) => ({
      at,
      event: `operator: ${action}`,
      detail: [operator, reason].filter(Boolean).join(': '),
    })),
  ]
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

export const removeTwoFactor: Command = {
  name: 'two-factor remove',
  operand: 'account',
  summary:
    'Removes two-factor authentication from an account, given by its login name: the password alone is then enough. The owner is notified. Needs --by and --reason.',
  options: {
    reason: {
      placeholder: 'text',
      help: 'why, and how the identity was verified; kept for operators (required)',
    },
  },
  async run(tx, { operand, options, operator, now }) {
    if (options['reason'] === undefined || !operator.isNamed)
      throw new UsageError('two-factor remove needs --by and --reason.')
    const reason = parseText(options['reason'], 'reason')
    const customer = await findCustomer(tx, operand!)
    await removeCustomerTwoFactor(tx, customer, { operator: operator.name, reason, now })

    return {
      kind: 'change',
      subject: toLogSubject(customer),
      before: formatTwoFactor(true),
      after: formatTwoFactor(false),
      changed: { ownerId: customer.ownerId, about: ['secondStep', 'notice'] },
      notes: [],
      needsConfirmation: false,
    }
  },
}

/** `secondStep`: the name under which the operator log has it. */
const formatTwoFactor = (isOn: boolean): OutputRow => ({
  row: { secondStep: isOn },
  text: { 'two-factor': isOn ? 'on' : 'off' },
})
