/** Cancels an account with all its sub-accounts, atomically (spec 1.11, 5.13). */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  eraseAccountGroup,
  accountGroupOf,
} from '#server/features/accounts/cancellation/personal-data.ts'
import { closeOpenOrders } from '#server/features/orders/payment/service.ts'
import {
  lockAccountGroup,
  closeAccounts,
  postEntries,
  type Entry,
  type LockedAccounts,
} from '#server/features/ledger/service.ts'
import { recordFormerEmail } from '#server/features/accounts/service.ts'
import { openOrders, type OrderDeps } from '#server/features/orders/service.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { inBothLanguages } from '#server/platform/messages.ts'
import { mainMembership, entitlementOf } from '#server/features/packages/membership/service.ts'
import { minutesLeft } from '#server/features/packages/service.ts'
import { reclaimAll } from '#server/features/ledger/transfers/service.ts'

type CancellationDeps = OrderDeps & Pick<Dependencies, 'encryption'>

/** Attempts at closing all orders, because new ones may be placed meanwhile. */
const rounds = 3

/**
 * The caller has checked the password. `also` runs in the same transaction. Orders and the ledger
 * remain, without personal data. Succeeds if the account has already been cancelled. Throws
 * ApiError as `closeOpenOrders`, or `underWay` if orders are placed faster than they are closed.
 */
export async function cancelAccount(
  deps: CancellationDeps,
  ownerId: string,
  also: (tx: Db) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await closeOpenOrders(deps, ownerId)
    const ended = await transaction(deps.db, (tx) => endAccounts(tx, deps, ownerId, also), {
      isLong: true,
    })
    if (ended) return
  }
  throw new ApiError('underWay', { seconds: 5 })
}

/** Returns false, without changes, if an order awaits payment. */
async function endAccounts(
  tx: Db,
  deps: CancellationDeps,
  ownerId: string,
  also: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const now = deps.clock()
  // Erasing years of translations may exceed the default statement timeout.
  await tx.execute('set local statement_timeout = 0')
  const { locked, subIds } = await lockAccountGroup(tx, ownerId)
  if (!locked.find(ownerId)) return true
  if ((await openOrders(tx, ownerId)).length > 0) return false
  await forfeitQuota(tx, locked, subIds, now)
  const group = await accountGroupOf(tx, ownerId, now)
  await eraseAccountGroup(tx, group)
  const email = group.people.find(({ userId }) => userId === ownerId)?.account ?? ''
  await recordFormerEmail(tx, deps.encryption, email, now)
  if (email.includes('@'))
    await queueMail(tx, { to: email, words: inBothLanguages('cancelled', {}) }, now)
  await also(tx)
  return true
}

/**
 * Forfeits the remaining quota and closes the accounts, so that no later credit is possible. Amounts reserved by translations in
 * flight are forfeited too and never charged.
 */
async function forfeitQuota(
  tx: Db,
  locked: LockedAccounts,
  subIds: readonly string[],
  now: Date,
): Promise<void> {
  await reclaimAll(tx, locked, subIds, now)
  await postEntries(tx, locked, await remainder(tx, locked, now), now)
  await closeAccounts(tx, locked, [locked.ownerId, ...subIds], now)
}

async function remainder(tx: Db, locked: LockedAccounts, now: Date): Promise<Entry[]> {
  // Suppresses the low-balance alert.
  const main = { ...locked.get(locked.ownerId), lowChars: null }
  locked.set(main)
  const { userId, chars, voices, images } = main
  const minutes = minutesLeft(entitlementOf(await mainMembership(tx, userId), main), now)
  if (chars + voices + images + minutes === 0) return []
  const time = minutes > 0 ? { minutes: -minutes, expiresAt: now } : {}
  return [
    {
      userId,
      logType: 'OTHER',
      change: { chars: 0 - chars, voices: 0 - voices, images: 0 - images },
      ...time,
    },
  ]
}
