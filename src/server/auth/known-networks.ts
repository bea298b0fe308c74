/** Networks that an account is used from: whatever others try, its owner gets in from there. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { loginLog, throttles } from '#server/platform/db/schema.ts'
import { userNetwork } from '#server/auth/client-network.ts'

/** A network is known when one of so many last sign-ins came from it. */
const remembered = 50
/** Seconds that a network stays trusted after its user has read a code in the account's mailbox. */
const trusted = 86_400

const nobody: UserKey = { ownerId: '0', userId: '0' }

/**
 * Of the last sign-ins of the user and, for a sub-account, of its main account, or of a mailed
 * code. One statement, the same for a name that nobody has.
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

/** For who has just proved to read the account's mailbox. */
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
