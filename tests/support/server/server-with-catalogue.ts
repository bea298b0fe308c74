/** Server with the initial catalogue of packages and channels for one test file. */
import { afterAll } from 'vitest'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { startServer, type ServerOptions } from '#tests/support/server/server.ts'

/** Call at the top of the file. The server is closed after the last test. */
export async function serverWithCatalogue(options: ServerOptions = {}) {
  const server = await startServer({}, undefined, options)
  afterAll(() => server.close())
  await ensureCatalogue(server.database.db)
  return server
}
