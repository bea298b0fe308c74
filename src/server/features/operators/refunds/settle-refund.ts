/** Deducts the quota of a refunded order, as far as the main account still has it. */
import { onlyRow } from '#server/platform/db/db.ts'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { refunds } from '#server/features/orders/table.ts'
import type { Order, RefundRow } from '#server/features/orders/table.ts'
import {
  readMainMembership,
  toEntitlement,
  readPriceList,
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
import { applyRefund } from '#server/features/fapiaos/index.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import {
  applyReturn,
  closeBySettlement,
  computeShare,
  convertUnit,
  createReturnEntry,
  findOrder,
  lockLiveRequest,
  lockOrder,
  type Unit,
} from '#server/features/orders/index.ts'
import { formatBilingual, formatOrderQuota, formatYuan } from '#server/platform/messages.ts'

const minute = 60_000

/**
 * `amountCents`: the refunded amount if the gateway didn't report it. `waive`: waives the remainder
 * instead of recording it as owed. `publicUrl`: for links in mails.
 */
type Settlement = {
  amountCents: number | undefined
  waive: boolean
  operator: string
  publicUrl: string | undefined
}

/**
 * `before`: with what the owner's request for the refund had taken. `moved`: amount debited from the
 * main account, in its current unit.
 */
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
 * characters; the remainder is owed. A live request of the owner is closed: what it had taken is given
 * back first.
 */
export async function settleRefund(
  tx: Db,
  { locked, order, row: refund }: { locked: LockedAccounts; order: Order; row: RefundRow },
  { amountCents = refund.amountCents, waive, operator, publicUrl }: Settlement,
  now: Date,
): Promise<SettledRefund> {
  const { ownerId } = order
  const due = refund.settledAt ? refund.owed : await computeDue(tx, order, refund, amountCents)
  const request = await lockLiveRequest(tx, order)
  const returned = request && (await createReturnEntry(tx, locked, order, request, now))
  const main = locked.find(ownerId)
  const before = main && applyReturn(main, returned)
  const orderUnit: Unit = { mode: order.billingMode, channelId: order.channelId }
  const entitlement = before ? await readEntitlement(tx, before, now) : undefined
  const unit = entitlement
    ? { mode: entitlement.mode, channelId: entitlement.channelId }
    : orderUnit
  const prices = await readPriceList(tx)
  const expected = convertUnit(due, orderUnit, unit, prices)
  const moved =
    before && entitlement ? Math.min(expected, availableAmount(before, entitlement, now)) : 0
  const entries = returned ? [returned] : []
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
    entries.push({ userId: ownerId, logType: 'SYS_ADJUST', change, ...time, context })
  }
  // One posting, so that the low-balance alert compares the balances before and after both.
  await postEntries(tx, locked, entries, now)
  const taken =
    moved === expected && before ? due : Math.min(due, convertUnit(moved, unit, orderUnit, prices))
  const remainder = due - taken
  const row = await saveSettlement(
    tx,
    refund,
    { amountCents, taken, owed: waive ? 0 : remainder, waived: waive ? remainder : 0 },
    now,
  )
  if (refund.settledAt === null) await applyRefund(tx, order, now)
  if (request) await closeBySettlement(tx, order, request, row, { now, publicUrl })
  if (before && (row.owed > 0 || (!request && (taken > 0 || remainder > 0))))
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
  order: Order,
  refund: RefundRow,
  amountCents: number,
): Promise<number> {
  const settled = and(
    eq(refunds.ownerId, order.ownerId),
    eq(refunds.orderId, order.id),
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
  return computeShare(order, Number(cents) + amountCents) - Number(charged)
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
  const words = formatBilingual(owed > 0 ? 'refundOwed' : 'refundTaken', (lang) => ({
    no,
    amount: formatYuan(amountCents),
    taken: formatOrderQuota(lang, unit.mode, moved),
    owed: formatOrderQuota(lang, unit.mode, owed),
  }))
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'paid', level: owed > 0 ? 'warning' : 'info', words },
    now,
  )
}
