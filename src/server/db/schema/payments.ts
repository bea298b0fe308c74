/** Money that gateways say has come in. Keyed by the gateway's own number, so that none counts twice. */
import { pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, moment, quantity } from '../columns.ts'

/** What each payment was credited for: a directory, without foreign keys like the others. An order is paid once. */
export const payments = pgTable(
  'payments',
  { gateway: text().notNull(), gatewayNo: text().notNull(), ownerId: id().notNull(), orderId: id().notNull() },
  (row) => [primaryKey({ columns: [row.gateway, row.gatewayNo] }), uniqueIndex('payments_of_order').on(row.ownerId, row.orderId)],
)

/** Money that fits no order and was not credited: the operator has to look at it. */
export const strayPayments = pgTable(
  'stray_payments',
  {
    gateway: text().notNull(),
    gatewayNo: text().notNull(),
    orderNo: text().notNull(),
    reason: text({ enum: ['unknownOrder', 'wrongAmount', 'wrongChannel', 'paidTwice', 'numberUsed', 'accountClosed', 'beyond'] }).notNull(),
    amountCents: quantity().notNull(),
    paidAt: moment().notNull(),
    /** When it was first told. */
    at: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.gateway, row.gatewayNo, row.orderNo] })],
)

export type StrayPayment = typeof strayPayments.$inferSelect
