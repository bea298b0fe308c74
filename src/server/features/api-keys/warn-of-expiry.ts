/** Raises alerts of keys that end soon. */
import { sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { apiKeys, apiKeySecrets, keyExpiryNotices } from '#server/features/api-keys/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { dropAlerts, raiseAlert } from '#server/features/alerts/index.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import type { EventBus } from '#server/platform/events/event-bus.ts'
import { errorFields, type Log } from '#server/platform/log.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type Deps = {
  db: Db
  clock: () => Date
  events: Pick<EventBus, 'publish'>
  log: Pick<Log, 'error'>
}

/** How many days before its last day the user of a key gets a notice, the first one first. */
const [firstWarning, lastWarning] = businessLimits.apiKeys.warnDaysBefore

type ExpiringKey = {
  ownerId: string
  userId: string
  keyId: string
  name: string
  who: string
  lastDay: string
  daysLeft: number
}

/**
 * Tells the user of each valid key some days before its last day, and once more on the day before;
 * each once, in whatever process. A key of the last day is left out: its user has just chosen the
 * end.
 */
export async function warnOfExpiry(
  { db, clock, events, log }: Deps,
  timeZone: string,
): Promise<void> {
  const now = clock()
  const today = formatWireTime(now, timeZone).slice(0, 10)
  const isEnding = sql`k.last_day between ${today}::date and ${today}::date + ${firstWarning}::int
    and k.created_at < ${now.toISOString()}::timestamptz - interval '1 day'
    and exists (select from ${apiKeySecrets} s where s.owner_id = k.owner_id and s.key_id = k.id and s.ends_at is null)
    and not exists (select from ${keyExpiryNotices} n where n.owner_id = k.owner_id and n.key_id = k.id and n.last_day = k.last_day
      and n.days_before = case when k.last_day - ${today}::date <= ${lastWarning}::int then ${lastWarning}::int else ${firstWarning}::int end)`
  const { rows } = await db.execute<ExpiringKey>(
    sql`select k.owner_id::text as "ownerId", k.user_id::text as "userId", k.id::text as "keyId", k.name, coalesce(nullif(u.nickname, ''), u.account) as who,
        k.last_day::text as "lastDay", (k.last_day - ${today}::date)::int as "daysLeft"
      from ${apiKeys} k join ${users} u on u.owner_id = k.owner_id and u.user_id = k.user_id where ${acrossOwners('a background job warns all owners', isEnding)}`,
  )
  for (const key of rows) {
    const isNew = await transaction(db, (tx) => warn(tx, key, now)).catch((reason: unknown) => {
      log.error('a user of a key that ends soon could not be notified', {
        key: key.keyId,
        ...errorFields(reason),
      })
      return false
    })
    if (isNew) events.publish({ ownerId: key.ownerId, about: ['notice', 'webhookDelivery'] })
  }
}

/** False if another process has told the user. */
async function warn(tx: Db, key: ExpiringKey, now: Date): Promise<boolean> {
  const { ownerId, userId, keyId, name, who, lastDay, daysLeft } = key
  const daysBefore = daysLeft <= lastWarning ? lastWarning : firstWarning
  const inserted = await tx
    .insert(keyExpiryNotices)
    .values({ ownerId, keyId, lastDay, daysBefore })
    .onConflictDoNothing()
    .returning({ keyId: keyExpiryNotices.keyId })
  if (inserted.length === 0) return false
  const words = formatBilingual('keyExpiring', { name, lastDay })
  const event = { event: 'keyExpiring', data: { keyId, name, lastDay, daysLeft } } as const
  const alert = { ownerId, kind: 'keyExpiring', subjectId: keyId, recipientId: userId } as const
  // The first warning of a new last day follows the last one of the former.
  await dropAlerts(tx, alert)
  const isOfOwner = userId === ownerId
  const ownerWords = isOfOwner
    ? words
    : formatBilingual('keyOfUserExpiring', { who, name, lastDay })
  return raiseAlert(tx, { ...alert, words, ownerWords, event }, now)
}
