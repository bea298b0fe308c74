/** Substring search in SQL. */
import { ilike, type Column, type SQL } from 'drizzle-orm'

/** Matches the text literally: `%` and `_` are escaped. */
export const contains = (column: Column, part: string): SQL =>
  ilike(column, `%${part.replace(/[\\%_]/g, '\\$&')}%`)
