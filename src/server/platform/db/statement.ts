/**
 * Statements written once and planned once: on every connection PostgreSQL keeps their plan under a
 * name, also inside a transaction.
 */
import { is, Param, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import type { Reads } from './reads.ts'
import { clientOf } from './own-connection.ts'

type Values = Readonly<Record<string, unknown>>
type Run<Row> = (db: Db, values: Values) => Promise<Row[]>

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A function that runs the statement in a database or a transaction; `values` fill its
 * placeholders. Rows come as the driver reads them, int8 as text; times have to be made text or
 * numbers. No two statements may share a name. Without a name it is planned each time, for the
 * values at hand: for queries whose best plan depends on how much is skipped.
 */
export function statement<Row extends object>(name: string | undefined, query: SQL): Run<Row> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const fillers = params.map(fillerOf)
  return async (db, values) => {
    const client = clientOf(db)
    const filled = fillers.map((fill) => fill(values))
    if (client) return (await client.query<Row>({ name, text, values: filled })).rows
    const prepared = db._.session.prepareQuery(
      { sql: text, params: filled },
      undefined,
      name,
      false,
    )
    return ((await prepared.execute()) as { rows: Row[] }).rows
  }
}

/** As `statement`, for short reads that every call makes: straight to the driver. */
export function quickStatement<Row extends object>(
  name: string,
  query: SQL,
): (reads: Reads, values: Values) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const fillers = params.map(fillerOf)
  return (reads, values) =>
    reads.rows<Row>(
      name,
      text,
      fillers.map((fill) => fill(values)),
    )
}

function fillerOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => values[param.name]
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { value, encoder } = param
  return (values) => encoder.mapToDriverValue(values[value.name])
}
