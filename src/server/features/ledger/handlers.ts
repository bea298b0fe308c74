/** Handlers of quota distribution and of the low-balance alert. */
import { eq, and, sql } from 'drizzle-orm'
import type { subAccounts as calls } from '#contract/sub-accounts.ts'
import type { users as userCalls } from '#contract/users.ts'
import { users } from '#server/features/accounts/table.ts'
import type { QuotaAmounts } from '#server/features/ledger/lock-accounts.ts'
import {
  findLowBalanceThreshold,
  saveLowBalanceThreshold,
} from '#server/features/ledger/balance-alert.ts'
import { distribute } from '#server/features/ledger/transfers/distribute-quota.ts'
import { readManager } from '#server/features/ledger/transfers/transfer-entries.ts'
import { reclaim } from '#server/features/ledger/transfers/reclaim-quota.ts'
import type { Handler, SignedCall } from '#server/http/handler.ts'
import { createNotices } from '#server/features/notifications/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { formatQuota, formatBilingual } from '#server/platform/messages.ts'
import type { balanceAlert as alertCalls } from '#contract/ledger.ts'

type Amounts = { changeCharNum?: number; changeVoiceNum?: number; changeImageNum?: number }
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

export const distributeMany: Handler<typeof calls.distributeMany> = (
  { childUserIds, ...amounts },
  call,
) => distributeAmounts(call, childUserIds, amounts)

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
  const { db, me, clock, events, afterCommit } = call
  const { ownerId } = me
  const each = toQuotaAmounts(amounts)
  const now = clock()
  const manager = await readManager(db, me)
  const { main, subs } = await distribute(db, { ownerId, subIds, each, manager }, now)
  const words = formatBilingual('received', (lang) => ({
    from: main.name,
    quota: formatQuota(lang, each),
  }))
  const received = { ownerId, type: 'received', level: 'info', words } as const
  await createNotices(
    db,
    subs.map(({ userId }) => ({ ...received, userId })),
    now,
  )
  afterCommit(() => events.publish({ ownerId, about: ['notice'] }))
  return null
}

/**
 * Rejects a transfer of zero, which would write empty log rows (spec 5.8). Throws ApiError
 * `invalid`.
 */
function toQuotaAmounts({
  changeCharNum: chars = 0,
  changeVoiceNum: voices = 0,
  changeImageNum: images = 0,
}: Amounts): QuotaAmounts {
  if (chars === 0 && voices === 0 && images === 0)
    throw new ApiError('invalid', { fields: [{ field: 'changeCharNum', rule: 'required' }] })
  return { chars, voices, images }
}

export const getBalanceAlert: Handler<typeof alertCalls.get> = async (_, { db, me }) => ({
  lowCharNum: await findLowBalanceThreshold(db, me.ownerId),
})

export const saveBalanceAlert: Handler<typeof alertCalls.save> = async (
  { lowCharNum },
  { db, me },
) => {
  await saveLowBalanceThreshold(db, me.ownerId, lowCharNum ?? null)
  return null
}
