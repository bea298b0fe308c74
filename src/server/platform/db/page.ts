/** Pages: which rows of a list a query asks for. */
import { desc, sql, type Column, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { SortOrder } from '#contract/sorting.ts'
import type { Db } from '#server/platform/db/open.ts'

export type PageQuery = { pageSize: number; pageNum: number }
export type Page<R> = { total: number; rows: R[] }

/** Rows before the page; a page far beyond the end is still a number that the database can hold. */
export const offsetOf = ({ pageSize, pageNum }: PageQuery): number =>
  Math.min((pageNum - 1) * pageSize, Number.MAX_SAFE_INTEGER)

/**
 * The keys of a page, the highest first. Rows are read by them, so that what a page skips is passed
 * over in an index and not made ready to be told.
 */
export const keysOn = (db: Db, key: PgColumn, expected: SQL | undefined, query: PageQuery) =>
  db
    .select({ key })
    .from(key.table)
    .where(expected)
    .orderBy(desc(key))
    .limit(query.pageSize)
    .offset(offsetOf(query))

/** Sorted by a value, ascending unless said otherwise; what has no value comes last either way. */
export const sorted = (value: Column | SQL, order: SortOrder = 'asc'): SQL =>
  sql`${value} ${sql.raw(order)} nulls last`
