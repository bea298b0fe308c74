/**
 * Transactions in few round trips: the begin travels with the first statements and the commit with
 * the last, which for short transactions is most of their time and of the time that they hold their
 * locks.
 */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Db } from './db.ts'
import { along, holdWrites, own, type Own } from './own-connection.ts'
import type { Transact } from './transact.ts'

/** What the session of a pool has inside. */
type Inside = { dialect: never; schema: never; options: never }

/**
 * How transactions are made on the connections of a pool, whose connections must be such that they
 * take several statements at once.
 */
export function pooledTransactions(pool: Pool, db: Db): Transact {
  const { dialect, schema, options } = db._.session as unknown as Inside
  /**
   * A connection has one transaction at a time, and making the query builder for it is not free.
   */
  const made = new WeakMap<PoolClient, Db>()
  const transactionOn = (client: PoolClient): Db => {
    const known = made.get(client)
    if (known) return known
    const tx = new NodePgTransaction(
      dialect,
      new NodePgSession(client, dialect, schema, options),
      schema,
    ) as unknown as Db
    made.set(client, tx)
    return tx
  }
  return async (work) => {
    const client = await pool.connect()
    const tx = transactionOn(client)
    const connection = own(tx, client)
    let broken: Error | undefined
    try {
      await along(tx, () => client.query('begin'))
      const worked = await work(tx)
      const ended = await commit(connection)
      await Promise.all(connection.travelling)
      refuseFailed(connection)
      if (ended.command !== 'COMMIT')
        throw new Error('The transaction was rolled back instead of committed.')
      return worked
    } catch (error) {
      await client.query('rollback').catch((reason: unknown) => (broken = reason as Error))
      await Promise.all(connection.travelling)
      refuseFailed(connection)
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/**
 * What never reaches PostgreSQL has failed before the event loop turns; PostgreSQL, which knows
 * nothing of it, would commit.
 */
async function commit(connection: Own): Promise<QueryResult> {
  const write = holdWrites(connection.client)
  try {
    await new Promise(setImmediate)
    refuseFailed(connection)
    return connection.client.query('commit')
  } finally {
    write()
  }
}

function refuseFailed({ failed }: Own): void {
  if (failed) throw failed.reason
}
