/** Reference server for tests in Node: the client's calls reach it without a network. */
import { Blob } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setupServer } from 'msw/node'
import { clearFaults, handlersFor } from '#mocks/handlers.ts'
import { createWorld, type World } from '#mocks/world.ts'

/**
 * File that caches the first world of a test run for the others; if unset, each creates its own.
 */
const kept = process.env['TEST_FIRST_WORLD']
/** Translation volume of the demo data, relative to the default of 1. */
const busy = 0.05

/** Requests to anything but the API fail. Close it at the end. */
export async function mockServer(): Promise<World> {
  const world = await demoWorld()
  const server = setupServer(...handlersFor(world.fetch))
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

/** Copying takes a fifth of the work. */
async function demoWorld(): Promise<World> {
  if (kept && existsSync(kept))
    return createWorld({ busy, copyOf: new Blob([await readFile(kept)]) as globalThis.Blob })
  const world = await createWorld({ busy })
  if (kept) {
    const written = `${kept}.${randomUUID()}`
    await writeFile(written, new Uint8Array(await (await world.copy()).arrayBuffer()))
    await rename(written, kept)
  }
  return world
}
