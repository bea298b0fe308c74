/** Exclusive claim on a cluster: an advisory lock held by an open connection of this process. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** Any number not used by another advisory lock in the database `postgres`. */
const lock = 7_201_410

export type Claim = {
  /** Called once if the connection breaks without `release`. */
  onLost: (listener: () => void) => void
  query: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>
  release: () => Promise<void>
}

/** Thrown if another live process has the claim. */
export class Claimed extends Error {
  override name = 'Claimed'
}

/**
 * Throws Claimed if another process still has the claim after `timeout` milliseconds, or the
 * driver's error if it cannot connect.
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
