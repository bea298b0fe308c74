/** Ends a customer’s sessions, and removes a lost second step. */
import { and, eq } from 'drizzle-orm'
import {
  sendSecurityAlert,
  endSessionsOf,
  endSessionsOfAccountGroup,
  deleteRecoveryCodes,
  isTwoFactorEnabled,
  removeTwoFactor,
  findTwoFactor,
} from '#server/features/identity/index.ts'
import { sessions } from '#server/features/identity/table.ts'
import { recordChange } from '#server/features/operators/record-change.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  type Customer,
  type AccountChange,
  toLogSubject,
  createRefusal,
} from '#server/features/operators/customers/customer.ts'

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
