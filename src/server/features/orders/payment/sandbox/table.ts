/** Tables of the sandbox's vendor, used by the sandbox only and empty in production. */
import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import type { PayChannel } from '#contract/orders.ts'
import type { output } from 'zod/mini'
import { moment, quantity } from '../../../../platform/db/columns.ts'

export const sandboxBills = pgTable(
  'sandbox_bills',
  {
    /** Unguessable token in the address of the bill's cashier page. */
    token: text().primaryKey(),
    orderNo: text().notNull().unique(),
    orderId: text().notNull(),
    payChannel: text().$type<output<typeof PayChannel>>().notNull(),
    nameZh: text().notNull(),
    nameEn: text().notNull(),
    amountCents: quantity().notNull(),
    state: text({ enum: ['waiting', 'paid', 'closed'] }).notNull(),
    createdAt: moment().notNull(),
    closesAt: moment().notNull(),
    paidAt: moment(),
    gatewayNo: text().unique(),
  },
  (row) => [
    check(
      'sandbox_bills_paid',
      sql`(${row.state} = 'paid') = (${row.paidAt} is not null and ${row.gatewayNo} is not null)`,
    ),
  ],
)

export type SandboxBill = typeof sandboxBills.$inferSelect

/** Signing key of sandbox notifications: one for all server processes, created on first use. */
export const sandboxKeys = pgTable('sandbox_keys', {
  name: text().primaryKey(),
  key: text().notNull(),
})
