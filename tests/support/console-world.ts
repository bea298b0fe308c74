/** Reference server for console tests, with page, faults and storage reset after each test. */
import { afterAll, afterEach } from 'vitest'
import { clearFaults } from '#mocks/faults.ts'
import { mockServer } from '#mocks/node.ts'
import type { World } from '#mocks/world.ts'
import { closeConsolePage } from '#tests/support/console.tsx'

/** Call at the top of the file. */
export async function startConsoleServer(): Promise<World> {
  const world = await mockServer()
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    localStorage.clear()
  })
  afterAll(() => world.close())
  return world
}
