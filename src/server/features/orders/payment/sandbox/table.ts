/**
 * What the sandbox's vendor knows. It stands for somebody else: nothing but the sandbox reads or
 * writes it, and in production it stays empty.
 */
import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import type { PayChannel } from '#contract/codes.ts'
import type { output } from 'zod/mini'
import { moment, quantity } from '../../../../platform/db/columns.ts'

export const sandboxBills = pgTable(
  'sandbox_bills',
  {
    /** Names the bill in the address of its cashier page, and can't be guessed. */
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

/**
 * What signs the sandbox's notifications: one key for all server processes, made by the first that
 * needs it.
 */
export const sandboxKeys = pgTable('sandbox_keys', {
  name: text().primaryKey(),
  key: text().notNull(),
})
