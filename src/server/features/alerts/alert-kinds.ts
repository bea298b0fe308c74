/** What is known about each kind of alert. */
import { sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '#contract/alerts.ts'
import type { webhookEvents } from '#contract/webhooks.ts'
import { users } from '#server/features/accounts/table.ts'
import type { alerts } from '#server/features/alerts/table.ts'
import { apiKeys, apiKeySecrets } from '#server/features/api-keys/table.ts'
import { balanceAlerts, balances } from '#server/features/ledger/table.ts'
import { memberGroups } from '#server/features/packages/table.ts'
import type { Db } from '#server/platform/db/open.ts'

type Alert = typeof alerts.$inferSelect

type AlertFacts = {
  /** The event of webhooks that reports it. */
  readonly event: (typeof webhookEvents)[number]
  /** Address in the console of the page on which the owner does something about it. */
  readonly page: (alert: Alert) => string
  /** Its notice leads to what it is about. */
  readonly hasSubject: boolean
  /** It is raised once per subject, and does not end. */
  readonly isEndless: boolean
  /** Holds while it is true; kinds without it are ended by what makes them untrue. */
  readonly condition?: (alert: Alert) => SQL
}

export const alertFacts: { readonly [K in AlertKind]: AlertFacts } = {
  lowBalance: {
    event: 'balanceLow',
    page: () => '/UserCenterRecharge?pay=last',
    hasSubject: false,
    isEndless: false,
    condition: ({ ownerId }) =>
      sql`from ${balances} b join ${balanceAlerts} t on t.owner_id = b.owner_id
        join ${users} u on u.owner_id = b.owner_id and u.user_id = b.user_id join ${memberGroups} g on g.id = u.member_group_id
        where b.owner_id = ${ownerId} and b.user_id = ${ownerId} and b.chars < t.low_chars and g.billing_mode = 'char'`,
  },
  planExpiring: {
    event: 'planExpiring',
    page: () => '/UserCenterRecharge?pay=last',
    hasSubject: false,
    isEndless: false,
    condition: ({ ownerId, event }) =>
      sql`from ${balances} b join ${users} u on u.owner_id = b.owner_id and u.user_id = b.user_id join ${memberGroups} g on g.id = u.member_group_id
        where b.owner_id = ${ownerId} and b.user_id = ${ownerId} and g.billing_mode = 'time'
          and b.expires_at = ${'expiresAt' in event.data ? event.data.expiresAt : null}::timestamptz`,
  },
  paymentFailed: {
    event: 'paymentFailed',
    page: ({ subjectId }) => `/UserCenterOrder#${subjectId}`,
    hasSubject: true,
    isEndless: true,
  },
  quotaAsked: {
    event: 'quotaRequested',
    page: ({ subjectId }) => `/UserCenterQuotaRequests?state=open#${subjectId}`,
    hasSubject: true,
    isEndless: true,
  },
  unusualUse: {
    event: 'usageUnusual',
    page: ({ ownerId, subjectId }) =>
      subjectId === ownerId
        ? '/UserCenterChangeTranslateLog'
        : `/UserCenterSubAccount?userId=${subjectId}`,
    hasSubject: true,
    isEndless: false,
  },
  keyExpiring: {
    event: 'keyExpiring',
    page: ({ subjectId }) => `/UserCenterApiKeys#${subjectId}`,
    hasSubject: true,
    isEndless: true,
    condition: ({ ownerId, subjectId, event }) =>
      sql`from ${apiKeys} k where k.owner_id = ${ownerId} and k.id = ${subjectId}
        and k.last_day = ${'lastDay' in event.data ? event.data.lastDay : null}::date
        and exists (select from ${apiKeySecrets} s where s.owner_id = k.owner_id and s.key_id = k.id and s.ends_at is null)`,
  },
}

/** Whether what an alert says holds when it is sent, which may be hours after it was raised. */
export async function isStillTrue(tx: Db, alert: Alert): Promise<boolean> {
  const condition = alertFacts[alert.kind].condition?.(alert)
  if (!condition || !alert.isOn) return true
  return (await tx.execute(sql`select 1 ${condition} limit 1`)).rows.length > 0
}
