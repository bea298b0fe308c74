/** Reference server of component tests: the demo's, on a copy of a prepared PostgreSQL database. */
import { Client } from 'pg'
import { createDemoServer, type DemoDatabase, type DemoServer } from '#mocks/demo-server.ts'
import { busy, startMockServer } from '#mocks/node.ts'
import { openDb } from '#server/platform/db/open.ts'
import { dropDb, freshUrl, isOnCitus, serverUrl, template } from '#tests/support/server/postgres.ts'

/** Database of the run with the demo data, which each server copies. */
const demoTemplate = 'demo_of_tests'
/** Key of an advisory lock: the first worker creates the database, the others wait. */
const demoTemplateLock = 1

/**
 * Component tests take a fifth less processor time so than on PGlite, which stays on a cluster.
 * Requests to anything but the API fail. Close it at the end.
 */
export async function startReferenceServer(): Promise<DemoServer> {
  if (isOnCitus()) return startMockServer()
  await ensureDemoTemplate()
  const url = await freshUrl(demoTemplate)
  const server = await startMockServer(open(url))
  return {
    ...server,
    async close() {
      await server.close()
      await dropDb(url)
    },
  }
}

/** Few connections: each is a process, and a page sends few requests at once. */
const open = (url: string): DemoDatabase => ({
  ...openDb(url, { connections: 5 }),
  store: async () => {},
  copy: () => Promise.reject(new Error('Only PGlite can be copied.')),
})

async function ensureDemoTemplate(): Promise<void> {
  const client = new Client(serverUrl())
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [demoTemplateLock])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      demoTemplate,
    ])
    if (rowCount !== 0) return
    const url = await freshUrl(template, demoTemplate)
    await (await createDemoServer({ busy, database: open(url) })).close()
  } finally {
    await client.end()
  }
}
