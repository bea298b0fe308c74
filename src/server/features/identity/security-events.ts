/** Security events: recorded for operators, and reported to the user by mail and notice. */
import { sql, and, desc, eq } from 'drizzle-orm'
import type { SecurityEvent as SecurityEventRow } from '#contract/sessions.ts'
import type { Db } from '#server/platform/db/open.ts'
import { unknownUser, type UserKey } from '#server/platform/db/columns.ts'
import { securityEvents } from '#server/features/identity/table.ts'
import { displayName } from '#server/features/accounts/index.ts'
import { users } from '#server/features/accounts/table.ts'
import { siteNetwork } from '#server/platform/client-network.ts'
import type { CurrentUser } from '#server/http/current-user.ts'
import type { Call } from '#server/http/handler.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { formatBilingual } from '#server/platform/messages.ts'
import { wireTime } from '#server/platform/db/time.ts'

export type SecurityEvent = (typeof securityEvents.$inferSelect)['event']

/** Networks per account and day with their own row; further ones share a row. */
const maxNetworks = 100

type EventCall = Pick<Call, 'ip' | 'clock' | 'settings'> & { me?: CurrentUser }

/**
 * Records refused sign-ins and password changes for operators, in a bounded number of rows:
 * increments the row of account, network and day. An unknown name is recorded under a key
 * without an account, so that response time does not reveal which names exist.
 */
export const recordSecurityEvent = (
  db: Db,
  call: EventCall,
  account: UserKey | undefined,
  event: SecurityEvent,
): Promise<void> => {
  const { ownerId, userId } = account ?? unknownUser
  return recordSecurityEvents(
    db,
    call,
    { ownerId, userIds: [userId] },
    event,
    account !== undefined,
  )
}

/** Like `recordSecurityEvent`, of several accounts of one owner. */
export async function recordSecurityEvents(
  db: Db,
  { ip, clock, settings, me }: EventCall,
  { ownerId, userIds }: { ownerId: string; userIds: readonly string[] },
  event: SecurityEvent,
  isKnown = true,
): Promise<void> {
  const at = sql`${clock().toISOString()}::timestamptz(3)`
  const day = sql`(${at} at time zone ${settings.timeZone})::date`
  const max = isKnown ? maxNetworks : 0
  const actor = event.endsWith('ByOwner') && me ? (me.actor ?? me).userId : null
  await db.execute(sql`insert into ${securityEvents} (owner_id, user_id, event, day, network, ip, count, first_at, last_at, actor_id)
    select ${ownerId}::bigint, u.id, ${event}, ${day},
      case when (select count(*) from ${securityEvents} s where s.owner_id = ${ownerId}::bigint and s.user_id = u.id
        and s.event = ${event} and s.day = ${day}) < ${max}::int then ${siteNetwork(ip)} else '' end,
      ${isKnown ? ip : ''}, 1, ${at}, ${at}, ${actor}::bigint
    from unnest(${sql.param(userIds)}::bigint[]) as u(id) order by u.id
    on conflict (owner_id, user_id, event, day, network) do update
    set count = ${securityEvents}.count + 1, ip = excluded.ip, last_at = greatest(${securityEvents}.last_at, excluded.last_at),
      actor_id = case when ${securityEvents}.actor_id = excluded.actor_id then excluded.actor_id end`)
}

/** The latest events of one account first, up to `max`. */
export function readSecurityEvents(
  db: Db,
  { ownerId, userId }: UserKey,
  max: number,
  zone: string,
): Promise<SecurityEventRow[]> {
  const { event, ip, network, count, firstAt, lastAt, actorId } = securityEvents
  const actor = { actorId, actorName: sql<string | null>`nullif(${displayName(users)}, '')` }
  const times = { firstDateTime: wireTime(firstAt, zone), lastDateTime: wireTime(lastAt, zone) }
  return db
    .select({ event, ip, network, count, ...times, ...actor })
    .from(securityEvents)
    .leftJoin(users, and(eq(users.ownerId, ownerId), eq(users.userId, actorId)))
    .where(and(eq(securityEvents.ownerId, ownerId), eq(securityEvents.userId, userId)))
    .orderBy(desc(lastAt), event)
    .limit(max)
}

type Alert =
  | 'passwordChanged'
  | 'twoFactorEnabled'
  | 'twoFactorDisabled'
  | 'twoFactorRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'codesTried'
  | 'suspended'
  | 'reopened'

/** The user's own actions: alerted by mail alone if there is an address, without a notice. */
const ownActions: readonly Alert[] = [
  'passwordChanged',
  'twoFactorEnabled',
  'twoFactorDisabled',
  'recoveryCodesRenewed',
]

/** Alerts the user to a change of the account's security or state, by mail and by notice. */
export async function sendSecurityAlert(
  tx: Db,
  { ownerId, userId }: UserKey,
  alert: Alert,
  now: Date,
  values: Record<string, number> = {},
): Promise<void> {
  const [user] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, userId)))
  if (!user) return
  const words = formatBilingual(`securityAlerts.${alert}`, { who: user.account, ...values })
  const hasMail = user.account.includes('@')
  if (hasMail) await queueMail(tx, { to: user.account, words }, now)
  if (hasMail && ownActions.includes(alert)) return
  await createNotice(tx, { ownerId, userId, type: 'safety', level: 'warning', words }, now)
}
