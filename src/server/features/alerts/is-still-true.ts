/** Whether what an alert says holds when it is sent, which may be hours after it was raised. */
import { sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '#contract/alerts.ts'
import { users } from '#server/features/accounts/table.ts'
import type { alerts } from '#server/features/alerts/table.ts'
import { apiKeys, apiKeySecrets } from '#server/features/api-keys/table.ts'
import { balanceAlerts, balances } from '#server/features/ledger/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'

type Alert = typeof alerts.$inferSelect

/** Kinds that are ended by what makes them untrue, in its transaction, are always true here. */
export async function isStillTrue(tx: Db, alert: Alert): Promise<boolean> {
  const condition = conditions[alert.kind]?.(alert)
  if (!condition || !alert.isOn) return true
  return (await tx.execute(sql`select 1 ${condition} limit 1`)).rows.length > 0
}

const conditions: { readonly [K in AlertKind]?: (alert: Alert) => SQL } = {
  lowBalance: ({ ownerId }) =>
    sql`from ${balances} b join ${balanceAlerts} t on t.owner_id = b.owner_id
      join ${users} u on u.owner_id = b.owner_id and u.user_id = b.user_id join ${memberGroups} g on g.id = u.member_group_id
      where b.owner_id = ${ownerId} and b.user_id = ${ownerId} and b.chars < t.low_chars and g.billing_mode = 'char'`,
  planExpiring: ({ ownerId, event }) =>
    sql`from ${balances} b join ${users} u on u.owner_id = b.owner_id and u.user_id = b.user_id join ${memberGroups} g on g.id = u.member_group_id
      where b.owner_id = ${ownerId} and b.user_id = ${ownerId} and g.billing_mode = 'time'
        and b.expires_at = ${'expiresAt' in event.data ? event.data.expiresAt : null}::timestamptz`,
  keyExpiring: ({ ownerId, subjectId, event }) =>
    sql`from ${apiKeys} k where k.owner_id = ${ownerId} and k.id = ${subjectId}
      and k.last_day = ${'lastDay' in event.data ? event.data.lastDay : null}::date
      and exists (select from ${apiKeySecrets} s where s.owner_id = k.owner_id and s.key_id = k.id and s.ends_at is null)`,
}
