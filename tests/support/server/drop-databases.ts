/** Vitest setupFile: drops the databases of each test file at its end. */
import { afterAll } from 'vitest'

// Registered before those of the file, so that it runs after them. Imported late, since some tests
// replace the registry of collections.
afterAll(async () => {
  const { dropCreatedDatabases } = await import('#tests/support/server/postgres.ts')
  await dropCreatedDatabases()
})
