/** Account groups with memberships and quota, paid orders, and the value of their quota. */
import { transaction } from '#server/platform/db/db.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { accountLog, balances, users } from '#server/schema.ts'
import { firstChannels, firstGroups } from '#server/seed/catalogue.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { adjustAccount } from '#server/features/ledger/post-entries.ts'
import { lockAccounts } from '#server/features/ledger/lock-accounts.ts'
import { settlePayment } from '#server/features/orders/payment/settle-payment.ts'
import { addPerson, type Person, fund } from '#tests/support/actors/people.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { creditOrder } from '#server/features/orders/payment/credit-order.ts'

let memberCount = 0

/**
 * Adds an account group. `chars`: of the main account, then of each sub-account. `minutes`:
 * remaining time of a time-based membership.
 */
export async function addMember(
  db: Db,
  {
    groupId = '2',
    chars = [0],
    minutes,
  }: { groupId?: string; chars?: number[]; minutes?: number } = {},
) {
  const tag = ++memberCount
  const main = await addPerson(db, {
    account: `member${tag}@example.com`,
    username: `member${tag}`,
    groupId,
  })
  const { channelId } = firstGroups.find(({ id }) => id === groupId)!
  await db.update(users).set({ channelId }).where(eq(users.userId, main.userId))
  const subs: Person[] = []
  for (const index of chars.slice(1).keys())
    subs.push(await addPerson(db, { account: `member${tag}sub${index}`, owner: main }))
  for (const [index, person] of [main, ...subs].entries())
    if (chars[index]) await fund(db, person, { chars: chars[index], voices: 2 })
  if (minutes !== undefined) {
    const expiresAt = new Date(Date.now() + minutes * 60_000)
    const entry = {
      userId: main.userId,
      logType: 'SYS_ADJUST' as const,
      change: {},
      minutes,
      expiresAt,
    }
    await transaction(db, (tx) => adjustAccount(tx, main.ownerId, entry, new Date()))
  }
  return { main, subs }
}

/** Credits an order as a payment does, with the main account locked. */
export const creditUnderLock = async (
  tx: Db,
  order: Parameters<typeof creditOrder>[2],
  now: Date,
): Promise<boolean> => {
  const locked = await lockAccounts(tx, order.ownerId, [order.ownerId])
  return (await creditOrder(tx, locked, order, now)) !== false
}

/** Places and settles an order without the HTTP layer. */
export async function buyPackage(
  { services }: TestServer,
  { ownerId }: Person,
  groupId: string,
  salesNum = 1,
): Promise<void> {
  const request = {
    ownerId,
    packageId: groupId,
    salesNum,
    payChannel: 'WC_NATIVE' as const,
    idempotencyKey: crypto.randomUUID(),
  }
  const { no, amountCents } = await placeOrder(services, request)
  const payment = { orderNo: no, gatewayNo: `G${no}`, amountCents, paidAt: services.clock() }
  if ((await settlePayment(services, payment, ['WC_NATIVE'])) !== 'credited')
    throw new Error(`Order ${no} was not credited.`)
}

/**
 * Value in cents of all characters of an account group at its channel's price. Exact below about 90
 * million yuan.
 */
export async function quotaValue(db: Db, { ownerId }: Person): Promise<number> {
  const channelId = await channelOf(db, ownerId)
  const stored = await db
    .select({ chars: balances.chars })
    .from(balances)
    .where(eq(balances.ownerId, ownerId))
  return (
    (stored.reduce((sum, { chars }) => sum + chars, 0) *
      firstChannels.find(({ id }) => id === channelId)!.centsPerMillion) /
    1_000_000
  )
}

export async function channelOf(db: Db, ownerId: string): Promise<string> {
  const [main] = await db
    .select({ channelId: users.channelId })
    .from(users)
    .where(eq(users.userId, ownerId))
  return main!.channelId!
}

export const groupAccountLog = (db: Db, ownerId: string) =>
  db
    .select()
    .from(accountLog)
    .where(eq(accountLog.ownerId, ownerId))
    .orderBy(accountLog.userId, accountLog.seq)
