/** Creates a sub-account with a login name that is free. */
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { distribute, lockAccounts, readManager } from '#server/features/ledger/index.ts'
import { recordSecurityEvent } from '#server/features/identity/index.ts'
import { lockActiveAccount } from '#server/features/accounts/lock-active-account.ts'
import { isNameFree } from '#server/features/accounts/login-names.ts'
import {
  createNameTakenError,
  insertUsers,
  type NewUser,
} from '#server/features/accounts/sub-accounts/insert-users.ts'
import type { ExternalCall } from '#server/http/handler.ts'

/** `chars`: distributed to it. */
type NewSubAccount = NewUser & { readonly chars: number }

/** Login names share one case-insensitive namespace. Throws ApiError `nameTaken`. */
export async function refuseTakenName(db: Db, account: string): Promise<void> {
  if (!(await isNameFree(db, account))) throw createNameTakenError()
}

/**
 * With `chars` more than 0, distributes them to the new sub-account in the same transaction. Throws
 * ApiError `nameTaken`, also on a concurrent insert of the same name, or `notEnough`.
 */
export async function insertSubAccount(
  call: ExternalCall,
  { chars, ...subAccount }: NewSubAccount,
): Promise<void> {
  const { db, me } = call
  const { ownerId } = me
  const now = call.clock()
  await transaction(db, async (tx) => {
    // The distribution needs this lock, for which two holders of a share lock would wait forever.
    if (chars > 0) await lockAccounts(tx, ownerId, [ownerId])
    await lockActiveAccount(tx, ownerId)
    const ids = await insertUsers(tx, ownerId, [subAccount], now)
    const userId = ids.get(subAccount.account)!
    const each = { chars, voices: 0, images: 0 }
    if (chars > 0) {
      const manager = await readManager(tx, me)
      await distribute(tx, { ownerId, subIds: [userId], each, manager }, now)
    }
    await recordSecurityEvent(tx, call, { ownerId, userId }, 'createdByOwner')
    await call.audit(tx, { subjects: [userId] })
    await call.storeResponse(tx, null)
  })
}
