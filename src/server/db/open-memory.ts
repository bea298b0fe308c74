/** PostgreSQL inside the process (PGlite): for the demo in the browser and for quick tests, never for money. */
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Db } from './open.ts'
import * as schema from './schema.ts'

export async function openMemoryDb(): Promise<Database> {
  const client = await PGlite.create()
  return {
    db: drizzle({ client, schema, casing: 'snake_case' }) as unknown as Db,
    ping: async () => void (await client.query('select 1')),
    close: () => client.close(),
  }
}
