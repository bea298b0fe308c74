/** Reference server of component tests: the demo's, on a copy of a prepared PostgreSQL database. */
import { createDemoServer, type DemoServer } from '#mocks/demo-server.ts'
import type { MemoryDatabase } from '#server/platform/db/open-memory.ts'
import { busy, startMockServer } from '#mocks/node.ts'
import { openDb } from '#server/platform/db/open.ts'
import {
  dropDb,
  ensureDatabase,
  freshUrl,
  isOnCitus,
  template,
} from '#tests/support/server/postgres.ts'

/** Database of the run with the demo data, which each server copies. */
const demoTemplate = 'demo_of_tests'

/**
 * Component tests take a fifth less processor time so than on PGlite, which stays on a cluster.
 * Requests to anything but the API fail. Close it at the end.
 */
export async function startReferenceServer(): Promise<DemoServer> {
  if (isOnCitus()) return startMockServer()
  await ensureDatabase(demoTemplate, fillWithDemo, template)
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
const open = (url: string): MemoryDatabase => ({
  ...openDb(url, { connections: 5 }),
  store: async () => {},
  copy: () => Promise.reject(new Error('Only PGlite can be copied.')),
})

async function fillWithDemo(url: string): Promise<void> {
  await (await createDemoServer({ busy, database: open(url) })).close()
}
