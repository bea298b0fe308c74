/** The database handle that queries run on, transactions over a connection pool, and pipelining. */
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient, QueryResult } from 'pg'

/**
 * The database, or a transaction in it. The in-memory one has the same type: read changed rows with
 * `returning()`, because PGlite has no `rowCount`. Transactions are made by `transaction(db, work)`.
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
type Build = (client: PoolClient) => Db
/** `isDirect`: no pooler in between, so that named statements and pipelining work. */
type Source = { build: Build; isDirect: boolean } & ({ pool: Pool } | { client: PoolClient })
const sources = new WeakMap<Db, Source>()

/** Statements in flight that nobody awaits, and the first error among them. */
type Pipeline = {
  inFlight: Promise<unknown>[]
  failed?: { reason: unknown }
  /** Behind a pooler: each statement awaits its answer. */
  isSerial: boolean
}
const pipelines = new WeakMap<Db, Pipeline>()

/** Makes `transaction` and prepared statements use the pool behind `db`. */
export function registerPool(
  db: Db,
  pool: Pool,
  options: Pick<Source, 'build' | 'isDirect'>,
): void {
  sources.set(db, { pool, ...options })
}

/** What runs a prepared statement; undefined for a database without a pool (PGlite). */
export function queryableOf(
  db: Db,
): { queryable: Pool | PoolClient; isDirect: boolean } | undefined {
  const source = sources.get(db)
  if (!source) return undefined
  return { queryable: 'pool' in source ? source.pool : source.client, isDirect: source.isDirect }
}

/**
 * Runs `work` in one transaction and resolves once it is committed; any error rolls all of it back.
 * Inside a transaction it runs `work` in a savepoint, whose failure leaves the rest intact.
 * `begin` is pipelined with the first statement, which saves a round trip.
 */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const source = sources.get(db)
  if (!source) return (db as PgDatabase<NodePgQueryResultHKT>).transaction((tx) => work(tx))
  return 'pool' in source
    ? inTransaction(source.pool, source, work)
    : inSavepoint(source.client, source, work)
}

/**
 * Sends a statement without awaiting its answer: it travels with what the transaction sends next,
 * the commit at the latest, and its failure fails the whole transaction. In a savepoint, on PGlite
 * and behind a pooler it is awaited.
 */
export async function pipeline(tx: Db, statement: () => Promise<unknown>): Promise<void> {
  const own = pipelines.get(tx)
  if (!own) return void (await statement())
  const sent = statement().catch((reason: unknown) => void (own.failed ??= { reason }))
  own.inFlight.push(sent)
  if (own.isSerial) await sent
}

async function inTransaction<T>(
  pool: Pool,
  source: Source,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const tx = dbOfClient(client, source)
  const own: Pipeline = { inFlight: [], isSerial: !source.isDirect }
  pipelines.set(tx, own)
  let broken: Error | undefined
  try {
    await pipeline(tx, () => client.query('begin'))
    const result = await work(tx)
    const ended = await commit(client, own)
    await Promise.all(own.inFlight)
    throwFailure(own)
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction was rolled back instead of committed.')
    return result
  } catch (error) {
    await client.query('rollback').catch((reason: unknown) => (broken = reason as Error))
    await Promise.all(own.inFlight)
    throwFailure(own)
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * A statement that fails before it is sent has failed within one turn of the event loop; PostgreSQL
 * does not know of it and would commit.
 */
async function commit(client: PoolClient, own: Pipeline): Promise<QueryResult> {
  await new Promise(setImmediate)
  throwFailure(own)
  return client.query('commit')
}

function throwFailure({ failed }: Pipeline): void {
  if (failed) throw failed.reason
}

/** Nested savepoints may share a name: the innermost one is meant (PostgreSQL, SAVEPOINT). */
const savepoint = 'part'

async function inSavepoint<T>(
  client: PoolClient,
  { build, isDirect }: Source,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const part = build(client)
  sources.set(part, { client, build, isDirect })
  await client.query(`savepoint ${savepoint}`)
  try {
    const result = await work(part)
    await client.query(`release savepoint ${savepoint}`)
    return result
  } catch (error) {
    await client.query(`rollback to savepoint ${savepoint}`)
    throw error
  }
}

/** A connection runs one transaction at a time, so its query builder is made once. */
const builders = new WeakMap<PoolClient, Db>()

function dbOfClient(client: PoolClient, { build, isDirect }: Source): Db {
  const known = builders.get(client)
  if (known) return known
  const db = build(client)
  sources.set(db, { client, build, isDirect })
  builders.set(client, db)
  return db
}
