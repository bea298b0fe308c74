/** Raises alerts of keys that end soon. */
import { sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { apiKeys, apiKeySecrets, keyExpiryNotices } from '#server/features/api-keys/table.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  changeAlert,
  dropAlerts,
  raiseAlert,
  type AlertJob,
} from '#server/features/alerts/index.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { formatBilingual } from '#server/platform/messages.ts'

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
export async function warnOfExpiry(job: AlertJob, timeZone: string): Promise<void> {
  const { db, clock } = job
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
    const words = 'a user of a key that ends soon could not be notified'
    const failure = { words, fields: { key: key.keyId } }
    await changeAlert(job, key.ownerId, failure, (tx) => warn(tx, key, now))
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
