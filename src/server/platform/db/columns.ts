/** The kinds of column that the tables are made of. */
import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Thrown for a text that cannot be an id of ours; to a caller it is an id that nobody has. */
export class NotAnId extends Error {
  override name = 'NotAnId'
}

/** Whether a text from outside can be one of our ids: digits, at most what int8 holds. */
export const isId = (text: string): boolean => /^\d{1,18}$/.test(text)

/**
 * An int8 that is a text of digits in the program, because ids are never used in arithmetic. Throws
 * NotAnId for any other text.
 */
export const id = customType<{ data: string; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: String,
  toDriver(value) {
    if (!isId(value)) throw new NotAnId(`“${value}” is not an id`)
    return value
  },
})

/**
 * Characters, units, minutes or cents. The tables that hold balances keep them within what a
 * JavaScript number carries exactly.
 */
export const quantity = () => bigint({ mode: 'number' })

/**
 * Rises with every change of a row, and as large as any that a caller may send back to be compared.
 */
export const version = () => bigint({ mode: 'number' }).notNull().default(1)

/**
 * A point in time, to the millisecond, as JavaScript has it: finer ones would not survive the round
 * trip.
 */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const nextOf = (sequence: string) => sql.raw(`nextval('${sequence}')`)
