/** Opens a PostgreSQL connection pool and the server's query builder on it. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { pgEventBus } from '#server/platform/events/pg-event-bus.ts'
import type { Db } from './db.ts'
import { pooledTransactions } from './pooled-transactions.ts'
import { quickReads } from './quick-reads.ts'
import type { Reads } from './reads.ts'
import * as schema from './schema.ts'
import { transactsBy } from './transact.ts'

export type { Db } from './db.ts'

export type Database = {
  db: Db
  /** For short reads outside transactions: same data, lower latency. */
  reads: Reads
  /** Published events reach every process on this database. */
  events: EventBus
  /** Rejects if the database does not answer within `ms` milliseconds. */
  ping: (ms?: number) => Promise<void>
  close: () => Promise<void>
}

export type PoolOptions = { connections?: number; onError?: (error: Error) => void }

/**
 * Opens a pool, which connects on the first query. `url` such as
 * `postgres://user:password@host/database`.
 */
export function openDb(
  url: string,
  { connections = 20, onError = () => {} }: PoolOptions = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'yiqiao',
    // A transaction pipelines its statements; see pooled-transactions.ts.
    pipeline: true,
  })
  // An error on an idle connection without a listener would end the process. The pool replaces the
  // connection.
  let closing = false
  pool.on('error', (error) => {
    if (!closing) onError(error)
  })
  // The same for a connection in a transaction, whose statements then fail by themselves.
  pool.on('connect', (client) => client.on('error', () => {}))
  const quick = quickReads(url, onError)
  const events = pgEventBus(url, (text, values) => pool.query(text, values), onError)
  const db = drizzle({ client: pool, schema, casing: 'snake_case' })
  transactsBy(db, pooledTransactions(pool, db))
  return {
    db,
    reads: quick,
    events,
    ping: (ms = 2_000) => within(ms, pool.query('select 1')),
    async close() {
      closing = true
      await events.close()
      await Promise.all([pool.end(), quick.close()])
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${ms} ms.`)), ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
