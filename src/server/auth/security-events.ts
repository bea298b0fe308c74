/** Records refused sign-ins and password changes for operators, in a bounded number of rows. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import type { UserKey } from '#server/platform/user-key.ts'

import { securityEvents } from '#server/platform/db/schema.ts'
import { siteNetwork } from '#server/auth/client-network.ts'
import type { Call } from '#server/http/handler.ts'

export type SecurityEvent = (typeof securityEvents.$inferSelect)['event']

/** Networks per account and day with their own row; further ones share a row. */
const mostNetworks = 100

/**
 * Increments the row of account, network and day. An unknown name is recorded under a placeholder
 * account, so that response time does not reveal which names exist.
 */
export async function recordSecurityEvent(
  db: Db,
  { ip, clock, settings }: Pick<Call, 'ip' | 'clock' | 'settings'>,
  account: UserKey | undefined,
  event: SecurityEvent,
): Promise<void> {
  const { ownerId, userId } = account ?? { ownerId: '0', userId: '0' }
  const at = sql`${clock().toISOString()}::timestamptz(3)`
  const day = sql`(${at} at time zone ${settings.timeZone})::date`
  const mine = sql`owner_id = ${ownerId}::bigint and user_id = ${userId}::bigint and event = ${event} and day = ${day}`
  const max = account ? mostNetworks : 0
  const network = sql`case when (select count(*) from ${securityEvents} where ${mine}) < ${max}::int then ${siteNetwork(ip)}::text else '' end`
  await db.execute(sql`insert into ${securityEvents} (owner_id, user_id, event, day, network, ip, count, first_at, last_at)
    values (${ownerId}::bigint, ${userId}::bigint, ${event}, ${day}, ${network}, ${account ? ip : ''}, 1, ${at}, ${at})
    on conflict (owner_id, user_id, event, day, network) do update
    set count = ${securityEvents}.count + 1, ip = excluded.ip, last_at = greatest(${securityEvents}.last_at, excluded.last_at)`)
}
