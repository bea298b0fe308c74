/** Reference server for tests in Node: the client's calls reach it without a network. */
import { Blob } from 'node:buffer'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { setupServer } from 'msw/node'
import { clearFaults, createHandlers } from '#mocks/handlers.ts'
import { createDemoServer, type DemoServer, type DemoServerOptions } from '#mocks/demo-server.ts'

/**
 * File that caches the first demo database of a test run for the others; if unset, each test file
 * seeds its own.
 */
const snapshotFile = process.env['TEST_DEMO_SNAPSHOT']
/** Milliseconds that a worker waits for the cached database before it seeds its own. */
const snapshotTimeout = 60_000
/** Translation volume of the demo data, relative to the default of 1. */
export const busy = 0.05

/**
 * Requests to anything but the API fail. Close it at the end. `database`: replaces a copy of the
 * cached PGlite.
 */
export async function startMockServer(
  database?: DemoServerOptions['database'],
): Promise<DemoServer> {
  const demo = database ? await createDemoServer({ busy, database }) : await openDemoServer()
  const server = setupServer(...createHandlers(demo.fetch))
  server.listen({ onUnhandledFrame: 'error' })
  return {
    ...demo,
    async close() {
      clearFaults()
      server.close()
      await demo.close()
    },
  }
}

/** Copying a database takes a fifth of the time of seeding one. */
async function openDemoServer(): Promise<DemoServer> {
  if (!snapshotFile) return createDemoServer({ busy })
  if (!existsSync(snapshotFile)) {
    if (await tryCreateMarker(snapshotFile)) return createAndCacheDemoServer(snapshotFile)
    for (
      const startedAt = Date.now();
      !existsSync(snapshotFile) && Date.now() - startedAt < snapshotTimeout;
    )
      await setTimeout(50)
  }
  if (!existsSync(snapshotFile)) return createDemoServer({ busy })
  return createDemoServer({
    busy,
    copyOf: new Blob([await readFile(snapshotFile)]) as globalThis.Blob,
  })
}

const tryCreateMarker = (file: string): Promise<boolean> =>
  mkdir(`${file}.started`).then(
    () => true,
    () => false,
  )

/** Creates the database that the other workers wait for. */
async function createAndCacheDemoServer(file: string): Promise<DemoServer> {
  const demo = await createDemoServer({ busy })
  await writeFile(`${file}.part`, new Uint8Array(await (await demo.copy()).arrayBuffer()))
  await rename(`${file}.part`, file)
  return demo
}
