/** Inserts the users of new sub-accounts, with their login names and balances. */
import { normalizeLoginName } from '#server/features/accounts/login-names.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Db } from '#server/platform/db/open.ts'

export type NewUser = {
  readonly account: string
  readonly nickname: string | null
  readonly passwordHash: string
  readonly enabled: boolean
}

export const createNameTakenError = () =>
  new ApiError('nameTaken', { fields: [{ field: 'account', rule: 'taken' }] })

/**
 * Returns the ids by account. Throws ApiError `nameTaken`, also on a concurrent insert of the same
 * name. Many at once are passed in the order of their login names, so that two calls don't wait for
 * each other.
 */
export async function insertUsers(
  tx: Db,
  ownerId: string,
  newUsers: readonly NewUser[],
  now: Date,
): Promise<Map<string, string>> {
  const inserted = await tx
    .insert(users)
    .values(newUsers.map((user) => ({ ...user, ownerId, registeredAt: now })))
    .returning({ userId: users.userId, account: users.account })
  const names = inserted.map(({ userId, account }) => ({
    name: normalizeLoginName(account),
    kind: 'account' as const,
    ownerId,
    userId,
  }))
  const insertedNames = await tx
    .insert(loginNames)
    .values(names)
    .onConflictDoNothing()
    .returning({ name: loginNames.name })
  if (insertedNames.length < names.length) throw createNameTakenError()
  await tx.insert(balances).values(inserted.map(({ userId }) => ({ ownerId, userId })))
  return new Map(inserted.map(({ userId, account }) => [account, userId]))
}
