/** Deducts the quota of a refunded order, as far as the main account still has it. */
import { onlyRow } from '#server/platform/db/db.ts'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { refunds } from '#server/features/orders/table.ts'
import type { Order, RefundRow } from '#server/features/orders/table.ts'
import {
  readMainMembership,
  toEntitlement,
  getPrice,
  readPriceList,
  type PriceList,
  convertByValue,
  currentEntitlement,
  type Entitlement,
} from '#server/features/packages/index.ts'
import {
  spendableChars,
  lockAccounts,
  postEntries,
  type Account,
  type LockedAccounts,
} from '#server/features/ledger/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { findOrder, lockOrder } from '#server/features/orders/index.ts'
import { formatYuan, t, formatBilingual } from '#server/platform/messages.ts'

const minute = 60_000

/** Characters of a channel, or minutes. */
type Unit = { mode: 'char' | 'time'; channelId: string }

/**
 * `amountCents`: the refunded amount if the gateway didn't report it. `waive`: waives the remainder
 * instead of recording it as owed.
 */
type Settlement = { amountCents: number | undefined; waive: boolean; operator: string }

/** `moved`: amount debited from the main account, in its current unit. */
export type SettledRefund = {
  row: RefundRow
  order: Order
  before: Account | undefined
  after: Account | undefined
  unit: Unit
  moved: number
}

/**
 * Locks the main account, the order and the refund, in the same order as crediting. Undefined if
 * there is no such order.
 */
export async function lockRefund(
  tx: Db,
  refund: RefundRow,
): Promise<{ locked: LockedAccounts; order: Order; row: RefundRow } | undefined> {
  const { ownerId, orderId } = refund
  const refunded =
    ownerId !== null && orderId !== null ? await findOrder(tx, { ownerId, id: orderId }) : undefined
  if (!refunded) return undefined
  const locked = await lockAccounts(tx, refunded.ownerId, [refunded.ownerId])
  const order = await lockOrder(tx, refunded)
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, refund.id)).for('update')
  return row && { locked, order, row }
}

/**
 * Takes back the refund's share of the order's quota, in proportion to the amounts; the sum over
 * all refunds of an order is rounded down once. If the account now has another unit, converts at
 * catalogue prices, rounded down. Only the main account is debited, without its reserved
 * characters; the remainder is owed.
 */
export async function settleRefund(
  tx: Db,
  { locked, order, row: refund }: { locked: LockedAccounts; order: Order; row: RefundRow },
  { amountCents = refund.amountCents, waive, operator }: Settlement,
  now: Date,
): Promise<SettledRefund> {
  const { ownerId } = order
  const due = refund.settledAt ? refund.owed : await computeDue(tx, order, refund, amountCents)
  const before = locked.find(ownerId)
  const orderUnit: Unit = { mode: order.billingMode, channelId: order.channelId }
  const entitlement = before ? await readEntitlement(tx, before, now) : undefined
  const unit = entitlement
    ? { mode: entitlement.mode, channelId: entitlement.channelId }
    : orderUnit
  const prices = await readPriceList(tx)
  const expected = convertUnit(due, orderUnit, unit, prices)
  const moved =
    before && entitlement ? Math.min(expected, availableAmount(before, entitlement, now)) : 0
  if (before && entitlement && moved > 0) {
    const time =
      unit.mode === 'time'
        ? {
            minutes: -moved,
            expiresAt: new Date(
              Math.max(now.getTime(), (entitlement.expiresAt ?? now).getTime() - moved * minute),
            ),
          }
        : {}
    const change = unit.mode === 'char' ? { chars: -moved } : {}
    const context = { managerName: operator, rechargeOrderNo: order.no }
    await postEntries(
      tx,
      locked,
      [{ userId: ownerId, logType: 'SYS_ADJUST', change, ...time, context }],
      now,
    )
  }
  const taken =
    moved === expected && before ? due : Math.min(due, convertUnit(moved, unit, orderUnit, prices))
  const remainder = due - taken
  const row = await saveSettlement(
    tx,
    refund,
    { amountCents, taken, owed: waive ? 0 : remainder, waived: waive ? remainder : 0 },
    now,
  )
  if (before && (taken > 0 || remainder > 0))
    await notifyOwner(
      tx,
      order,
      amountCents,
      { unit, moved, owed: convertUnit(row.owed, orderUnit, unit, prices) },
      now,
    )
  return { row, order, before, after: locked.find(ownerId), unit, moved }
}

