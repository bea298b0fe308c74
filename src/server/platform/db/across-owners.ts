/** Marks SQL statements that concern several owners on purpose. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * A condition of a statement that does not name the owner of each tenant table in it, and why.
 * Other statements have to, so that a database that is split by owner asks one machine; a test
 * refuses those that neither do nor are marked. `reason`: letters, digits, spaces and commas.
 */
export const acrossOwners = (reason: string, condition: SQL | undefined = sql`true`): SQL =>
  sql`${sql.raw(`/* across owners: ${reason} */`)} (${condition})`
