/** Column types, keys and conditions shared by all tables. */
import { sql, ilike, type Column, type SQL } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Key of a user; `ownerId` is the main account's id, the tenant key of every tenant table. */
export type UserKey = { ownerId: string; userId: string }

/** Key of a user that does not exist. */
export const unknownUser: UserKey = { ownerId: '0', userId: '0' }

/** Thrown for text that is not a valid id; answered like an unknown id. */
export class NotAnId extends Error {
  override name = 'NotAnId'
}

/** Whether external text has the format of an id: at most 18 digits, which fit int8. */
export const isId = (text: string): boolean => /^\d{1,18}$/.test(text)

/** An int8 handled as a string of digits, since ids are not for arithmetic. Throws NotAnId. */
export const id = customType<{ data: string; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: String,
  toDriver(value) {
    if (!isId(value)) throw new NotAnId(`“${value}” is not an id`)
    return value
  },
})

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

/**
 * Characters, units, minutes or cents. Tables with balances constrain them to JavaScript's safe
 * integers.
 */
export const quantity = () => bigint({ mode: 'number' })

/** Row version for optimistic locking, incremented with every change. */
export const version = () => bigint({ mode: 'number' }).notNull().default(1)

/** A timestamp in milliseconds, the precision of JavaScript's Date. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const nextFromSequence = (sequence: string) => sql.raw(`nextval('${sequence}')`)

/** Matches the text literally: `%` and `_` are escaped. */
export const containsText = (column: Column, part: string): SQL =>
  ilike(column, `%${part.replace(/[\\%_]/g, '\\$&')}%`)

/** One parameter, of which a statement has at most 65,535, however many ids there are. */
export const isOneOf = (column: Column, ids: readonly (string | null)[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::bigint[])`

/**
 * Expression of a GIN index over the parts of these columns; `minGram`: length of the shortest
 * parts.
 */
export const gramsOf = (columns: readonly (Column | SQL)[], minGram = 1): SQL =>
  sql`text_grams('', array[${sql.join([...columns], sql`, `)}], ${sql.raw(String(minGram))})`
