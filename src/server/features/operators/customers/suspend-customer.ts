/** Suspends and reopens a customer’s accounts. */
import { and, eq, isNull } from 'drizzle-orm'
import {
  sendSecurityAlert,
  blockSessionsOfAccountGroup,
  endSessionsOfAccountGroup,
} from '#server/features/identity/index.ts'
import { users } from '#server/features/accounts/table.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  type Customer,
  type AccountChange,
  toLogSubject,
  createRefusal,
} from '#server/features/operators/customers/customer.ts'

/** Names in the operator log. */
const suspensionActions = {
  suspend: 'accounts suspend',
  reopen: 'accounts reopen',
} as const

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
