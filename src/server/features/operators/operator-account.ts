/** An operator's account: found, locked for a change, its sessions ended. */
import { eq, inArray } from 'drizzle-orm'
import { endSessionsOfViewer } from '#server/features/identity/index.ts'
import type { Operator } from '#server/features/operators/operator.ts'
import { operators, operatorSessions } from '#server/features/operators/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { operatorPrefix } from '#server/platform/messages.ts'

/** An operator as it is stored. */
export type OperatorAccount = typeof operators.$inferSelect

/** Who changes operators: a signed-in admin, or on the command line a name without an account. */
export type Changer = Operator | { name: string; userId?: undefined }
/** Ends the operator's sessions, and those for viewing a customer's account. */
export const endSessionsOf = async (tx: Db, userId: string): Promise<void> => {
  // First, so that a view that is being opened is found.
  await tx.delete(operatorSessions).where(eq(operatorSessions.userId, userId))
  await endSessionsOfViewer(tx, userId)
}

export async function findOperator(db: Db, userId: string): Promise<OperatorAccount | undefined> {
  const [found] = await db.select().from(operators).where(eq(operators.userId, userId))
  return found
}

/**
 * Locks the operator and the one who changes it, in the order of their ids, so that of two who
 * change each other the second sees what the first did. Foreign keys to these rows stay checkable.
 * Throws ApiError `sessionEnded` if the changer was signed out or is no admin any more.
 */
export async function lockOperator(
  tx: Db,
  id: string | number,
  changer: Changer,
): Promise<OperatorAccount> {
  const userId = String(id)
  const ids = [userId, ...(changer.userId === undefined ? [] : [changer.userId])].filter(isId)
  const locked = await tx
    .select()
    .from(operators)
    .where(inArray(operators.userId, ids))
    .orderBy(operators.userId)
    .for('no key update')
  if (changer.userId !== undefined) await validateChanger(tx, locked, changer)
  const found = locked.find((each) => each.userId === userId)
  if (!found) throw new ApiError('notFound')
  return found
}

/** The call was authenticated before its rows were locked. */
async function validateChanger(
  tx: Db,
  locked: readonly OperatorAccount[],
  { userId, tokenHash }: Operator,
): Promise<void> {
  const isAdmin = locked.some(
    (each) => each.userId === userId && each.enabled && each.role === 'admin',
  )
  const hasSession = await tx.$count(operatorSessions, eq(operatorSessions.tokenHash, tokenHash))
  if (!isAdmin || hasSession === 0) throw new ApiError('sessionEnded')
}

export const toLoggedOperator = ({ email, name, role, enabled }: OperatorAccount) => ({
  email,
  name,
  role,
  enabled,
})

export const createTakenError = (field: 'email' | 'name') =>
  new ApiError('invalid', {
    fields: [{ field, rule: 'taken', call: `${operatorPrefix}operators` }],
  })
