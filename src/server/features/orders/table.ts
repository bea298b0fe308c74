/** Orders (spec 4.7) with their numbers, events and gateway polls; payments and refunds. */
import { sql, type Column } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  bigint,
} from 'drizzle-orm/pg-core'
import type { OrderEvent, PayChannel, PayStatus } from '#contract/orders.ts'
import type { RefundCause, RefundRequestState } from '#contract/order-refunds.ts'
import type { output } from 'zod/mini'
import {
  gramsOf,
  id,
  moment,
  quantity,
  nextFromSequence,
  version,
} from '../../platform/db/columns.ts'

export const orderIds = pgSequence('order_ids', { startWith: 1_001 })

/** Columns by which operators can search orders. */
export const searchedNumbers = (order: Record<'no' | 'gatewayNo', Column>): Column[] => [
  order.no,
  order.gatewayNo,
]

export const orders = pgTable(
  'orders',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextFromSequence('order_ids')),
    /** Unique across all owners through `order_numbers`. */
    no: text().notNull(),
    /** Gapless per owner, starting at 1, in the order of `createdAt`. */
    seq: quantity().notNull(),
    payChannel: text().$type<output<typeof PayChannel>>().notNull(),
    /** W: awaiting payment, P: paid, T: timed out or closed by the gateway, C: cancelled. */
    payStatus: text().$type<output<typeof PayStatus>>().notNull(),
    memberGroupId: id().notNull(),
    /** Copy of the package at the time of the order. */
    groupName: text().notNull(),
    groupEnName: text().notNull(),
    channelId: id().notNull(),
    billingMode: text({ enum: ['char', 'time'] }).notNull(),
    salesNum: integer().notNull(),
    /** Characters or minutes of all packages together. */
    num: quantity().notNull(),
    amountCents: quantity().notNull(),
    createdAt: moment().notNull(),
    paidAt: moment(),
    /** When it was cancelled or timed out. */
    closedAt: moment(),
    /** The gateway's own payment number. */
    gatewayNo: text(),
    /** Idempotency key: a retry finds the existing order. */
    idempotencyKey: text(),
    /** Payment address from the gateway, while the order is unpaid. */
    payCode: text(),
    /** Time of the last user-triggered gateway query. */
    askedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    uniqueIndex('orders_by_seq').on(row.ownerId, row.seq),
    uniqueIndex('orders_by_idempotency_key').on(row.ownerId, row.idempotencyKey),
    index('orders_by_time').on(row.ownerId, row.createdAt, row.seq),
    index('orders_by_status').on(row.ownerId, row.payStatus, row.seq),
    /** Lists for operators, over all owners. */
    index('orders_of_all_by_time').on(row.createdAt, row.id),
    /** Revenue by day. */
    index('orders_of_all_by_payment').on(row.paidAt),
    /** Finds orders by parts of their numbers, for operators. */
    index('orders_search').using('gin', gramsOf(searchedNumbers(row), 3)),
    check(
      'orders_amount',
      sql`${row.amountCents} >= 0 and ${row.num} >= 0 and ${row.salesNum} >= 1`,
    ),
    check('orders_paid', sql`(${row.payStatus} = 'P') = (${row.paidAt} is not null)`),
  ],
)

export type Order = typeof orders.$inferSelect

/** Makes order numbers globally unique and maps a gateway's notification to its order. */
export const orderNumbers = pgTable('order_numbers', {
  no: text().primaryKey(),
  ownerId: id().notNull(),
  orderId: id().notNull(),
})

/** Events of an order, numbered from 1 without gaps. */
export const orderEvents = pgTable(
  'order_events',
  {
    ownerId: id().notNull(),
    orderId: id().notNull(),
    seq: integer().notNull(),
    event: text().$type<output<typeof OrderEvent>>().notNull(),
    at: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.orderId, row.seq] }),
    foreignKey({
      columns: [row.ownerId, row.orderId],
      foreignColumns: [orders.ownerId, orders.id],
    }),
  ],
)

