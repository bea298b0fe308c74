/** Offset pagination and sorting. */
import { desc, sql, type Column, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { SortOrder } from '#contract/sorting.ts'
import type { Db } from '#server/platform/db/open.ts'

export type PageQuery = { pageSize: number; pageNum: number }
export type Page<R> = { total: number; rows: R[] }

/** Rows before the page, capped at the largest safe integer. */
export const offsetOf = ({ pageSize, pageNum }: PageQuery): number =>
  Math.min((pageNum - 1) * pageSize, Number.MAX_SAFE_INTEGER)

/**
 * Keys of a page in descending order. Reading rows by key lets PostgreSQL skip the offset in an
 * index instead of building the skipped rows.
 */
export const keysOn = (db: Db, key: PgColumn, expected: SQL | undefined, query: PageQuery) =>
  db
    .select({ key })
    .from(key.table)
    .where(expected)
    .orderBy(desc(key))
    .limit(query.pageSize)
    .offset(offsetOf(query))

/** Sort order, ascending by default; nulls come last either way. */
export const sorted = (value: Column | SQL, order: SortOrder = 'asc'): SQL =>
  sql`${value} ${sql.raw(order)} nulls last`
