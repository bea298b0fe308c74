/** Transactions of a start, which wait for those of other processes that start on the same database. */
import { sql } from 'drizzle-orm'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'

/**
 * The other process may fill the database, which takes a loaded machine minutes. If it dies, its
 * transaction ends at once; if it hangs, after `idle_in_transaction_session_timeout`.
 */
const longestWait = '10min'

export const startTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(
    db,
    async (tx) => {
      await tx.execute(
        sql`select set_config('lock_timeout', ${longestWait}, true), set_config('statement_timeout', ${longestWait}, true)`,
      )
      return work(tx)
    },
    { isLong: true },
  )
