/** The claim on a cluster: a connection that holds a lock in PostgreSQL as long as this process lives.
 * However the process ends, the claim ends with it, so there is no lock file to go stale.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** Any number that nothing else locks by in the database `postgres`. */
const lock = 7_201_410

export type Claim = {
  /** Called once when the connection breaks, unless it was released. */
  onLost: (listener: () => void) => void
  query: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>
  release: () => Promise<void>
}

/** Thrown when another living process holds it. */
export class Claimed extends Error {
  override name = 'Claimed'
}

/**
 * Throws Claimed when another process keeps it for `patience` milliseconds, and what the driver
 * throws when there is no connection.
 */
export async function claim(socketFolder: string, port: number, timeout: number): Promise<Claim> {
  const client = new Client({
    host: socketFolder,
    port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    application_name: `process ${process.pid}`,
  })
  let released = false
  let lost = false
  let listener = () => {}
  client.on('error', () => {})
  client.on('end', () => {
    lost = true
    if (!released) listener()
  })
  await client.connect()
  try {
    for (const until = Date.now() + timeout; !(await taken(client)); await wait(50)) {
      if (Date.now() > until) throw new Claimed(await holder(client))
    }
  } catch (error) {
    released = true
    await client.end().catch(() => {})
    throw error
  }
  return {
    onLost(result) {
      listener = result
      if (lost && !released) result()
    },
    query: (sql) => client.query(sql),
    async release() {
      released = true
      await client.end().catch(() => {})
    },
  }
}

async function taken(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${lock}) as ok`)
  return rows[0]!.ok
}

async function holder(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = ${lock} and granted`,
  )
  return rows[0]?.name ?? 'a process'
}
