/** Bulk insert through one JSON parameter, much faster than one parameter per value. */
import { getTableColumns, sql, type InferInsertModel } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/open.ts'

const batch = 5_000

export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  const keys = Object.keys(getTableColumns(table)).filter((key) => rows.some((row) => key in row))
  const names = sql.raw(keys.map((key) => `"${toSnakeCase(key)}"`).join(', '))
  for (let from = 0; from < rows.length; from += batch) {
    const part = rows
      .slice(from, from + batch)
      .map((row) =>
        Object.fromEntries(keys.map((key) => [toSnakeCase(key), row[key as keyof typeof row]])),
      )
    await db.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(part)}::json)`,
    )
  }
}
