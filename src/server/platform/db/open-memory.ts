/**
 * PostgreSQL inside the process (PGlite): for the demo in the browser and for quick tests, never
 * for money.
 */
import { PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { localEventBus } from '#server/platform/events/event-bus.ts'
import type { Database, Db } from './open.ts'
import * as schema from './schema.ts'

type MemoryDatabase = Database & {
  keep: () => Promise<void>
  /** Everything in it, to open others with. */
  copy: () => Promise<Blob>
}

/**
 * `place` as PGlite names it, `idb://name` in a browser for one; in memory when left out. What is
 * written there is there after `keep`.
 */
export async function openMemoryDb(place?: string, copyOf?: Blob): Promise<MemoryDatabase> {
  const client = await PGlite.create({
    ...(place === undefined ? {} : { dataDir: place }),
    ...(copyOf === undefined ? {} : { loadDataDir: copyOf }),
    relaxedDurability: true,
    // As text, like the driver of the real one.
    parsers: { [types.INT8]: String, [types.NUMERIC]: String },
  })
  return {
    db: drizzle({ client, schema, casing: 'snake_case' }) as unknown as Db,
    reads: {
      rows: async <Row extends object>(_name: string, text: string, values: unknown[]) =>
        (await client.query<Row>(text, values)).rows,
    },
    events: localEventBus(),
    ping: async () => void (await client.query('select 1')),
    keep: place === undefined ? async () => {} : keeper(client),
    copy: () => client.dumpDataDir('none'),
    close: () => client.close(),
  }
}

/**
 * Resolves when all that is committed is at its place. PGlite itself would write after every query
 * while the next ones go on, so that what it writes may belong together or not, and never says when
 * it has: here it is written between two queries, and awaited.
 */
function keeper(client: PGlite): () => Promise<void> {
  const { fs } = client as unknown as { fs: { syncToFs: (relaxed?: boolean) => Promise<void> } }
  const write = fs.syncToFs.bind(fs)
  fs.syncToFs = async () => {}
  let stored = 0
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    const upTo = await position(client)
    // What could not be kept is forgotten with the page; the calls were done all the same.
    await client.runExclusive(() => write().catch(() => undefined))
    stored = upTo
    writing = undefined
  }
  return async () => {
    const expected = await position(client)
    while (stored < expected) await (writing ??= writeAll())
  }
}

/** How far the log of all changes has come, in bytes. */
async function position(client: PGlite): Promise<number> {
  const { rows } = await client.query<{ at: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as at`,
  )
  return Number(rows[0]!.at)
}
