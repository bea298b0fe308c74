/**
 * The connection that a transaction has for itself, so that its statements can go straight to the
 * driver and travel together.
 */
import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import type { Db } from './db.ts'

/**
 * `travelling`: what nobody waited for when it was sent; it does not throw. `failed`: the first of
 * it that failed.
 */
export type Own = {
  client: PoolClient
  travelling: Promise<unknown>[]
  failed: { reason: unknown } | undefined
}

const owned = new WeakMap<Db, Own>()

export function own(tx: Db, client: PoolClient): Own {
  const connection: Own = { client, travelling: [], failed: undefined }
  owned.set(tx, connection)
  return connection
}

/** Undefined for what has none of its own: a pool, a savepoint, a database inside the process. */
export const clientOf = (tx: Db): PoolClient | undefined => owned.get(tx)?.client

/**
 * Lets a statement travel with what its transaction sends next, the commit at the latest; should it
 * fail, the whole transaction does. Where a transaction has no connection of its own, the statement
 * is waited for.
 */
export async function along(tx: Db, statement: () => Promise<unknown>): Promise<void> {
  const connection = owned.get(tx)
  if (!connection) return void (await statement())
  gatherWrites(connection.client)
  const sent = statement().catch((reason: unknown) => void (connection.failed ??= { reason }))
  connection.travelling.push(sent)
}

const gathering = new WeakSet<PoolClient>()

/** What is sent before the event loop turns is written in one go. */
export function gatherWrites(client: PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const write = holdWrites(client)
  setImmediate(() => {
    gathering.delete(client)
    write()
  })
}

/** What is sent until the function that this tells is called is written in one go. */
export function holdWrites(client: PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  return () => stream.uncork()
}
