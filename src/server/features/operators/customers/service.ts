/** Changes of customers' accounts by operators, in the console and by command. */
import { and, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import {
  sendSecurityAlert,
  blockSessionsOfAccountGroup,
  endSessionsOf,
  endSessionsOfAccountGroup,
  deleteRecoveryCodes,
  isTwoFactorEnabled,
  removeTwoFactor,
  findTwoFactor,
} from '#server/features/identity/index.ts'
import type { Account } from '#server/features/ledger/index.ts'
import { adjustBalance, type Adjustment } from '#server/features/packages/index.ts'
import { sessions } from '#server/features/identity/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { accountLog } from '#server/features/ledger/table.ts'
import { approvalKind } from '#server/features/operators/approvals/service.ts'
import { namesOfLinked, recordChange } from '#server/features/operators/service.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ChangeEvent } from '#server/platform/events/event-bus.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'

/** `name`: the login name under which the operator log has the account. */
export type Customer = UserKey & { name: string }

/** Who makes a change, and why. */
export type AccountChange = { operator: string; reason: string | null; now: Date }

export const toLogSubject = ({ name }: Pick<Customer, 'name'>): string => `account ${name}`

/** Names in the operator log. */
const suspensionActions = {
  suspend: 'accounts suspend',
  reopen: 'accounts reopen',
} as const

/** Throws ApiError `notFound`, with the reason for a deleted account. */
export async function getCustomer(db: Db, id: string | number): Promise<Customer> {
  const userId = String(id)
  const [found] = isId(userId) ? await selectCustomer(db, userId) : []
  return refuseErased(found)
}

/**
 * Like `getCustomer`. An erasure waits for the end of the transaction, so that it finds the name in
 * the operator log.
 */
export async function lockCustomer(tx: Db, id: string | number): Promise<Customer> {
  const userId = String(id)
  const [known] = isId(userId) ? await selectCustomer(tx, userId) : []
  // With the owner, so that a split database locks the row on one machine.
  const [found] = known
    ? await selectCustomers(
        tx,
        and(eq(users.ownerId, known.ownerId), eq(users.userId, userId)),
      ).for('share')
    : []
  return refuseErased(found)
}

const selectCustomer = (db: Db, userId: string) =>
  selectCustomers(db, acrossOwners('an operator knows the id alone', eq(users.userId, userId)))

const selectCustomers = (db: Db, where: SQL | undefined) =>
  db
    .select({
      ownerId: users.ownerId,
      userId: users.userId,
      name: users.account,
      erasedAt: users.erasedAt,
    })
    .from(users)
    .where(where)

function refuseErased(found: (Customer & { erasedAt: Date | null }) | undefined): Customer {
  if (!found) throw new ApiError('notFound')
  const { ownerId, userId, name, erasedAt } = found
  if (erasedAt) throw new ApiError('notFound', { reason: { key: 'accountDeleted', values: {} } })
  return { ownerId, userId, name }
}

/**
 * Suspends or reopens a main account; sub-accounts that the owner has disabled stay disabled. Locks
 * the main account's row first; sign-ins of the account group wait for that lock.
 */
export async function changeSuspended(
  tx: Db,
  customer: Customer,
  change: keyof typeof suspensionActions,
  { operator, reason, now }: AccountChange,
): Promise<void> {
  const { ownerId, userId, name } = customer
  if (ownerId !== userId) throw createRefusal('notAllowed', 'suspendSub', name)
  const isMain = and(eq(users.ownerId, ownerId), eq(users.userId, ownerId), isNull(users.erasedAt))
  const [before] = await tx
    .select({ enabled: users.enabled })
    .from(users)
    .where(isMain)
    .for('no key update')
  if (!before) throw new ApiError('notFound', { reason: { key: 'accountDeleted', values: {} } })
  const isSuspension = change === 'suspend'
  const after = { enabled: !isSuspension }
  if (before.enabled === after.enabled)
    throw createRefusal('changedElsewhere', isSuspension ? 'suspendedAlready' : 'openAlready', name)
  await tx.update(users).set(after).where(isMain)
  // Suspending marks the sessions, so that their next request reports the reason; reopening deletes
  // them.
  if (isSuspension) await blockSessionsOfAccountGroup(tx, ownerId, now)
  else await endSessionsOfAccountGroup(tx, ownerId)
  await sendSecurityAlert(tx, customer, isSuspension ? 'suspended' : 'reopened', now)
  const action = suspensionActions[change]
  const subject = toLogSubject(customer)
  await recordChange(tx, { at: now, operator, action, subject, reason, before, after })
}

/** Returns the number of ended sessions. */
export async function endCustomerSessions(
  tx: Db,
  customer: Customer,
  wholeGroup: boolean,
  { operator, reason, now }: AccountChange,
): Promise<number> {
  const { ownerId, userId } = customer
  const isConcerned = wholeGroup
    ? eq(sessions.ownerId, ownerId)
    : and(eq(sessions.ownerId, ownerId), eq(sessions.userId, userId))
  const open = await tx.$count(sessions, isConcerned)
  if (wholeGroup) await endSessionsOfAccountGroup(tx, ownerId)
  else await endSessionsOf(tx, ownerId, [userId])
  await recordChange(tx, {
    at: now,
    operator,
    action: 'sessions end',
    subject: toLogSubject(customer),
    reason,
    before: { sessions: open },
    after: { sessions: 0 },
  })
  return open
}

/** Notifies the owner. Throws ApiError `changedElsewhere` if two-factor is off. */
export async function removeCustomerTwoFactor(
  tx: Db,
  customer: Customer,
  { operator, reason, now }: AccountChange,
): Promise<void> {
  if (!isTwoFactorEnabled(await findTwoFactor(tx, customer)))
    throw createRefusal('changedElsewhere', 'noTwoFactor', customer.name)
  await removeTwoFactor(tx, customer)
  await deleteRecoveryCodes(tx, customer)
  await sendSecurityAlert(tx, customer, 'twoFactorRemoved', now)
  await recordChange(tx, {
    at: now,
    operator,
    action: 'two-factor remove',
    subject: toLogSubject(customer),
    reason,
    before: { secondStep: true },
    after: { secondStep: false },
  })
}

/** Posts the adjustment and logs it. The owner sees the operator's name. */
export async function adjustCustomer(
  tx: Db,
  customer: Customer,
  adjustment: Adjustment,
  { operator, reason, now, approvedBy }: AccountChange & { approvedBy?: string },
): Promise<{ before: Account; after: Account }> {
  const { before, after } = await adjustBalance(
    tx,
    customer,
    adjustment,
    { managerName: operator },
    now,
  )
  await recordChange(tx, {
    at: now,
    operator,
    action: 'adjust',
    subject: toLogSubject(customer),
    reason,
    before: toLoggedBalances(before),
    after: { ...toLoggedBalances(after), ...(approvedBy !== undefined && { approvedBy }) },
  })
  return { before, after }
}

const toLoggedBalances = ({ chars, voices, images, expiresAt }: Account) => ({
  chars,
  voices,
  images,
  expiresAt,
})

export const toAdjustmentEvent = ({ ownerId }: UserKey): ChangeEvent => ({
  ownerId,
  about: ['user', 'memberAccountLog'],
})

const optionalInteger = z.optional(z.int())

/** An adjustment above the limit, carried out once a second operator approves it. */
export const adjustmentApproval = approvalKind('adjust', {
  request: z.object({
    ownerId: z.string(),
    userId: z.string(),
    chars: optionalInteger,
    voices: optionalInteger,
    images: optionalInteger,
    minutes: optionalInteger,
  }),
  roles: ['finance', 'admin'],
  async execute(tx, { ownerId, userId, ...adjustment }, approved) {
    await adjustCustomer(
      tx,
      await getCustomer(tx, userId),
      withoutUnchangedUnits(adjustment),
      approved,
    )
    return toAdjustmentEvent({ ownerId, userId })
  },
})

/** Without the units that do not change. */
export const withoutUnchangedUnits = (adjustment: {
  [U in keyof Adjustment]: Adjustment[U] | undefined
}): Adjustment =>
  Object.fromEntries(
    Object.entries(adjustment).filter(([, change]) => change !== undefined && change !== 0),
  )

/** What counts towards the operator's limits of the day. */
export const toMovedAmounts = (adjustment: Adjustment): Adjustment =>
  Object.fromEntries(Object.entries(adjustment).map(([unit, change]) => [unit, Math.abs(change)]))

const day = 24 * 60 * 60_000

/**
 * Whether the operator would adjust the account group by more than the limit within 24 hours,
 * including previous adjustments, so that a large change cannot be split into small ones. Operators
 * who are linked by given access count as one.
 */
export async function exceedsAdjustmentLimit(
  tx: Db,
  { ownerId }: UserKey,
  adjustment: Adjustment,
  operatorId: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - day)
  const names = await namesOfLinked(tx, operatorId, since, now)
  const total = (column: keyof typeof changeColumns) =>
    sql<number>`coalesce(sum(abs(${changeColumns[column]})), 0)::float8`
  const [adjusted] = await tx
    .select({
      chars: total('chars'),
      voices: total('voices'),
      images: total('images'),
      minutes: total('minutes'),
    })
    .from(accountLog)
    .where(
      and(
        eq(accountLog.ownerId, ownerId),
        eq(accountLog.logType, 'SYS_ADJUST'),
        inArray(accountLog.managerName, names),
        gt(accountLog.at, since),
      ),
    )
  return (['chars', 'voices', 'images', 'minutes'] as const).some((unit) => {
    const change = Math.abs(adjustment[unit] ?? 0)
    return change > 0 && change + (adjusted?.[unit] ?? 0) > businessLimits.adjustment[unit]
  })
}

const changeColumns = {
  chars: accountLog.charChange,
  voices: accountLog.voiceChange,
  images: accountLog.imageChange,
  minutes: accountLog.minuteChange,
}

const createRefusal = (
  code: 'notAllowed' | 'changedElsewhere',
  key: 'suspendSub' | 'suspendedAlready' | 'openAlready' | 'noTwoFactor',
  account: string,
) => new ApiError(code, { reason: { key, values: { account } } })
