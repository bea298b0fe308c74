/** Searching by a part of a text. */
import { ilike, type Column, type SQL } from 'drizzle-orm'

/** Whatever a person types is meant as it stands: `%` and `_` are no wildcards. */
export const contains = (column: Column, part: string): SQL =>
  ilike(column, `%${part.replace(/[\\%_]/g, '\\$&')}%`)
