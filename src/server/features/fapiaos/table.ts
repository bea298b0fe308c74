/** Tables of the orders and files of fapiao; titles and requests are collections. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { FapiaoFile } from '#contract/fapiaos.ts'
import { collectionTables, columnsOf } from '#server/features/collections/table.ts'
import { orders } from '#server/features/orders/table.ts'
import { bytea, id, moment, nextFromSequence, quantity } from '#server/platform/db/columns.ts'

/** As their collections declare them. */
export const fapiaoTitles = collectionTables['fapiaoTitles']!
export const fapiaoTitleColumns = columnsOf(fapiaoTitles)
export const fapiaos = collectionTables['fapiaos']!
export const fapiaoColumns = columnsOf(fapiaos)

/** Orders of each request. */
export const fapiaoOrders = pgTable(
  'fapiao_orders',
  {
    ownerId: id().notNull(),
    fapiaoId: id().notNull(),
    orderId: id().notNull(),
    orderNo: text().notNull(),
    /** What the request asks for of the order: paid and, until it is issued, not refunded. */
    amountCents: quantity().notNull(),
    /** What it asked for when it was issued, of an order that was refunded while it was being issued. */
    askedCents: quantity(),
    /** What was left of that order then: the fapiao is over no less. */
    leastCents: quantity(),
    /** While no other request may contain the order. */
    isLive: boolean().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.orderId, row.fapiaoId] }),
    uniqueIndex('fapiao_orders_live')
      .on(row.ownerId, row.orderId)
      .where(sql`${row.isLive}`),
    uniqueIndex('fapiao_orders_of_fapiao').on(row.ownerId, row.fapiaoId, row.orderId),
    foreignKey({
      name: 'fapiao_orders_fapiao',
      columns: [row.ownerId, row.fapiaoId],
      foreignColumns: [fapiaos.ownerId, fapiaos.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'fapiao_orders_order',
      columns: [row.ownerId, row.orderId],
      foreignColumns: [orders.ownerId, orders.id],
    }),
    check('fapiao_orders_amount', sql`${row.amountCents} >= 0`),
    // Null, and so fulfilled, while both columns are null: without a refund during issuing.
    check(
      'fapiao_orders_sums',
      sql`${row.leastCents} >= 0 and ${row.amountCents} between ${row.leastCents} and ${row.askedCents} and (${row.leastCents} is null or ${row.askedCents} is not null)`,
    ),
  ],
)

/** Requests that an operator issues in the tax system at present. */
export const fapiaoTakes = pgTable(
  'fapiao_takes',
  {
    ownerId: id().notNull(),
    fapiaoId: id().notNull(),
    operatorId: id().notNull(),
    operator: text().notNull(),
    takenAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.fapiaoId] }),
    foreignKey({
      name: 'fapiao_takes_fapiao',
      columns: [row.ownerId, row.fapiaoId],
      foreignColumns: [fapiaos.ownerId, fapiaos.id],
    }).onDelete('cascade'),
  ],
)

/** Numbers of fapiao and of their reversals: each is used once, whatever the account. */
export const fapiaoNumbers = pgTable('fapiao_numbers', {
  number: text().primaryKey(),
  ownerId: id().notNull(),
  fapiaoId: id().notNull(),
})

/** Formats of the file of a fapiao: OFD is the Chinese standard of fixed-layout documents (GB/T 33190). */
export type FapiaoFormat = 'pdf' | 'ofd' | 'xml'

/** Files of issued fapiao and of their reversals. */
export const fapiaoFiles = pgTable(
  'fapiao_files',
  {
    ownerId: id().notNull(),
    fapiaoId: id().notNull(),
    kind: text().$type<FapiaoFile>().notNull(),
    format: text().$type<FapiaoFormat>().notNull(),
    bytes: bytea().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.fapiaoId, row.kind] }),
    foreignKey({
      name: 'fapiao_files_fapiao',
      columns: [row.ownerId, row.fapiaoId],
      foreignColumns: [fapiaos.ownerId, fapiaos.id],
    }).onDelete('cascade'),
  ],
)

/** Numbers, dates, sums and files of issued fapiao and of their reversals that were wrong and corrected. */
export const fapiaoCorrections = pgTable(
  'fapiao_corrections',
  {
    ownerId: id().notNull(),
    fapiaoId: id().notNull(),
    id: id().notNull().default(nextFromSequence('collection_ids')),
    at: moment().notNull(),
    operator: text().notNull(),
    reason: text().notNull(),
    kind: text().$type<FapiaoFile>().notNull(),
    number: text().notNull(),
    date: date().notNull(),
    /** The sum; null if it stays. */
    amountCents: quantity(),
    /** The file that was replaced; null if it stays. */
    format: text().$type<FapiaoFormat>(),
    bytes: bytea(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.fapiaoId, row.id] }),
    foreignKey({
      name: 'fapiao_corrections_fapiao',
      columns: [row.ownerId, row.fapiaoId],
      foreignColumns: [fapiaos.ownerId, fapiaos.id],
    }).onDelete('cascade'),
  ],
)
