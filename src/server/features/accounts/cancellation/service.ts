/** Cancels an account with all its sub-accounts, atomically (spec 1.11, 5.13). */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import { eraseAccountGroup, accountGroupOf } from '#server/features/accounts/cancellation/erase.ts'
import { forfeitQuota } from '#server/features/accounts/cancellation/forfeit.ts'
import { closeOpenOrders } from '#server/features/accounts/cancellation/open-orders.ts'
import { lockAccountGroup } from '#server/features/ledger/service.ts'
import { recordFormerEmail } from '#server/features/accounts/former-emails.ts'
import { openOrders, type OrderDeps } from '#server/features/orders/find-order.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { inBothLanguages } from '#server/platform/messages.ts'

type Needs = OrderDeps & Pick<Dependencies, 'encryption'>

/** Attempts at closing all orders, because new ones may be placed meanwhile. */
const rounds = 3

/**
 * The caller has checked the password. `also` runs in the same transaction. Orders and the ledger
 * remain, without personal data. Succeeds if the account has already been cancelled. Throws
 * ApiError as `closeOpenOrders`, or `underWay` if orders are placed faster than they are closed.
 */
export async function cancelAccount(
  needs: Needs,
  ownerId: string,
  also: (tx: Db) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await closeOpenOrders(needs, ownerId)
    if (await transaction(needs.db, (tx) => end(tx, needs, ownerId, also))) return
  }
  throw new ApiError('underWay', { seconds: 5 })
}

/** Returns false, without changes, if an order awaits payment. */
async function end(
  tx: Db,
  needs: Needs,
  ownerId: string,
  also: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const now = needs.clock()
  // Erasing years of translations may exceed the default statement timeout.
  await tx.execute('set local statement_timeout = 0')
  const { locked, subIds } = await lockAccountGroup(tx, ownerId)
  if (!locked.find(ownerId)) return true
  if ((await openOrders(tx, ownerId)).length > 0) return false
  await forfeitQuota(tx, locked, subIds, now)
  const family = await accountGroupOf(tx, ownerId, now)
  await eraseAccountGroup(tx, family)
  const email = family.people.find(({ userId }) => userId === ownerId)?.account ?? ''
  await recordFormerEmail(tx, needs.encryption, email, now)
  if (email.includes('@'))
    await queueMail(tx, { to: email, words: inBothLanguages('cancelled', {}) }, now)
  await also(tx)
  return true
}
