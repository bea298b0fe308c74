/** The reference server for tests in Node: calls of the client reach it without a network. */
import { Blob } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setupServer } from 'msw/node'
import { clearFaults } from '#mocks/faults.ts'
import { handlersFor } from '#mocks/handlers.ts'
import { createWorld, type World } from '#mocks/world.ts'

/**
 * The file where the first world of a test run is kept for the others; without it each makes its
 * own.
 */
const kept = process.env['TEST_FIRST_WORLD']
/** How much is translated in the demo, of the usual. */
const busy = 0.05

/** Whatever else is asked for fails. Close it at the end. */
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

/** A copy takes a fifth of the work. */
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
