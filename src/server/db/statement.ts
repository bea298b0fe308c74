/** Statements written once and planned once: on every connection PostgreSQL keeps their plan under a name, also inside a transaction. */
import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

type Run<Row> = (db: Db, values: Readonly<Record<string, unknown>>) => Promise<Row[]>

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A function that runs the statement in a database or a transaction; `values` fill its placeholders.
 * Rows come as the driver reads them: int8 and times as text. No two statements may share a name.
 */
export function statement<Row extends object>(name: string, query: SQL): Run<Row> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return async (db, values) => {
    const prepared = db._.session.prepareQuery({ sql: text, params: fillPlaceholders(params, { ...values }) }, undefined, name, false)
    return ((await prepared.execute()) as { rows: Row[] }).rows
  }
}
