/**
 * Cancelling an account (spec 1.11, 5.13): the main account and all its sub-accounts end, all at
 * once or not at all. Orders and the ledger stay, without anything that says whose they were.
 */
import type { Db } from '#server/db/open.ts'
import { transact } from '#server/db/transact.ts'
import { eraseFamily, familyOf } from '#server/domain/cancellation/erase.ts'
import { lapse } from '#server/domain/cancellation/lapse.ts'
import { closeOpenOrders } from '#server/domain/cancellation/open-orders.ts'
import { holdFamily } from '#server/domain/family.ts'
import { leaveFormerAddress } from '#server/domain/former-addresses.ts'
import { openOrders } from '#server/domain/orders/find.ts'
import type { SettleNeeds } from '#server/domain/orders/settle.ts'
import { queueMail } from '#server/mail/queue.ts'
import { Refusal } from '#server/refusal.ts'
import type { Services } from '#server/services.ts'
import { wordsInBoth } from '#server/words.ts'

type Needs = SettleNeeds & Pick<Services, 'vault'>

/** Orders may be placed while others are being closed: then these are closed too, so many times. */
const rounds = 3

/**
 * The password has been checked. `also` belongs to the same transaction. An account that has been
 * cancelled meanwhile is cancelled. Throws Refusal as `closeOpenOrders`, or `underWay` when orders
 * are placed faster than they are closed.
 */
export async function cancelAccount(
  needs: Needs,
  ownerId: string,
  also: (tx: Db) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await closeOpenOrders(needs, ownerId)
    if (await transact(needs.db, (tx) => end(tx, needs, ownerId, also))) return
  }
  throw new Refusal('underWay', { seconds: 5 })
}

/** False, and nothing is done, where an order awaits payment. */
async function end(
  tx: Db,
  needs: Needs,
  ownerId: string,
  also: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const now = needs.clock()
  // All that they have is as much work as it is; whoever translated for years may leave as well.
  await tx.execute('set local statement_timeout = 0')
  const { held, subIds } = await holdFamily(tx, ownerId)
  if (!held.find(ownerId)) return true
  if ((await openOrders(tx, ownerId)).length > 0) return false
  await lapse(tx, ownerId, subIds, now)
  const family = await familyOf(tx, ownerId, now)
  await eraseFamily(tx, family)
  const email = family.people.find(({ userId }) => userId === ownerId)?.account ?? ''
  await leaveFormerAddress(tx, needs.vault, email, now)
  if (email.includes('@'))
    await queueMail(tx, { to: email, words: wordsInBoth('cancelled', {}) }, now)
  await also(tx)
  return true
}
