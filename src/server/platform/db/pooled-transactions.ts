/** Transactions with few round trips: begin and commit are pipelined with the statements. */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Db } from './db.ts'
import { along, holdWrites, own, type Own } from './own-connection.ts'
import type { Transact } from './transact.ts'

/** Internals of a pool's session. */
type Inside = { dialect: never; schema: never; options: never }

/**
 * Creates transactions on a pool's connections, which must support pipelining. Round
 * trips are most of a short transaction's duration, and of the time that its locks are held.
 */
export function pooledTransactions(pool: Pool, db: Db): Transact {
  const { dialect, schema, options } = db._.session as unknown as Inside
  /** Query builder per connection, reused because creating one is costly. */
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
 * A statement that fails before reaching PostgreSQL does so before the event loop turns; PostgreSQL
 * is unaware of it and would commit.
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
