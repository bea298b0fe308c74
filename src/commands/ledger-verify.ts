/** The command `npm run ledger:verify`: checks the whole ledger of the database that the server would use. Ends with 1 when something is wrong. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addressOfRunning, startEmbedded } from '#server/db/embedded/embedded.ts'
import { openDb } from '#server/db/open.ts'
import { verify } from '#server/reconcile/report.ts'
import { readSettings } from '#server/settings.ts'

const database = 'app'

try {
  const { databaseUrl, dataDir, timeZone } = readSettings(process.env)
  const url = databaseUrl ?? addressOfRunning(dataDir, database)
  const contradictions = url ? await verifyAt(url, timeZone) : await verifyIn(dataDir, timeZone)
  process.exitCode = contradictions > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`The ledger can’t be checked:\n  - ${reasonOf(error)}\n`)
  process.exitCode = 2
}

async function verifyAt(url: string, timeZone: string): Promise<number> {
  const { db, close } = openDb(url, { connections: 1 })
  try {
    return await verify(db, timeZone, (line) => void process.stdout.write(`${line}\n`))
  } finally {
    await close()
  }
}

/** The embedded PostgreSQL, where no server keeps it running. */
async function verifyIn(dataDir: string, timeZone: string): Promise<number> {
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir} yet. Start the server once, or set DATA_DIR or DATABASE_URL.`)
  const postgres = await startEmbedded(dataDir)
  try {
    return await verifyAt(postgres.url(database), timeZone)
  } finally {
    await postgres.stop()
  }
}

/** A failed query names its parameters in its message: only its cause is told. */
function reasonOf(error: unknown): string {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return told instanceof Error ? told.message || told.name : String(told)
}
