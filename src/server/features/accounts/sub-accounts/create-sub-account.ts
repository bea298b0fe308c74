/** Creates a sub-account with a login name that is free. */
import { transaction, onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { balances } from '#server/features/ledger/table.ts'
import { lockActiveAccount } from '#server/features/accounts/lock-active-account.ts'
import { normalizeLoginName, isNameFree } from '#server/features/accounts/login-names.ts'
import { ApiError } from '#server/http/errors.ts'

type NewSubAccount = {
  account: string
  nickname: string | null
  passwordHash: string
  enabled: boolean
}

const createNameTakenError = () =>
  new ApiError('nameTaken', { fields: [{ field: 'account', rule: 'taken' }] })

/** Login names share one case-insensitive namespace. Throws ApiError `nameTaken`. */
export async function refuseTakenName(db: Db, account: string): Promise<void> {
  if (!(await isNameFree(db, account))) throw createNameTakenError()
}

/** Throws ApiError `nameTaken`, also on a concurrent insert of the same name. */
export async function insertSubAccount(
  db: Db,
  ownerId: string,
  subAccount: NewSubAccount,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockActiveAccount(tx, ownerId)
    const { userId } = onlyRow(
      await tx
        .insert(users)
        .values({ ownerId, ...subAccount, registeredAt: now })
        .returning({ userId: users.userId }),
    )
    const insertedNames = await tx
      .insert(loginNames)
      .values({ name: normalizeLoginName(subAccount.account), kind: 'account', ownerId, userId })
      .onConflictDoNothing()
      .returning({ name: loginNames.name })
    if (insertedNames.length === 0) throw createNameTakenError()
    await tx.insert(balances).values({ ownerId, userId })
  })
}
