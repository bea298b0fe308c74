/** Orders: W awaiting payment, P paid, T timed out, C cancelled (4.7). */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PayChannel, PayStatus } from '#contract/codes.ts'
import type { output } from 'zod/mini'
import { id, moment, nextOf, quantity } from '../columns.ts'

export const orderIds = pgSequence('order_ids', { startWith: 1_001 })

export const orders = pgTable(
  'orders',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextOf('order_ids')),
    /** Unique everywhere by its row in `order_numbers`. */
    no: text().notNull(),
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
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    index('orders_by_status').on(row.ownerId, row.payStatus, row.id),
    check('orders_amount', sql`${row.amountCents} >= 0 and ${row.num} >= 0 and ${row.salesNum} >= 1`),
    check('orders_paid', sql`(${row.payStatus} = 'P') = (${row.paidAt} is not null)`),
  ],
)

export type Order = typeof orders.$inferSelect
