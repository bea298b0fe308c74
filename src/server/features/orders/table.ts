/**
 * Orders: W awaiting payment, P paid, T timed out, C cancelled (4.7); what happened to each, and
 * when its gateway is to be asked.
 */
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
    /** Unique everywhere by its row in `order_numbers`. */
    no: text().notNull(),
    /** Runs 1, 2, 3 … without a gap among an owner's orders, in the order of `createdAt`. */
    seq: quantity().notNull(),
    payChannel: text().$type<output<typeof PayChannel>>().notNull(),
    payStatus: text().$type<output<typeof PayStatus>>().notNull(),
    memberGroupId: id().notNull(),
    /** The package as it was when it was ordered. */
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
    /** The gateway's own number of the payment. */
    gatewayNo: text(),
    /** Names the wish it came from: a second try at the same wish finds the order of the first. */
    wishKey: text(),
    /** Where to pay it, as its gateway said, while it awaits payment. */
    payCode: text(),
    /** When somebody last had its gateway asked. */
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

/** What happened to an order, numbered from 1 without a gap. */
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
 * Orders whose gateway is to be asked by itself, and when. A queue of the whole system: who takes a
 * row moves its `dueAt` ahead first.
 */
export const orderChecks = pgTable(
  'order_checks',
  {
    no: text().primaryKey(),
    ownerId: id().notNull(),
    orderId: id().notNull(),
    dueAt: moment().notNull(),
    /** How often it was asked in vain while the order awaited payment. */
    tries: integer().notNull(),
  },
  (row) => [index('order_checks_due').on(row.dueAt)],
)
