/** The type of what queries are made on. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/**
 * The database, or a transaction in it. The in-memory one has the same type: read changed rows with
 * `returning()`, because PGlite has no `rowCount`. Transactions are made by `transaction(db, work)`.
 */
export type Db = Omit<PgDatabase<NodePgQueryResultHKT, typeof schema>, 'transaction'>
