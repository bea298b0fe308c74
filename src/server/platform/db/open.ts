/** A pool of connections to PostgreSQL as the query builder that the whole server uses. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { createPgEventBus } from '#server/platform/events/pg-event-bus.ts'
import { markConnectionErrors, refuseReplica } from './availability.ts'
import { type Db, registerPool, watchReplication } from './db.ts'
import type { RequestComments } from './request-comments.ts'
import { traceStatements } from './statement-spans.ts'
import { createAnswerWatch } from './unanswered-statements.ts'
import { withTimeout } from '#server/platform/timeout.ts'
import type { Tracing } from '#server/platform/tracing.ts'
import { createPipelinedReader, createPooledReader, type Reads } from './pipelined-reader.ts'

export type { Db } from './db.ts'

export type Database = {
  db: Db
  /** For short reads outside of transactions, which are faster this way. */
  reads: Reads
  /** Events published here reach every process of this database. */
  events: EventBus
  /**
   * Resolves when the database answers in time. Otherwise throws, also while connections in use get
   * no answer.
   */
  ping: () => Promise<void>
  /**
   * Connections of the pool; `waiting` counts the statements that wait for one, `stuck` those that
   * have had no answer for longer than a wait for a lock may take.
   */
  connections: () => { open: number; idle: number; waiting: number; stuck: number }
  close: () => Promise<void>
}

export type PoolOptions = {
  /**
   * Maximum number of connections of this process: for transactions, for short reads and for
   * events.
   */
  connections?: number | undefined
  /**
   * Set if `url` is a pooler's in transaction mode, such as PgBouncer's: the address of the
   * database itself, for LISTEN. A pooler refuses the timeouts as parameters, so its role must have
   * them, and statements have neither names nor pipelining.
   */
  directUrl?: string | undefined
  /** Milliseconds without an answer after which a connection is given up. */
  answerTimeouts?: { statement: number; read: number; listen: number } | undefined
  onError?: (error: Error) => void
  /** Traces each statement. */
  tracing?: Tracing | undefined
  /** Adds the request's id to each statement; short reads then are prepared anew each time. */
  requestComments?: RequestComments | undefined
}

/** Milliseconds, on connections without a pooler in between; behind one, the role has them. */
const serverTimeouts = {
  statement_timeout: 30_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 60_000,
}
/**
 * Longer than PostgreSQL's own timeouts, so that only connections to an unreachable database are
 * given up.
 */
const defaultAnswerTimeouts = { statement: 35_000, read: 12_000, listen: 10_000 }

/**
 * A process is of no use while at least so many of its pool's connections, and such a share of
 * them, have had no answer for so many milliseconds; or one for short reads, which each call needs.
 */
const stuckLimits = {
  connections: 2,
  share: 1 / 4,
  pool: serverTimeouts.lock_timeout + 1_000,
  reads: 3_000,
}

/**
 * Opens a pool; the first connection is made by the first query. `url` as in
 * `postgres://user:password@host/database`.
 */
export function openDb(
  url: string,
  {
    connections = 20,
    directUrl,
    answerTimeouts = defaultAnswerTimeouts,
    onError = () => {},
    tracing,
    requestComments,
  }: PoolOptions = {},
): Database {
  const isPooled = directUrl !== undefined
  const readsByName = !isPooled && !requestComments
  const shares = shareConnections(connections, readsByName)
  const pool = new Pool({
    connectionString: url,
    max: shares.pool,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'yiqiao',
    query_timeout: answerTimeouts.statement,
    keepAlive: true,
    ...(!isPooled && serverTimeouts),
    // A transaction sends several statements at once; see db.ts.
    pipeline: !isPooled,
    ...(!isPooled && { onConnect: refuseReplica }),
  })
  // Without a listener an idle connection that breaks would end the process; the pool replaces it
  // by itself.
  let isClosing = false
  const answers = createAnswerWatch()
  pool.on('error', (error) => {
    if (!isClosing) onError(error)
  })
  // Handles errors of connections in use too; the statements of their transaction fail by
  // themselves.
  pool.on('connect', (client) => {
    markConnectionErrors(client)
    watchReplication(client)
    answers.watch(client)
    requestComments?.attach(client)
    if (tracing) traceStatements(client, tracing)
  })
  requestComments?.attach(pool)
  if (tracing) traceStatements(pool, tracing)
  const build = (client: Pool | PoolClient): Db => drizzle({ client, casing: 'snake_case' })
  const db = build(pool)
  registerPool(db, pool, { build, isDirect: !isPooled })
  const reads = readsByName
    ? createPipelinedReader(url, shares.reads, {
        unanswered: answerTimeouts.read,
        onError,
        tracing,
      })
    : createPooledReader(pool)
  const events = createPgEventBus(directUrl ?? url, (text, values) => pool.query(text, values), {
    answerTimeout: answerTimeouts.listen,
    onError,
  })
  return {
    db,
    reads,
    events,
    async ping() {
      const stuck = answers.countStuck(stuckLimits.pool)
      if (stuck >= Math.max(stuckLimits.connections, pool.totalCount * stuckLimits.share))
        throw new Error(`${stuck} of ${pool.totalCount} connections get no answer.`)
      if (reads.countStuck(stuckLimits.reads) > 0)
        throw new Error('A connection for short reads gets no answer.')
      await withTimeout(
        pool.query(pingQuery),
        pingTimeout,
        `The database did not answer within ${pingTimeout} ms.`,
      )
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      stuck: answers.countStuck(stuckLimits.pool),
    }),
    async close() {
      isClosing = true
      await events.close()
      await Promise.all([pool.end(), reads.close()])
    },
  }
}

/** Milliseconds. Without a timeout of their own, the pings of a frozen database would use up the pool. */
const pingTimeout = 2_000
const pingQuery = { text: 'select 1', query_timeout: pingTimeout }

/** One connection listens for events. Without named statements, short reads share the pool. */
function shareConnections(
  connections: number,
  readsByName: boolean,
): { pool: number; reads: number } {
  const reads = readsByName ? Math.min(4, Math.max(1, Math.floor(connections / 5))) : 0
  return { pool: Math.max(1, connections - 1 - reads), reads }
}
