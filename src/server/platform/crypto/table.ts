/** The secret keys that a database has been used with: their ids, never the keys. */
import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/db/columns.ts'

/** One row is current. The others are former keys, kept for the keyed hashes made with them. */
export const secretKeys = pgTable(
  'secret_keys',
  {
    /** Derived from the key; does not reveal it. */
    id: text().primaryKey(),
    since: moment().notNull(),
    /** When another key took its place; null for the current key. */
    retiredAt: moment(),
    /** When no text encrypted with the former key was left, so that it is no longer needed. */
    reencryptedAt: moment(),
    /** Texts encrypted anew so far. */
    reencrypted: integer().notNull().default(0),
    /** Key of the keyed hashes derived from a former key, encrypted. */
    sealedHashKey: text(),
  },
  (row) => [
    uniqueIndex('secret_keys_one_current')
      .on(sql`(true)`)
      .where(sql`${row.retiredAt} is null`),
  ],
)
