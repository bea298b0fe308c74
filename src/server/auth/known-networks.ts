/** Known networks: owners can sign in from there even while others guess passwords elsewhere. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { loginLog, throttles } from '#server/platform/db/schema.ts'
import { userNetwork } from '#server/auth/client-network.ts'

/** Number of recent sign-ins whose networks are known. */
const remembered = 50
/** Seconds that a network stays trusted after its user entered a mailed code. */
const trusted = 86_400

const nobody: UserKey = { ownerId: '0', userId: '0' }

/**
 * Known by the last sign-ins of the user, by those of its main account, or by a mailed code.
 * Unknown names take the same single statement, so that timing does not reveal them.
 */
export async function isKnownNetwork(
  db: Db,
  user: UserKey | undefined,
  ip: string,
  now: Date,
): Promise<boolean> {
  const { ownerId, userId } = user ?? nobody
  const network = userNetwork(ip)
  const lastOf = (id: string) =>
    sql`(select ip from ${loginLog} where owner_id = ${ownerId}::bigint and user_id = ${id}::bigint order by seq desc limit ${remembered}::int)`
  const { rows } = await db.execute<{
    ip: string
  }>(sql`${lastOf(userId)} union all ${lastOf(ownerId)}
    union all (select ${ip}::text from ${throttles} where key = ${trustedKey(userId, network)} and resets_at > ${now.toISOString()}::timestamptz)`)
  return rows.some((row) => userNetwork(row.ip) === network)
}

/** Call it after the user has proved access to the account's mailbox. */
export async function trustNetwork(
  db: Db,
  { userId }: UserKey,
  ip: string,
  now: Date,
): Promise<void> {
  const resetsAt = new Date(now.getTime() + trusted * 1_000)
  await db
    .insert(throttles)
    .values({ key: trustedKey(userId, userNetwork(ip)), count: 1, resetsAt })
    .onConflictDoUpdate({ target: throttles.key, set: { resetsAt } })
}

const trustedKey = (userId: string, network: string) => `login:trusted:${userId}:${network}`
