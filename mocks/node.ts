/** Reference server for tests in Node: the client's calls reach it without a network. */
import { Blob } from 'node:buffer'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { setupServer } from 'msw/node'
import { clearFaults, createHandlers } from '#mocks/handlers.ts'
import { createWorld, type World } from '#mocks/world.ts'

/**
 * File that caches the first world of a test run for the others; if unset, each creates its own.
 */
const worldFile = process.env['TEST_FIRST_WORLD']
/** Milliseconds that a worker waits for the first world before it creates its own. */
const lockTimeout = 60_000
/** Translation volume of the demo data, relative to the default of 1. */
const busy = 0.05

/** Requests to anything but the API fail. Close it at the end. */
export async function startMockServer(): Promise<World> {
  const world = await openDemoWorld()
  const server = setupServer(...createHandlers(world.fetch))
  server.listen({ onUnhandledRequest: 'error' })
  return {
    ...world,
    async close() {
      clearFaults()
      server.close()
      await world.close()
    },
  }
}

/** Copying a world takes a fifth of the time of creating one. */
async function openDemoWorld(): Promise<World> {
  if (!worldFile) return createWorld({ busy })
  if (!existsSync(worldFile)) {
    if (await tryCreateMarker(worldFile)) return createAndCacheWorld(worldFile)
    for (const started = Date.now(); !existsSync(worldFile) && Date.now() - started < lockTimeout;)
      await setTimeout(50)
  }
  if (!existsSync(worldFile)) return createWorld({ busy })
  return createWorld({ busy, copyOf: new Blob([await readFile(worldFile)]) as globalThis.Blob })
}

const tryCreateMarker = (file: string): Promise<boolean> =>
  mkdir(`${file}.started`).then(
    () => true,
    () => false,
  )

/** Creates the world that the other workers wait for. */
async function createAndCacheWorld(file: string): Promise<World> {
  const world = await createWorld({ busy })
  await writeFile(`${file}.part`, new Uint8Array(await (await world.copy()).arrayBuffer()))
  await rename(`${file}.part`, file)
  return world
}
