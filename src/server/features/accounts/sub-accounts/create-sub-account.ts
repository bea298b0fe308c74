/** Creates a sub-account with a login name that is free. */
import { transaction, onlyRow } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { loginNames, users } from '#server/features/accounts/table.ts'
import { distribute, lockAccounts, readManager } from '#server/features/ledger/index.ts'
import { balances } from '#server/features/ledger/table.ts'
import { lockActiveAccount } from '#server/features/accounts/lock-active-account.ts'
import { normalizeLoginName, isNameFree } from '#server/features/accounts/login-names.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import { ApiError } from '#server/http/errors.ts'
import type { SignedCall } from '#server/http/handler.ts'

type NewSubAccount = {
  account: string
  nickname: string | null
  passwordHash: string
  enabled: boolean
  /** Distributed to it. */
  chars: number
}

const createNameTakenError = () =>
  new ApiError('nameTaken', { fields: [{ field: 'account', rule: 'taken' }] })

/** Login names share one case-insensitive namespace. Throws ApiError `nameTaken`. */
export async function refuseTakenName(db: Db, account: string): Promise<void> {
  if (!(await isNameFree(db, account))) throw createNameTakenError()
}

/**
 * With `chars` more than 0, distributes them to the new sub-account in the same transaction. Throws
 * ApiError `nameTaken`, also on a concurrent insert of the same name, or `notEnough`.
 */
export async function insertSubAccount(
  db: Db,
  me: CurrentUser,
  { chars, ...subAccount }: NewSubAccount,
  now: Date,
  audit: SignedCall['audit'],
): Promise<void> {
  const { ownerId } = me
  await transaction(db, async (tx) => {
    // The distribution needs this lock, for which two holders of a share lock would wait forever.
    if (chars > 0) await lockAccounts(tx, ownerId, [ownerId])
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
    const each = { chars, voices: 0, images: 0 }
    if (chars > 0) {
      const manager = await readManager(tx, me)
      await distribute(tx, { ownerId, subIds: [userId], each, manager }, now)
    }
    await audit(tx, { subjects: [userId] })
  })
}