/**
 * Queue of scheduled gateway polls for the whole system. A process leases a row by advancing
 * `dueAt`.
 */
export const orderChecks = pgTable(
  'order_checks',
  {
    no: text().primaryKey(),
    ownerId: id().notNull(),
    orderId: id().notNull(),
    dueAt: moment().notNull(),
    /** Number of polls while the order was unpaid. */
    tries: integer().notNull(),
    /** The bill of a paid order may still be payable at the gateway and has to be closed. */
    closesBill: boolean().notNull().default(false),
  },
  (row) => [index('order_checks_due').on(row.dueAt)],
)

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

/**
 * Payments that match no order and were not credited as they arrived; an operator must handle them.
 */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    gateway: text().notNull(),
    gatewayNo: text().notNull(),
    orderNo: text().notNull(),
    /**
     * `numberUsed`: another order was credited with this payment; `accountClosed`: the owner of the
     * order was deleted; `beyond`: the account would exceed its limits; `refunded`: the payment was
     * refunded before.
     */
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
    /**
     * What became of the money; null while unhandled, and for payments that were handled before
     * this column existed. `other`: see `handling`.
     */
    outcome: text({ enum: ['order', 'account', 'returned', 'refunded', 'other'] }),
    /** The account credited, and its order for the outcome `order`. */
    creditedOwnerId: id(),
    creditedOrderId: id(),
  },
  (row) => [
    primaryKey({ columns: [row.gateway, row.gatewayNo, row.orderNo] }),
    index('unmatched_payments_by_id').on(row.id),
  ],
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
     * Why the refund can't be settled as reported, or needs no settlement; null for a refund of a
     * credited order.
     */
    reason: text({
      enum: [
        'unknownOrder',
        'wrongChannel',
        'wrongAmount',
        'notCredited',
        'unmatchedPayment',
        'creditedByHand',
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

export const refundRequestIds = pgSequence('refund_request_ids', { startWith: 1_001 })

/** Requests of owners for refunds. A request that is withdrawn may be repeated; others are final. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextFromSequence('refund_request_ids')),
    orderId: id().notNull(),
    state: text().$type<RefundRequestState>().notNull(),
    cause: text().$type<output<typeof RefundCause>>().notNull(),
    note: text(),
    amountCents: quantity().notNull(),
    /** Taken from the main account when it was asked, in the unit of the order. */
    taken: quantity().notNull(),
    /** The main account. */
    askedBy: id().notNull(),
    askedAt: moment().notNull(),
    decidedAt: moment(),
    /** Why it was declined. */
    answer: text(),
    /** Of `refunds`, once it is settled. */
    refundId: bigint({ mode: 'number' }),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    foreignKey({
      columns: [row.ownerId, row.orderId],
      foreignColumns: [orders.ownerId, orders.id],
    }),
    uniqueIndex('refund_requests_once')
      .on(row.ownerId, row.orderId)
      .where(sql`${row.state} <> 'withdrawn'`),
    /** Lists for operators, over all owners. */
    index('refund_requests_by_state').on(row.state, row.id),
    check('refund_requests_amounts', sql`${row.amountCents} > 0 and ${row.taken} >= 0`),
  ],
)

/** The rules of refunds, in one row; without it, those of `businessLimits` apply. */
export const refundRules = pgTable(
  'refund_rules',
  {
    id: integer().primaryKey().default(1),
    enabled: boolean().notNull(),
    days: integer().notNull(),
    leastUnusedPercent: integer().notNull(),
    timePlans: boolean().notNull(),
    version: version(),
  },
  (row) => [check('refund_rules_one', sql`${row.id} = 1`)],
)

export type RefundRequestRow = typeof refundRequests.$inferSelect
export type UnmatchedPayment = typeof unmatchedPayments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

/** Subject of an approval of a refund of an order. */
export const refundSubject = (no: string): string => `order ${no}`