/** Share of the order's quantity for this refund, after the other settled refunds. */
async function computeDue(
  tx: Db,
  { ownerId, id, num, amountCents: paid }: Order,
  refund: RefundRow,
  amountCents: number,
): Promise<number> {
  const settled = and(
    eq(refunds.ownerId, ownerId),
    eq(refunds.orderId, id),
    isNotNull(refunds.settledAt),
    ne(refunds.id, refund.id),
  )
  const others = await tx
    .select({
      cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)`,
      charged: sql<string>`coalesce(sum(${refunds.taken} + ${refunds.owed} + ${refunds.waived}), 0)`,
    })
    .from(refunds)
    .where(settled)
  const { cents, charged } = onlyRow(others)
  return Number(
    (BigInt(num) * (BigInt(cents) + BigInt(amountCents))) / BigInt(paid) - BigInt(charged),
  )
}

const readEntitlement = async (tx: Db, account: Account, now: Date): Promise<Entitlement> =>
  currentEntitlement(toEntitlement(await readMainMembership(tx, account.userId), account), now)

const availableAmount = (account: Account, entitlement: Entitlement, now: Date): number =>
  entitlement.mode === 'time'
    ? remainingMinutes(entitlement, now)
    : Math.min(entitlement.chars, spendableChars(account))

/**
 * Started minutes are rounded up, so that no remainder is owed for the seconds since the
 * purchase.
 */
const remainingMinutes = ({ expiresAt }: Entitlement, now: Date): number =>
  Math.max(0, Math.ceil(((expiresAt?.getTime() ?? 0) - now.getTime()) / minute))

function convertUnit(amount: number, from: Unit, to: Unit, prices: PriceList): number {
  if (amount === 0 || (from.mode === to.mode && from.channelId === to.channelId)) return amount
  const rateOf = ({ mode, channelId }: Unit) =>
    getPrice(prices, mode === 'char' ? 'chars' : 'minutes', channelId)
  return convertByValue([{ amount, rate: rateOf(from) }], rateOf(to))
}

type SettledAmounts = Pick<RefundRow, 'amountCents' | 'taken' | 'owed' | 'waived'>

async function saveSettlement(
  tx: Db,
  refund: RefundRow,
  { amountCents, taken, owed, waived }: SettledAmounts,
  now: Date,
): Promise<RefundRow> {
  const rows = await tx
    .update(refunds)
    .set({
      amountCents,
      taken: refund.taken + taken,
      owed,
      waived: refund.waived + waived,
      state: owed > 0 ? 'owed' : 'settled',
      reason: null,
      settledAt: refund.settledAt ?? now,
    })
    .where(eq(refunds.id, refund.id))
    .returning()
  return onlyRow(rows)
}

type DebitedQuota = { unit: Unit; moved: number; owed: number }

async function notifyOwner(
  tx: Db,
  { ownerId, no }: Order,
  amountCents: number,
  { unit, moved, owed }: DebitedQuota,
  now: Date,
): Promise<void> {
  const key = unit.mode === 'char' ? 'chars' : 'minutes'
  const words = formatBilingual(owed > 0 ? 'refundOwed' : 'refundTaken', (lang) => ({
    no,
    amount: formatYuan(amountCents),
    taken: t(lang, `refundUnit.${key}`, { count: moved, amount: moved.toLocaleString('en') }),
    owed: t(lang, `refundUnit.${key}`, { count: owed, amount: owed.toLocaleString('en') }),
  }))
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'paid', level: owed > 0 ? 'warning' : 'info', words },
    now,
  )
}
