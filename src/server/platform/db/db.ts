/** The database handle for queries, transactions over a connection pool, and pipelining. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import {
  isDatabaseUnavailable,
  isReadOnly,
  isTimeout,
  markConnectionError,
  UnreplicatedError,
} from '#server/platform/db/availability.ts'

/**
 * The database, or a transaction in it. The in-memory one has the same type: read changed rows with
 * `returning()`, because PGlite has no `rowCount`. Transactions are made by `transaction(db,
 * work)`.
 */
export type Db = Omit<PgDatabase<NodePgQueryResultHKT>, 'transaction'>

/** The row of a statement that always yields one, such as an insert or a sum. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined || rows.length > 1)
    throw new Error(`One row was expected, ${rows.length} came.`)
  return row
}

export type Transaction = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/** Query builder on one connection. A parameter, so that the browser demo does not load pg. */
type BuildDb = (client: PoolClient) => Db
/** `isDirect`: no pooler in between, so that named statements and pipelining work. */
type TransactionSource = { build: BuildDb; isDirect: boolean } & (
  | { pool: Pool }
  | { client: PoolClient }
)
const sources = new WeakMap<Db, TransactionSource>()

/** Statements that were sent but are not awaited, and their first error. */
type Pipeline = {
  inFlight: Promise<unknown>[]
  failed?: { reason: unknown }
  isCommitSent: boolean
}
const pipelines = new WeakMap<Db, Pipeline>()

/** Makes `transaction` and prepared statements use the pool behind `db`. */
export function registerPool(
  db: Db,
  pool: Pool,
  options: Pick<TransactionSource, 'build' | 'isDirect'>,
): void {
  sources.set(db, { pool, ...options })
}

/** The pool or connection that runs a prepared statement; undefined without a pool (PGlite). */
export function findQueryable(
  db: Db,
): { queryable: Pool | PoolClient; isDirect: boolean } | undefined {
  const source = sources.get(db)
  if (!source) return undefined
  return { queryable: 'pool' in source ? source.pool : source.client, isDirect: source.isDirect }
}

/** False for a database without a pool (PGlite), and in a transaction. */
export const hasPool = (db: Db): boolean => {
  const source = sources.get(db)
  return source !== undefined && 'pool' in source
}

/**
 * Runs `work` on one connection of the pool, without a transaction or time limits, and closes the
 * connection, so that its settings and locks end.
 */
export async function runOnConnection<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  const source = sources.get(db)
  if (!source || !('pool' in source)) throw new Error('runOnConnection needs a pool.')
  const client = await source.pool.connect()
  try {
    return await work(source.build(withoutTimeout(client)))
  } finally {
    client.release(true)
  }
}

type TransactionOptions = {
  /**
   * The work has no effect beyond the transaction, so it may run again after a deadlock, a failed
   * serialisation or a lost connection, unless it may be committed already.
   */
  isRepeatable?: boolean
  /**
   * Statements may run for minutes without an answer, as those of a migration; PostgreSQL's timeout
   * is set by the work itself.
   */
  isLong?: boolean
}

/**
 * Runs `work` in one transaction and resolves once it is committed; any error rolls all of it back.
 * Inside a transaction it runs `work` in a savepoint, whose failure leaves the rest intact.
 * `begin` is pipelined with the first statement, which saves a round trip.
 */
export function transaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  { isRepeatable = false, isLong = false }: TransactionOptions = {},
): Promise<T> {
  const source = sources.get(db)
  if (!source) return (db as PgDatabase<NodePgQueryResultHKT>).transaction((tx) => work(tx))
  return 'pool' in source
    ? runWithRetries(isRepeatable, (client) =>
        runInTransaction(source.pool, source, work, client, isLong),
      )
    : runInSavepoint(source.client, source, work)
}

/**
 * Sends a statement without awaiting its answer: it travels with what the transaction sends next,
 * the commit at the latest, and its failure fails the whole transaction. With 1 ms to the
 * database a distribution is 37 to 46 % faster. In a savepoint, on PGlite and behind a pooler it
 * is awaited.
 */
export async function pipeline(tx: Db, statement: () => Promise<unknown>): Promise<void> {
  const ownPipeline = pipelines.get(tx)
  if (!ownPipeline) return void (await statement())
  const sent = statement().catch((reason: unknown) => void (ownPipeline.failed ??= { reason }))
  ownPipeline.inFlight.push(sent)
  if (!sources.get(tx)?.isDirect) await sent
}

/** Milliseconds before each repetition. */
const retryDelays = [20, 100, 500]

