/** Transactions by the best way that a database has. */
import type { Db } from './db.ts'

export type Transact = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

const ways = new WeakMap<Db, Transact>()

/**
 * Says how transactions of this database are made, where there is a better way than the query
 * builder's.
 */
export const transactsBy = (db: Db, way: Transact): void => void ways.set(db, way)

/**
 * Does `work` in one transaction: all of it or, when anything throws, nothing. Resolves when it is
 * committed.
 */
export const transact = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  ways.get(db)?.(work) ?? db.transaction(work)
