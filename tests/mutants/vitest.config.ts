/** Vitest for mutation testing: one project with the tests of a subject. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: process.env['MUTANTS_TESTS']!.split('|'),
    globalSetup: 'tests/support/server/postgres.ts',
    setupFiles: [
      'tests/support/server/drop-databases.ts',
      'tests/support/server/sent-statements.ts',
    ],
    // Each file would load the server anew: two thirds of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
