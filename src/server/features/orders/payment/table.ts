/**
 * Money that gateways say has come in. Keyed by the gateway's own number, so that none counts
 * twice.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../../../platform/db/columns.ts'

/**
 * What each payment was credited for: a directory, without foreign keys like the others. An order
 * is paid once.
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

/** Money that fits no order and was not credited: the operator has to look at it. */
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
    /** When it was first told. */
    at: moment().notNull(),
    /** When, by whom and how it was dealt with; null while it waits for the operator. */
    handledAt: moment(),
    handledBy: text(),
    handling: text(),
  },
  (row) => [primaryKey({ columns: [row.gateway, row.gatewayNo, row.orderNo] })],
)

/**
 * Refunds that gateways report, each once. Quantities are in the unit that the order was for,
 * characters of its channel or minutes: what was taken back from the main account, what is still
 * owed, and what the operator waived.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: text().notNull(),
    /** Unique at the gateway. */
    refundNo: text().notNull(),
    /** The gateway's number of the refunded payment; empty where it is not known. */
    gatewayNo: text().notNull(),
    orderNo: text().notNull(),
    /** Null when there is no such order. */
    ownerId: id(),
    orderId: id(),
    /** Cents of this refund alone. */
    amountCents: quantity().notNull(),
    /**
     * Cents as the gateway reported them: of this refund, or of all refunds of the payment so far.
     */
    reportedCents: quantity().notNull(),
    /** What the gateway says; `suspected`: only the state of the payment shows it. */
    vendorState: text({ enum: ['success', 'abnormal', 'closed', 'suspected'] }).notNull(),
    /** `open` and `owed` wait for the operator; `void`: it changes nothing. */
    state: text({ enum: ['open', 'owed', 'settled', 'void'] }).notNull(),
    /**
     * Why it can't be settled as reported, or needs no settling; null for a refund of what an order
     * credited.
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
    /** When its amount was first taken back, as far as it was there. */
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
