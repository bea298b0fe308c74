/** Raises and ends alerts, in the transaction of their cause. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AlertKind } from '#contract/alerts.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { alertFacts } from '#server/features/alerts/alert-kinds.ts'
import { alerts, alertSettings, type Muted } from '#server/features/alerts/table.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { NoticeText } from '#server/platform/messages.ts'
import type { Lang } from '#locales/messages.ts'

type AlertKey = { ownerId: string; kind: AlertKind; subjectId?: string }
type Content = { words: Record<Lang, NoticeText>; event: WebhookEvent }
type NewAlert = AlertKey &
  Content & {
    /** Whose bell rings, by default the owner's. */
    recipientId?: string
    level?: 'info' | 'warning'
    /** Rings although the owner wants no bell of the kind. */
    isUrgent?: boolean
    /** For the owner's mail, where the words are for another recipient. */
    ownerWords?: Record<Lang, NoticeText>
    /** How far it has come, downwards: a lower step notifies again. */
    step?: number
  }

/**
 * Notifies the bell and programs at once; the job sends mails and messages of robots (`sendAlerts`).
 * Returns false, and notifies nobody, if the alert is on already.
 */
export async function raiseAlert(tx: Db, alert: NewAlert, now: Date): Promise<boolean> {
  const { ownerId, kind, subjectId = '0', step = 0, words, event } = alert
  const { recipientId = ownerId, level = 'warning', isUrgent = false, ownerWords = words } = alert
  const changes = { isOn: true, step, words: ownerWords, event, changedAt: now, dueAt: now }
  const raised = await tx
    .insert(alerts)
    .values({ ownerId, kind, subjectId, ...changes })
    .onConflictDoUpdate({
      target: [alerts.ownerId, alerts.kind, alerts.subjectId],
      set: changes,
      setWhere: sql`not ${alerts.isOn} or excluded.step < ${alerts.step}`,
    })
    .returning({ kind: alerts.kind })
  if (raised.length === 0) return false
  const always = isUrgent || recipientId !== ownerId
  if (always || !(await readMuted(tx, ownerId)).includes(`${kind}.bell`))
    await createNotice(
      tx,
      {
        ownerId,
        userId: recipientId,
        type: kind,
        level,
        words,
        ...(alertFacts[kind].hasSubject && { subjectId }),
      },
      now,
    )
  await recordEvent(tx, ownerId, { ...event, words, to: 'programs' }, now)
  return true
}

/** Notifies that all is normal again; returns false, and notifies nobody, if the alert is not on. */
export async function endAlert(tx: Db, alert: AlertKey & Content, now: Date): Promise<boolean> {
  const { ownerId, kind, words, event } = alert
  const ended = await tx
    .update(alerts)
    .set({ isOn: false, words, event, changedAt: now, dueAt: now })
    .where(and(isAlert(alert), alerts.isOn))
    .returning({ kind: alerts.kind })
  if (ended.length === 0) return false
  if (!(await readMuted(tx, ownerId)).includes(`${kind}.bell`))
    await createNotice(
      tx,
      { ownerId, userId: ownerId, type: 'alertEnded', level: 'info', words },
      now,
    )
  await recordEvent(tx, ownerId, { ...event, words, to: 'programs' }, now)
  return true
}

/** Deletes alerts that are no longer true, and notifies nobody; without `subjectId` all of the kind, with
 * `step` only at that step. */
export async function dropAlerts(tx: Db, alert: AlertKey & { step?: number }): Promise<void> {
  const { ownerId, kind, subjectId, step } = alert
  await tx
    .delete(alerts)
    .where(
      and(
        subjectId === undefined
          ? and(eq(alerts.ownerId, ownerId), eq(alerts.kind, kind))
          : isAlert(alert),
        step === undefined ? undefined : eq(alerts.step, step),
      ),
    )
}

/** Deletes alerts that are about people who are erased. */
export async function dropAlertsOf(
  tx: Db,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .delete(alerts)
    .where(
      and(
        eq(alerts.ownerId, ownerId),
        inArray(sql`${alerts.event}->'data'->>'userId'`, [...userIds]),
      ),
    )
}

export const isAlert = ({ ownerId, kind, subjectId = '0' }: AlertKey) =>
  and(eq(alerts.ownerId, ownerId), eq(alerts.kind, kind), eq(alerts.subjectId, subjectId))

async function readMuted(db: Db, ownerId: string): Promise<readonly Muted[]> {
  const [settings] = await db
    .select({ muted: alertSettings.muted })
    .from(alertSettings)
    .where(eq(alertSettings.ownerId, ownerId))
  return settings?.muted ?? []
}
