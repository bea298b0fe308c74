/** Handlers of quota distribution and of the low-balance alert. */
import { eq, and, sql } from 'drizzle-orm'
import type { subAccounts as calls } from '#contract/sub-accounts.ts'
import type { users as userCalls } from '#contract/users.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  findLowBalanceThreshold,
  saveLowBalanceThreshold,
} from '#server/features/ledger/balance-alert.ts'
import { distribute } from '#server/features/ledger/transfers/distribute-quota.ts'
import { readManager } from '#server/features/ledger/transfers/transfer-entries.ts'
import { toQuotaAmounts, type Amounts } from '#server/features/ledger/transfers/quota-amounts.ts'
import { notifyOfQuota } from '#server/features/ledger/transfers/notify-of-quota.ts'
import { reclaim } from '#server/features/ledger/transfers/reclaim-quota.ts'
import type { QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { ApiError } from '#server/http/errors.ts'
import type { balanceAlert as alertCalls } from '#contract/ledger.ts'

type Ids = readonly (string | number)[]

export const distributeChars: Handler<typeof calls.distribute> = (
  { childUserId, changeCharNum },
  call,
) => distributeAmounts(call, [childUserId], { changeCharNum })

/** The API names the voice units of this call `changeCharNum` too. */
export const distributeVoice: Handler<typeof calls.distributeVoice> = (
  { childUserId, changeCharNum },
  call,
) => distributeAmounts(call, [childUserId], { changeVoiceNum: changeCharNum })

export const distributeAll: Handler<typeof calls.distributeAll> = (
  { childUserId, ...amounts },
  call,
) => distributeAmounts(call, [childUserId], amounts)

export const reclaimQuota: Handler<typeof calls.reclaim> = async (
  { childUserId, ...amounts },
  { db, me, clock },
) => {
  const manager = await readManager(db, me)
  const each = toQuotaAmounts(amounts)
  await reclaim(db, { ownerId: me.ownerId, subIds: [childUserId], each, manager }, clock())
  return null
}

/** Only a main account can change the setting, and only its own. */
export const changeAutoDistribution: Handler<typeof userCalls.changeAutoDistribution> = async (
  { userId, autoDistribution },
  { db, me },
) => {
  if (String(userId) !== me.userId) throw new ApiError('notFound')
  await db
    .update(users)
    .set({ autoDistribution: autoDistribution === 1, version: sql`${users.version} + 1` })
    .where(and(eq(users.ownerId, me.ownerId), eq(users.userId, me.userId)))
  return null
}

async function distributeAmounts(call: SignedCall, subIds: Ids, amounts: Amounts): Promise<null> {
  const { db, me, clock } = call
  const each = toQuotaAmounts(amounts)
  const manager = await readManager(db, me)
  const { main, subs } = await distribute(
    db,
    { ownerId: me.ownerId, subIds, each, manager },
    clock(),
  )
  await notifyOfQuota(call, main.name, new Map(subs.map(({ userId }) => [userId, each])))
  // The call for voice units names them as characters.
  await call.audit(db, { details: toAmounts(each) })
  return null
}

const toAmounts = ({ chars, voices, images }: QuotaAmounts) => ({
  changeCharNum: chars,
  changeVoiceNum: voices,
  changeImageNum: images,
})

const getBalanceAlert: Handler<typeof alertCalls.get> = async (_, { db, me }) => ({
  lowCharNum: await findLowBalanceThreshold(db, me.ownerId),
})

const saveBalanceAlert: Handler<typeof alertCalls.save> = async (
  { lowCharNum },
  { db, me: { ownerId }, clock, events, afterCommit },
) => {
  await saveLowBalanceThreshold(db, ownerId, lowCharNum ?? null, clock())
  afterCommit(() => events.publish({ ownerId, about: ['notice'] }))
  return null
}

export const balanceAlertHandlers: Handlers['balanceAlert'] = {
  get: getBalanceAlert,
  save: saveBalanceAlert,
}
