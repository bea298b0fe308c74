/** In-process PostgreSQL (PGlite), for the browser demo and fast tests only. */
import { IdbFs, PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { createLocalEventBus } from '#server/platform/events/event-bus.ts'
import type { Database, Db } from './open.ts'

export type MemoryDatabase = Omit<Database, 'connections'> & {
  /** Resolves once all commits are stored. */
  store: () => Promise<void>
  /** A dump of all data, to open copies from. */
  copy: () => Promise<Blob>
}

/**
 * `name` of the IndexedDB database that stores it in a browser; in memory if undefined. Writes are
 * durable after `store`.
 */
export async function openMemoryDb(name?: string, copyOf?: Blob): Promise<MemoryDatabase> {
  const files = name === undefined ? undefined : new FilesStoredOnDemand(name)
  const client = await PGlite.create({
    ...(files ? { fs: files } : {}),
    ...(copyOf === undefined ? {} : { loadDataDir: copyOf }),
    relaxedDurability: true,
    // As text, like the driver for PostgreSQL.
    parsers: { [types.INT8]: String, [types.NUMERIC]: String },
  })
  return {
    // The same query builder; only the type of the raw result of `execute` differs.
    db: drizzle({ client, casing: 'snake_case' }) as unknown as Db,
    reads: {
      rows: async <Row extends object>(_name: string, text: string, values: unknown[]) =>
        (await client.query<Row>(text, values)).rows,
    },
    events: createLocalEventBus(),
    ping: async () => void (await client.query('select 1')),
    store: files ? createStore(client, files) : async () => {},
    copy: () => client.dumpDataDir('none'),
    close: () => client.close(),
  }
}

/**
 * PGlite writes its files after every query without reporting completion, while further queries
 * run, so the stored files could be inconsistent. These are written by `store` only.
 */
class FilesStoredOnDemand extends IdbFs {
  override async syncToFs(): Promise<void> {}

  store(): Promise<void> {
    return super.syncToFs()
  }
}

/**
 * Returns a function that resolves once all commits are stored. Files are written exclusively
 * between queries.
 */
function createStore(client: PGlite, files: FilesStoredOnDemand): () => Promise<void> {
  let stored = 0
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    const upTo = await readLogPosition(client)
    // A failed write loses the data with the page, but the calls have succeeded.
    await client.runExclusive(() => files.store().catch(() => undefined))
    stored = upTo
    writing = undefined
  }
  return async () => {
    const expected = await readLogPosition(client)
    while (stored < expected) await (writing ??= writeAll())
  }
}

/** Current write-ahead log position in bytes. */
async function readLogPosition(client: PGlite): Promise<number> {
  const { rows } = await client.query<{ at: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as at`,
  )
  return Number(rows[0]!.at)
}
