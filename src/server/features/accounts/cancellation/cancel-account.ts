/** Cancels an account with all its sub-accounts, atomically (spec 1.11, 5.13). */
import type { Db } from '#server/platform/db/open.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  eraseAccountGroup,
  readAccountGroup,
} from '#server/features/accounts/cancellation/personal-data.ts'
import {
  closeOpenOrders,
  listOpenOrders,
  refuseWithLiveRequest,
  type OrderDeps,
} from '#server/features/orders/index.ts'
import {
  lockAccountGroup,
  closeAccounts,
  postEntries,
  type Entry,
  type LockedAccounts,
  reclaimLeft,
} from '#server/features/ledger/index.ts'
import { readMainMembership, toEntitlement, minutesLeft } from '#server/features/packages/index.ts'
import { recordFormerEmail } from '#server/features/accounts/former-emails.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type CancellationDeps = OrderDeps & Pick<Dependencies, 'encryption'>

/** Attempts at closing all orders, because new ones may be placed meanwhile. */
const maxAttempts = 3

/**
 * The caller has checked the password. `inSameTransaction` runs in the transaction of the
 * cancellation. Orders and the ledger remain, without personal data. Succeeds if the account has
 * already been cancelled. Throws ApiError as `closeOpenOrders`, `notAllowed` while a refund is
 * asked for, or `underWay` if orders are placed faster than they are closed.
 */
export async function cancelAccount(
  deps: CancellationDeps,
  ownerId: string,
  inSameTransaction: (tx: Db) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await closeOpenOrders(deps, ownerId)
    const isCancelled = await transaction(
      deps.db,
      (tx) => endAccounts(tx, deps, ownerId, inSameTransaction),
      {
        isLong: true,
      },
    )
    if (isCancelled) return
  }
  throw new ApiError('underWay', { seconds: 5 })
}

/** Returns false, without changes, if an order awaits payment. */
async function endAccounts(
  tx: Db,
  deps: CancellationDeps,
  ownerId: string,
  inSameTransaction: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const now = deps.clock()
  // Erasing years of translations may exceed the default statement timeout.
  await tx.execute('set local statement_timeout = 0')
  const { locked, subIds } = await lockAccountGroup(tx, ownerId)
  if (!locked.find(ownerId)) return true
  if ((await listOpenOrders(tx, ownerId)).length > 0) return false
  await refuseWithLiveRequest(tx, ownerId)
  await forfeitQuota(tx, locked, subIds, now)
  const group = await readAccountGroup(tx, ownerId, now)
  await eraseAccountGroup(tx, group)
  const email = group.people.find(({ userId }) => userId === ownerId)?.account ?? ''
  await recordFormerEmail(tx, deps.encryption, email, now)
  if (email.includes('@'))
    await queueMail(tx, { to: email, words: formatBilingual('cancelled', {}) }, now)
  await inSameTransaction(tx)
  return true
}

/**
 * Forfeits the remaining quota and closes the accounts, so that no later credit is possible.
 * Amounts reserved for running translations are forfeited too and never charged.
 */
async function forfeitQuota(
  tx: Db,
  locked: LockedAccounts,
  subIds: readonly string[],
  now: Date,
): Promise<void> {
  await reclaimLeft(tx, locked, subIds, 'all', now)
  await postEntries(tx, locked, await createForfeitEntries(tx, locked, now), now)
  await closeAccounts(tx, locked, [locked.ownerId, ...subIds], now)
}

async function createForfeitEntries(tx: Db, locked: LockedAccounts, now: Date): Promise<Entry[]> {
  // Without a threshold, the owner gets no low-balance alert.
  const main = { ...locked.get(locked.ownerId), lowChars: null }
  locked.set(main)
  const { userId, chars, voices, images } = main
  const minutes = minutesLeft(toEntitlement(await readMainMembership(tx, userId), main), now)
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
