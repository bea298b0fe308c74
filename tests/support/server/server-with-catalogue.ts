/** Server with the initial catalogue of packages and channels for one test file. */
import { afterAll } from 'vitest'
import type { AppSettings } from '#server/platform/config/settings.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { startServer, type ServerOptions } from '#tests/support/server/server.ts'

/** Call at the top of the file. The server is closed after the last test. */
export async function serverWithCatalogue(
  options: ServerOptions = {},
  settings: Partial<AppSettings> = {},
) {
  const server = await startServer(settings, undefined, options)
  afterAll(() => server.close())
  await ensureCatalogue(server.database.db)
  return server
}
