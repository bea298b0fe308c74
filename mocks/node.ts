/** The same for tests in Node: calls of the client reach the reference server without a network. */
import { setupServer } from 'msw/node'
import { clearFaults } from '#mocks/faults.ts'
import { handlersFor } from '#mocks/handlers.ts'
import { createWorld, type World } from '#mocks/world.ts'

/** Whatever else is asked for fails. Close it at the end. */
export async function mockServer(): Promise<World> {
  const world = await createWorld({ busy: 0.05 })
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
