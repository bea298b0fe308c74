/** Command that adjusts a balance by a ledger row SYS_ADJUST, with operator and reason. */
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import type { UserKey } from '#server/platform/db/columns.ts'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import {
  lockAccounts,
  postEntries,
  spendable,
  type Account,
  type Entry,
} from '#server/features/ledger/service.ts'
import { mainMembership, entitlementOf } from '#server/features/packages/membership/service.ts'
import {
  extended,
  isTrialOver,
  minutesLeft,
  type Entitlement,
} from '#server/features/packages/service.ts'
import {
  ValidationError,
  UsageError,
  type Command,
  type OutputRow,
  writeDown,
  difference,
  text,
  integer,
} from '#server/cli/command.ts'
import { wireTimeOf } from '#server/platform/db/time.ts'

const minute = 60_000
const units = ['chars', 'voices', 'images'] as const
type AdjustmentRequest = Partial<Record<(typeof units)[number] | 'minutes', number>>

export const adjust: Command = {
  name: 'adjust',
  operand: 'account',
  summary:
    'Changes the balance of an account, given by its login name. The owner sees who did it. Needs --by and --reason.',
  options: {
    chars: { placeholder: '+/-number', help: 'characters' },
    voices: { placeholder: '+/-number', help: 'voice units' },
    images: { placeholder: '+/-number', help: 'images' },
    minutes: { placeholder: '+/-number', help: 'minutes of a monthly package; 1440 is a day' },
    reason: { placeholder: 'text', help: 'why; kept for staff (required)' },
  },
  async run(tx, { operand, options, operator, now, zone }) {
    const expected: AdjustmentRequest = Object.fromEntries(
      [...units, 'minutes'].flatMap((unit) =>
        options[unit] === undefined ? [] : [[unit, difference(options[unit], unit)]],
      ),
    )
    if (Object.keys(expected).length === 0)
      throw new UsageError('adjust needs at least one of --chars, --voices, --images, --minutes.')
    if (options['reason'] === undefined || !operator.named)
      throw new UsageError('adjust needs --by and --reason.')
    const reason = text(options['reason'], 'reason')
    const user = await accountNamed(tx, operand!)
    const locked = await lockAccounts(tx, user.ownerId, [user.userId])
    const account = locked.find(user.userId)
    if (!account) throw new ValidationError(`The account ${operand} was deleted.`)
    refuseBelowZero(account, expected)
    const { minutes = 0, ...change } = expected
    const entitlement = entitlementOf(await mainMembership(tx, user.ownerId), account)
    if ((expected.chars ?? 0) > 0 && isTrialOver(entitlement, now))
      throw new ValidationError(
        `${account.name} has a free test that is over, so characters given now would lapse at once.`,
      )
    const time = minutes === 0 ? {} : newExpiry(user, account, entitlement, minutes, now)
    const entry: Entry = {
      userId: user.userId,
      logType: 'SYS_ADJUST',
      change,
      ...time,
      context: { managerName: operator.name },
    }
    await postEntries(tx, locked, [entry], now)
    const [before, after] = [shown(account, zone), shown(locked.get(user.userId), zone)]
    const subject = `account ${operand}`
    await writeDown(tx, {
      at: now,
      operator: operator.name,
      action: 'adjust',
      subject,
      reason,
      before: before.row,
      after: after.row,
    })
    const changed: ChangeEvent = { ownerId: user.ownerId, about: ['user', 'memberAccountLog'] }
    return { kind: 'change', subject, before, after, changed, notes: [], needsConfirmation: true }
  },
}

async function accountNamed(tx: Db, name: string): Promise<UserKey> {
  const [found] = await tx
    .select({ ownerId: loginNames.ownerId, userId: loginNames.userId })
    .from(loginNames)
    .innerJoin(
      users,
      and(eq(users.ownerId, loginNames.ownerId), eq(users.userId, loginNames.userId)),
    )
    .innerJoin(
      balances,
      and(eq(balances.ownerId, loginNames.ownerId), eq(balances.userId, loginNames.userId)),
    )
    .where(eq(loginNames.name, name.trim().toLowerCase()))
  if (!found)
    throw new ValidationError(
      `Account ${name} was not found. Use its email, username or sub-account name.`,
    )
  return found
}

function refuseBelowZero(account: Account, expected: AdjustmentRequest): void {
  for (const unit of units) {
    const by = expected[unit] ?? 0
    const has = spendable(account)[unit]
    if (by < 0 && has + by < 0)
      throw new ValidationError(
        `${account.name} has ${integer(has)} ${unit}, so no ${integer(-by)} can be taken.`,
      )
    if (!Number.isSafeInteger(account[unit] + by))
      throw new ValidationError(`${account.name} can’t have that many ${unit}.`)
  }
}

/** Adds minutes as a purchase does; deducts from the remaining time. */
function newExpiry(
  { ownerId, userId }: UserKey,
  { name }: Account,
  entitlement: Entitlement,
  minutes: number,
  now: Date,
): Pick<Entry, 'minutes' | 'expiresAt'> {
  if (ownerId !== userId)
    throw new ValidationError(`${name} is a sub-account: it uses the main account’s time.`)
  if (entitlement.mode !== 'time')
    throw new ValidationError(`${name} is billed per character, so it has no minutes to change.`)
  if (minutes > 0) {
    const { expiresAt } = extended(
      entitlement,
      { channelId: entitlement.channelId, billingMode: 'time', num: minutes },
      now,
    )
    return { minutes, expiresAt }
  }
  const left = minutesLeft(entitlement, now)
  if (left + minutes < 0)
    throw new ValidationError(
      `${name} has ${integer(left)} minutes left, so no ${integer(-minutes)} can be taken.`,
    )
  return { minutes, expiresAt: new Date(entitlement.expiresAt!.getTime() + minutes * minute) }
}

function shown({ chars, voices, images, expiresAt }: Account, zone: string): OutputRow {
  return {
    row: { chars, voices, images, expiresAt },
    text: {
      chars: integer(chars),
      voices: integer(voices),
      images: integer(images),
      'valid until': expiresAt ? wireTimeOf(expiresAt, zone) : 'no end',
    },
  }
}
