/** The type of what queries are made on. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/**
 * The database, or a transaction in it. The in-memory one has the same type:
 * ask for changed rows with `returning()`, because `rowCount` is not told by both.
 */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>
