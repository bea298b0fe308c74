/** Statements planned once per connection: with 1 ms to the database a distribution is 45 to 64 % faster. */
import { is, Param, Placeholder, sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Db, findQueryable } from './db.ts'
import type { Reads } from './pipelined-reader.ts'

type Values = Readonly<Record<string, unknown>>
/** `Reads` are for short reads outside of transactions. */
type RunStatement<Row> = (on: Db | Reads, values: Values) => Promise<Row[]>

/** Placeholder with a cast, since PostgreSQL infers no type for some positions of a parameter. */
export const typedPlaceholder = (name: string, type: string): SQL =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Returns a function that runs the statement in a database, a transaction or by the reader; `values`
 * fill its placeholders. Rows are as the driver returns them, with int8 as text; the query has to
 * convert times to text or numbers. Names are unique. A statement without a name is not prepared: it
 * is planned at each call, for queries whose best plan depends on the values.
 */
export function prepareStatement<Row extends object>(
  name: string | undefined,
  query: SQL,
): RunStatement<Row> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const fillers = params.map(createFiller)
  return async (on, values) => {
    const filled = fillers.map((fill) => fill(values))
    if ('rows' in on)
      return on.rows<Row>(name ?? '', text, filled).catch(rethrowWithStatement(text))
    const source = findQueryable(on)
    if (source) {
      const named = source.isDirect ? name : undefined
      const query = { name: named, text, values: filled }
      return (await source.queryable.query<Row>(query).catch(rethrowWithStatement(text))).rows
    }
    // The conditional row type of `execute` stays unresolved for a generic row.
    return (await on.execute(toParameterizedSql(text, filled))).rows as unknown as Row[]
  }
}

/** The same statement for the query builder: `$1` becomes a parameter. */
function toParameterizedSql(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part))),
  )
}

/** Adds the statement to the error for the log, as the query builder does. */
const rethrowWithStatement =
  (text: string) =>
  (reason: unknown): never => {
    if (reason instanceof Error) Object.assign(reason, { query: text })
    throw reason
  }

function createFiller(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => values[param.name]
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { value, encoder } = param
  return (values) => encoder.mapToDriverValue(values[value.name])
}
