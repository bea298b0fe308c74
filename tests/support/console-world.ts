/**
 * The demo's world behind the consoles of a test file; what one test opened, broke or remembered is
 * gone before the next.
 */
import { afterAll, afterEach } from 'vitest'
import { clearFaults } from '#mocks/faults.ts'
import { mockServer } from '#mocks/node.ts'
import type { World } from '#mocks/world.ts'
import { closeConsolePage } from '#tests/support/console.tsx'

/** Call it at the top of the file. */
export async function standBehindConsole(): Promise<World> {
  const world = await mockServer()
  afterEach(() => {
    closeConsolePage()
    clearFaults()
    localStorage.clear()
  })
  afterAll(() => world.close())
  return world
}
