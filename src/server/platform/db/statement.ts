/** Prepared statements: text built once, and planned once per connection, also in transactions. */
import { is, Param, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import type { Reads } from './reads.ts'
import { clientOf } from './own-connection.ts'

type Values = Readonly<Record<string, unknown>>
type Run<Row> = (db: Db, values: Values) => Promise<Row[]>

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Returns a function that runs the statement in a database or a transaction; `values` fill its
 * placeholders. Rows are as the driver returns them, int8 as text; convert times to text or
 * numbers. Names must be unique. Without a name the statement is planned for each call's values:
 * for queries whose best plan depends on the offset.
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

/** Like `statement`, for the short reads of every call; bypasses the query builder. */
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
