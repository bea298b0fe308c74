/** Tables of payments and refunds, keyed by the gateway's own number so that each counts once. */
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../../platform/db/columns.ts'

/**
 * The order credited for each payment, at most one payment per order. A lookup table without
 * foreign keys.
 */
export const payments = pgTable(
  'payments',
  {
    gateway: text().notNull(),
    gatewayNo: text().notNull(),
    ownerId: id().notNull(),
    orderId: id().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.gateway, row.gatewayNo] }),
    uniqueIndex('payments_of_order').on(row.ownerId, row.orderId),
  ],
)

/** Payments that match no order and were not credited; the operator must handle them. */
export const unmatchedPayments = pgTable(
  'stray_payments',
  {
    gateway: text().notNull(),
    gatewayNo: text().notNull(),
    orderNo: text().notNull(),
    reason: text({
      enum: [
        'unknownOrder',
        'wrongAmount',
        'wrongChannel',
        'paidTwice',
        'numberUsed',
        'accountClosed',
        'beyond',
        'refunded',
      ],
    }).notNull(),
    amountCents: quantity().notNull(),
    paidAt: moment().notNull(),
    /** When it was first reported. */
    at: moment().notNull(),
    /** When, by whom and how it was handled; null while unhandled. */
    handledAt: moment(),
    handledBy: text(),
    handling: text(),
  },
  (row) => [primaryKey({ columns: [row.gateway, row.gatewayNo, row.orderNo] })],
)

/**
 * Refunds reported by gateways. `taken` (from the main account), `owed` and `waived` (by the
 * operator) are in the unit of the order: characters of its channel, or minutes.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: text().notNull(),
    /** Unique at the gateway. */
    refundNo: text().notNull(),
    /** The gateway's number of the refunded payment; empty if unknown. */
    gatewayNo: text().notNull(),
    orderNo: text().notNull(),
    /** Null if there is no such order. */
    ownerId: id(),
    orderId: id(),
    /** Cents of this refund alone. */
    amountCents: quantity().notNull(),
    /** Cents as reported: of this refund, or of all refunds of the payment so far. */
    reportedCents: quantity().notNull(),
    /**
     * State at the gateway; `suspected`: inferred from the payment's status without a notification.
     */
    vendorState: text({ enum: ['success', 'abnormal', 'closed', 'suspected'] }).notNull(),
    /** `open` and `owed` require the operator; `void` has no effect. */
    state: text({ enum: ['open', 'owed', 'settled', 'void'] }).notNull(),
    /**
     * Why it can't be settled as reported, or needs no settlement; null for a refund of a credited
     * order.
     */
    reason: text({
      enum: [
        'unknownOrder',
        'wrongChannel',
        'wrongAmount',
        'notCredited',
        'unmatchedPayment',
        'replaced',
      ],
    }),
    taken: quantity().notNull().default(0),
    owed: quantity().notNull().default(0),
    waived: quantity().notNull().default(0),
    refundedAt: moment().notNull(),
    /** When it was first reported. */
    at: moment().notNull(),
    /** When the credit was first taken back, in full or in part. */
    settledAt: moment(),
  },
  (row) => [
    uniqueIndex('refunds_once').on(row.gateway, row.refundNo),
    index('refunds_of_order').on(row.ownerId, row.orderId),
    index('refunds_by_state').on(row.state, row.id),
    check(
      'refunds_amounts',
      sql`${row.amountCents} >= 0 and ${row.taken} >= 0 and ${row.owed} >= 0 and ${row.waived} >= 0`,
    ),
  ],
)

export type UnmatchedPayment = typeof unmatchedPayments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
