/** A pool of connections to PostgreSQL as the query builder that the whole server uses. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { pgEventBus } from '#server/platform/events/pg-event-bus.ts'
import { type Db, registerPool } from './db.ts'
import { pipelinedReader, type Reads } from './pipelined-reader.ts'

export type { Db } from './db.ts'

export type Database = {
  db: Db
  /** For short reads outside of transactions: the same data, quicker. */
  reads: Reads
  /** Events published here reach every process of this database. */
  events: EventBus
  /** Resolves when the database answers within `ms`, otherwise throws. */
  ping: (ms?: number) => Promise<void>
  /** Connections of the pool; `waiting` counts the statements that wait for one. */
  connections: () => { open: number; idle: number; waiting: number }
  close: () => Promise<void>
}

export type PoolOptions = { connections?: number; onError?: (error: Error) => void }

/**
 * Opens a pool; the first connection is made by the first query. `url` as in
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
    // A transaction sends several statements at once; see db.ts.
    pipeline: true,
  })
  // Without a listener an idle connection that breaks would end the process; the pool replaces it
  // by itself.
  let closing = false
  pool.on('error', (error) => {
    if (!closing) onError(error)
  })
  // Nor has one that breaks in the midst of a transaction, whose statements then fail by
  // themselves.
  pool.on('connect', (client) => client.on('error', () => {}))
  const build = (client: Pool | PoolClient): Db => drizzle({ client, casing: 'snake_case' })
  const db = build(pool)
  registerPool(db, pool, build)
  const reads = pipelinedReader(url, onError)
  const events = pgEventBus(url, (text, values) => pool.query(text, values), onError)
  return {
    db,
    reads,
    events,
    ping: (ms = 2_000) => within(ms, pool.query('select 1')),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      closing = true
      await events.close()
      await Promise.all([pool.end(), reads.close()])
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
