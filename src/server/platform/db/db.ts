/** The database handle type. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/**
 * The database or a transaction. The in-memory database has the same type but no `rowCount`; use
 * `returning()` to count changed rows.
 */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>