async function runWithRetries<T>(
  isRepeatable: boolean,
  run: (ownPipeline: Pipeline) => Promise<T>,
): Promise<T> {
  for (let repetition = 0; ; repetition++) {
    const ownPipeline: Pipeline = { inFlight: [], isCommitSent: false }
    try {
      return await run(ownPipeline)
    } catch (error) {
      const pause = retryDelays[repetition]
      if (canBeCommitted(ownPipeline) && error instanceof Error) unknownOutcomes.add(error)
      if (
        !isRepeatable ||
        canBeCommitted(ownPipeline) ||
        pause === undefined ||
        !isTransient(error)
      )
        throw error
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  }
}

/**
 * The commit travels with the last statements. If PostgreSQL reports that one of those failed, it
 * has not committed; if the connection is lost without a report, it may have.
 */
const canBeCommitted = ({ isCommitSent, failed }: Pipeline): boolean =>
  isCommitSent && !isDatabaseReport(failed?.reason)

const unknownOutcomes = new WeakSet<Error>()

/** True if the transaction that failed with this error may be committed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error && unknownOutcomes.has(error)

/** PostgreSQL's errors have a severity, network errors don't. */
const isDatabaseReport = (error: unknown): boolean =>
  error instanceof Error && ('severity' in error || isDatabaseReport(error.cause))

/**
 * 40001: serialisation, 40P01: deadlock. Timeouts are not repeated: the caller has waited long
 * enough.
 */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || isTimeout(error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(40001|40P01)$/.test(code) || isDatabaseUnavailable(error) || isTransient(error.cause)
}

async function runInTransaction<T>(
  pool: Pool,
  source: TransactionSource,
  work: (tx: Db) => Promise<T>,
  ownPipeline: Pipeline,
  isLong: boolean,
): Promise<T> {
  const client = await pool.connect().catch((reason: unknown) => {
    markConnectionError(reason)
    throw reason
  })
  const tx = getClientDb(isLong ? withoutTimeout(client) : client, source)
  pipelines.set(tx, ownPipeline)
  let connectionError: Error | undefined
  try {
    await pipeline(tx, () => client.query('begin'))
    throwFailure(ownPipeline)
    const result = await work(tx)
    const ended = await commit(client, ownPipeline)
    await Promise.all(ownPipeline.inFlight)
    throwFailure(ownPipeline)
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction was rolled back instead of committed.')
    return result
  } catch (error) {
    if (isTimeout(error)) connectionError = error as Error
    else
      await client.query('rollback').catch((reason: unknown) => (connectionError = reason as Error))
    await Promise.all(ownPipeline.inFlight)
    // A new connection may reach the primary.
    if (isReadOnly(ownPipeline.failed?.reason ?? error)) connectionError = error as Error
    throwFailure(ownPipeline)
    throw error
  } finally {
    client.release(connectionError)
  }
}

/**
 * A statement that fails before it is sent has failed within one turn of the event loop; PostgreSQL
 * does not know of it and would commit.
 */
async function commit(client: PoolClient, ownPipeline: Pipeline): Promise<QueryResult> {
  await new Promise(setImmediate)
  throwFailure(ownPipeline)
  ownPipeline.isCommitSent = true
  const ended = await client.query('commit')
  if (unreplicatedClients.delete(client))
    throw new UnreplicatedError('The commit was not confirmed by the synchronous replica.')
  return ended
}

/** Connections whose last commit is in doubt. */
const unreplicatedClients = new WeakSet<ClientBase>()

/**
 * If an operator cancels a commit that waits for its synchronous replica, PostgreSQL reports
 * success with a warning.
 */
export function watchReplication(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unreplicatedClients.add(client)
  })
}

function throwFailure({ failed }: Pipeline): void {
  if (failed) throw failed.reason
}

/** Nested savepoints may share a name: it refers to the innermost one (PostgreSQL, SAVEPOINT). */
const savepointName = 'part'

async function runInSavepoint<T>(
  client: PoolClient,
  { build, isDirect }: TransactionSource,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const savepointDb = build(client)
  sources.set(savepointDb, { client, build, isDirect })
  await client.query(`savepoint ${savepointName}`)
  try {
    const result = await work(savepointDb)
    await client.query(`release savepoint ${savepointName}`)
    return result
  } catch (error) {
    await client.query(`rollback to savepoint ${savepointName}`)
    throw error
  }
}

/** Longest delay of a timer in milliseconds. */
const maxTimerDelay = 2 ** 31 - 1

/** The connection without the driver's limit on the time to an answer. */
function withoutTimeout(client: PoolClient): PoolClient {
  const query = (config: string | QueryConfig, values?: unknown[]) => {
    const unlimited: QueryConfig & { query_timeout: number } = {
      ...(typeof config === 'string' ? { text: config } : config),
      query_timeout: maxTimerDelay,
    }
    return client.query(unlimited, values)
  }
  return Object.create(client, { query: { value: query } }) as PoolClient
}

/** A connection runs one transaction at a time, so its query builder is made once. */
const builders = new WeakMap<PoolClient, Db>()

function getClientDb(client: PoolClient, { build, isDirect }: TransactionSource): Db {
  const existing = builders.get(client)
  if (existing) return existing
  const db = build(client)
  sources.set(db, { client, build, isDirect })
  builders.set(client, db)
  return db
}
