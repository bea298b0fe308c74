/** Marks SQL statements that concern several owners on purpose. */
import { sql, type SQL } from 'drizzle-orm'

/**
 * Marks the condition of a statement that is not restricted to one owner, with the reason. All
 * other statements name the owner of each tenant table, so that a distributed database runs them on
 * one machine; a test finds statements that are neither restricted nor marked. `reason` may contain
 * letters, digits, spaces and commas.
 */
export const acrossOwners = (reason: string, condition: SQL | undefined = sql`true`): SQL =>
  sql`${sql.raw(`/* across owners: ${reason} */`)} (${condition})`
