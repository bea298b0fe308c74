/** A transaction's own connection, whose statements bypass the query builder and are pipelined. */
import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import type { Db } from './db.ts'

/**
 * `travelling`: statements sent without being awaited; these promises never reject. `failed`: the
 * first of them that failed.
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

/** Undefined for a pool, a savepoint or an in-process database. */
export const clientOf = (tx: Db): PoolClient | undefined => owned.get(tx)?.client

/**
 * Pipelines a statement with the transaction's next ones, the commit at the latest; its failure
 * fails the transaction. Awaits the statement if the transaction has no connection of its own.
 */
export async function along(tx: Db, statement: () => Promise<unknown>): Promise<void> {
  const connection = owned.get(tx)
  if (!connection) return void (await statement())
  gatherWrites(connection.client)
  const sent = statement().catch((reason: unknown) => void (connection.failed ??= { reason }))
  connection.travelling.push(sent)
}

const gathering = new WeakSet<PoolClient>()

/** Buffers writes until the event loop turns. */
export function gatherWrites(client: PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const write = holdWrites(client)
  setImmediate(() => {
    gathering.delete(client)
    write()
  })
}

/** Buffers writes until the returned function is called. */
export function holdWrites(client: PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  return () => stream.uncork()
}
