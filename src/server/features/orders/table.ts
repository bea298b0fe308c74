/** Tables of orders (4.7), order events and scheduled gateway polls. */
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { OrderEvent, PayChannel, PayStatus } from '#contract/codes.ts'
import type { output } from 'zod/mini'
import { id, moment, nextOf, quantity } from '../../platform/db/columns.ts'

export const orderIds = pgSequence('order_ids', { startWith: 1_001 })

export const orders = pgTable(
  'orders',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextOf('order_ids')),
    /** Unique across all owners through `order_numbers`. */
    no: text().notNull(),
    /** Gapless per owner, starting at 1, in the order of `createdAt`. */
    seq: quantity().notNull(),
    payChannel: text().$type<output<typeof PayChannel>>().notNull(),
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
    wishKey: text(),
    /** Payment address from the gateway, while the order is unpaid. */
    payCode: text(),
    /** Time of the last user-triggered gateway query. */
    askedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    uniqueIndex('orders_by_seq').on(row.ownerId, row.seq),
    uniqueIndex('orders_by_wish').on(row.ownerId, row.wishKey),
    index('orders_by_time').on(row.ownerId, row.createdAt, row.seq),
    index('orders_by_status').on(row.ownerId, row.payStatus, row.seq),
    check(
      'orders_amount',
      sql`${row.amountCents} >= 0 and ${row.num} >= 0 and ${row.salesNum} >= 1`,
    ),
    check('orders_paid', sql`(${row.payStatus} = 'P') = (${row.paidAt} is not null)`),
  ],
)

export type Order = typeof orders.$inferSelect

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
  },
  (row) => [index('order_checks_due').on(row.dueAt)],
)
