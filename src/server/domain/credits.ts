/** What comes in from outside: paid orders, rewards, adjustments; and what ends because its time is over. */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { accountLog, balances, memberGroups, users, type orders } from '#server/db/schema.ts'
import { hold, post, type About, type Account, type Entry } from '#server/domain/ledger.ts'

type Order = Pick<typeof orders.$inferSelect, 'ownerId' | 'no' | 'groupName' | 'groupEnName' | 'channelId' | 'billingMode' | 'num' | 'amountCents'>
/** What a main account translated with before the order. */
type Before = Pick<Order, 'channelId' | 'billingMode'>
/** What is left in the other billing mode, turned at equal value: characters into an expiry, or the other way round. */
export type Turn = Required<Pick<Entry, 'minutes' | 'expiresAt'>> & { chars: number }

const minute = 60_000

/**
 * Gives what was paid for, once for each order: false when that has happened before. Call it in the transaction that marks the order paid.
 * Characters are added and have no end; time is added to what is left of it, or to now. `turn` is made first, where the billing mode changes.
 */
export async function creditOrder(tx: Db, { order, before, turn }: { order: Order; before: Before; turn?: Turn }, now: Date): Promise<boolean> {
  const { ownerId } = order
  const held = await hold(tx, ownerId, [ownerId])
  const credited = and(eq(accountLog.ownerId, ownerId), eq(accountLog.rechargeOrderNo, order.no))
  if ((await tx.$count(accountLog, credited)) > 0) return false
  const changed: About = {
    beforeChannelId: before.channelId,
    lastChannelId: order.channelId,
    beforeBillingMode: before.billingMode,
    lastBillingMode: order.billingMode,
  }
  if (turn) {
    const { chars, minutes, expiresAt } = turn
    await post(tx, held, [{ userId: ownerId, logType: 'SYS_MATRIX', change: { chars }, minutes, expiresAt, about: changed }], now)
  }
  const about: About = {
    ...(turn ? { beforeBillingMode: order.billingMode, lastBillingMode: order.billingMode } : changed),
    rechargeOrderNo: order.no,
    rechargeGroupName: order.groupName,
    rechargeGroupEnName: order.groupEnName,
    rechargeChannelId: order.channelId,
    rechargeBillingMode: order.billingMode,
  }
  const logType = 'RECHARGE_ORDER_BY_MEMBER_GROUP'
  await post(tx, held, [{ userId: ownerId, logType, cents: order.amountCents, about, ...gained(held.get(ownerId), order, now) }], now)
  return true
}

function gained({ expiresAt }: Account, { billingMode, num }: Order, now: Date): Pick<Entry, 'change' | 'minutes' | 'expiresAt'> {
  if (billingMode === 'char') return { change: { chars: num }, expiresAt: null }
  const from = Math.max(now.getTime(), expiresAt?.getTime() ?? 0)
  return { change: {}, minutes: num, expiresAt: new Date(from + num * minute) }
}

/** Any other change of one account: a reward, a gift, an adjustment by staff. Throws Refusal `notFound` or `notEnough`. */
export async function change(tx: Db, ownerId: string, entry: Entry, now: Date): Promise<void> {
  await post(tx, await hold(tx, ownerId, [entry.userId]), [entry], now)
}

/** Takes away trial characters whose time is over, with a row that says so. Tells how many accounts lost some. */
export async function endTrials(db: Db, now: Date): Promise<number> {
  const over = and(lte(balances.expiresAt, now), gt(balances.chars, 0), eq(memberGroups.billingMode, sql`'char'`))
  const ended = await db
    .select({ ownerId: balances.ownerId })
    .from(balances)
    .innerJoin(users, and(eq(users.ownerId, balances.ownerId), eq(users.userId, balances.userId)))
    .innerJoin(memberGroups, eq(memberGroups.id, users.memberGroupId))
    .where(over)
    .limit(1_000)
  for (const { ownerId } of ended) await db.transaction((tx) => endTrial(tx, ownerId, now))
  return ended.length
}

/** It may have been bought for meanwhile. */
async function endTrial(tx: Db, ownerId: string, now: Date): Promise<void> {
  const held = await hold(tx, ownerId, [ownerId])
  const account = held.find(ownerId)
  if (!account?.expiresAt || account.expiresAt > now || account.chars === 0) return
  await post(tx, held, [{ userId: ownerId, logType: 'OTHER', change: { chars: 0 - account.chars } }], now)
}
