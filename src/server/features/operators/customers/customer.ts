/** Finds and locks the customer whom an operator’s call concerns. */
import { and, eq, type SQL } from 'drizzle-orm'
import { users } from '#server/features/accounts/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'

/** `name`: the login name under which the operator log has the account. */
export type Customer = UserKey & { name: string }

/** Who makes a change, and why. */
export type AccountChange = { operator: string; reason: string | null; now: Date }

export const toLogSubject = ({ name }: Pick<Customer, 'name'>): string => `account ${name}`

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

export const createRefusal = (
  code: 'notAllowed' | 'changedElsewhere',
  key: 'suspendSub' | 'suspendedAlready' | 'openAlready' | 'noTwoFactor',
  account: string,
) => new ApiError(code, { reason: { key, values: { account } } })
