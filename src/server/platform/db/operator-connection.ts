/** Opens the server's database for an operator command, starting the embedded one if needed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName, findRunningAddress, startEmbedded } from '#server/platform/db/embedded.ts'
import { type NamedAddress, requireAnswer } from '#server/platform/db/connection-failure.ts'
import type { Settings } from '#server/platform/config/settings.ts'
import { openDb, type Database } from '#server/platform/db/open.ts'

type DatabaseLocation = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

/** Commands connect directly, not through a pooler. Throws an error with a remedy if they can't. */
export const withServerDatabase = <T>(
  location: DatabaseLocation,
  work: (database: Database) => Promise<T>,
  connections = 1,
): Promise<T> => withServerAddress(location, (url) => workWithDatabase(url, work, connections))

/** The same, for work that opens its own connection. */
export async function withServerAddress<T>(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseLocation,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const address = toNamedAddress({ databaseUrl, databaseDirectUrl })
  if (address) await requireAnswer(address)
  const url = address?.url ?? findRunningAddress(dataDir, databaseName)
  if (url) return work(url)
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Error(
      `There is no database in ${dataDir} yet. Start the server once, or set DATA_DIR or DATABASE_URL.`,
    )
  const postgres = await startEmbedded(dataDir)
  try {
    return await work(postgres.url(databaseName))
  } finally {
    await postgres.stop()
  }
}

/** The database of a command; undefined if it is the embedded one. */
export function toNamedAddress({
  databaseUrl,
  databaseDirectUrl,
}: Omit<DatabaseLocation, 'dataDir'>): NamedAddress | undefined {
  if (databaseDirectUrl) return { name: 'DATABASE_DIRECT_URL', url: databaseDirectUrl }
  return databaseUrl ? { name: 'DATABASE_URL', url: databaseUrl } : undefined
}

async function workWithDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  connections: number,
): Promise<T> {
  const database = openDb(url, { connections })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
