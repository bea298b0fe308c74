/** PostgreSQL inside the process (PGlite): for the demo in the browser and for quick tests, never for money. */
import { PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { localChanges } from '#server/notices/changes.ts'
import type { Database, Db } from './open.ts'
import * as schema from './schema.ts'

/** `place` as PGlite names it, `idb://name` in a browser for one; in memory when left out. What is written there is there after `keep`. */
export async function openMemoryDb(place?: string): Promise<Database & { keep: () => Promise<void> }> {
  const client = await PGlite.create({
    ...(place === undefined ? {} : { dataDir: place }),
    relaxedDurability: true,
    // As text, like the driver of the real one.
    parsers: { [types.INT8]: String, [types.NUMERIC]: String },
  })
  return {
    db: drizzle({ client, schema, casing: 'snake_case' }) as unknown as Db,
    reads: { rows: async <Row extends object>(_name: string, text: string, values: unknown[]) => (await client.query<Row>(text, values)).rows },
    changes: localChanges(),
    ping: async () => void (await client.query('select 1')),
    keep: keeper(client),
    close: () => client.close(),
  }
}

/** With relaxed durability PGlite says at once that it has written, and a page that is left then takes the rest with it: this waits until it has. */
function keeper(client: PGlite): () => Promise<void> {
  const { fs } = client as unknown as { fs?: { syncToFs: (relaxed?: boolean) => Promise<void> } }
  let writing: Promise<void> = Promise.resolve()
  if (fs) {
    const sync = fs.syncToFs.bind(fs)
    fs.syncToFs = (relaxed) => {
      const written = sync(relaxed)
      // What could not be kept is forgotten with the page; the call was done all the same.
      writing = written.catch(() => undefined)
      return written
    }
  }
  return async () => {
    await client.syncToFs()
    for (let seen: Promise<void> | undefined; seen !== writing;) {
      seen = writing
      await seen
      // What waited for this one begins now.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}
