/** Databases that a server process finds filled with the demo data. */
import { ensureDatabase, freshUrl, isOnCitus } from '#tests/support/server/postgres.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'

/** Database of the run that a server process has filled, which each call copies. */
const filledDatabase = 'demo_of_processes'
const secretKey = Buffer.alloc(32, 7).toString('base64')

/**
 * Settings with a new database. A server on it starts with a quarter of the processor time that it
 * needs on an empty one. On a cluster the database is empty.
 */
export async function demoDatabase(): Promise<{ DATABASE_URL: string; SECRET_KEY: string }> {
  if (isOnCitus()) return { DATABASE_URL: await freshUrl(), SECRET_KEY: secretKey }
  await ensureDatabase(filledDatabase, async (url) => {
    const server = serverProcess({ DATABASE_URL: url, SECRET_KEY: secretKey })
    await server.address()
    await server.end('SIGTERM')
  })
  return { DATABASE_URL: await freshUrl(filledDatabase), SECRET_KEY: secretKey }
}
