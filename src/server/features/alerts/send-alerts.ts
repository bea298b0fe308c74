/** Sends alerts by mail and robots, outside of quiet hours, and only what is still true. */
import { and, asc, eq, lte } from 'drizzle-orm'
import type { AlertKind } from '#contract/alerts.ts'
import { users } from '#server/features/accounts/table.ts'
import { findQuietEnd } from '#server/features/alerts/quiet-hours.ts'
import { alertFacts, isStillTrue } from '#server/features/alerts/alert-kinds.ts'
import { isAlert } from '#server/features/alerts/raise-alert.ts'
import { alerts, alertSettings } from '#server/features/alerts/table.ts'
import { lockEvents, recordEvent } from '#server/features/webhooks/index.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { errorFields, type Log } from '#server/platform/log.ts'
import { linkTo, queueMail } from '#server/platform/mail/mail.ts'
import { t } from '#server/platform/messages.ts'

type Deps = { db: Db; clock: () => Date; log: Pick<Log, 'error'> }
type Site = { timeZone: string; publicUrl?: string | undefined }

/** Alerts that one round sends at most. */
const batch = 200

/** Safe in several processes: an alert is locked while it is sent. */
export async function sendAlerts({ db, clock, log }: Deps, site: Site): Promise<void> {
  const due = await db
    .select({ ownerId: alerts.ownerId, kind: alerts.kind, subjectId: alerts.subjectId })
    .from(alerts)
    .where(acrossOwners('a background job sends alerts of all owners', lte(alerts.dueAt, clock())))
    .orderBy(asc(alerts.dueAt))
    .limit(batch)
  for (const key of due)
    await transaction(db, (tx) => sendOne(tx, key, site, clock())).catch((reason: unknown) =>
      log.error('an alert could not be sent', { owner: key.ownerId, ...errorFields(reason) }),
    )
}

type Key = { ownerId: string; kind: AlertKind; subjectId: string }

async function sendOne(tx: Db, key: Key, site: Site, now: Date): Promise<void> {
  await lockEvents(tx, key.ownerId)
  const [alert] = await tx
    .select()
    .from(alerts)
    .where(and(isAlert(key), lte(alerts.dueAt, now)))
    .for('update', { skipLocked: true })
  if (!alert) return
  const [settings] = await tx
    .select()
    .from(alertSettings)
    .where(eq(alertSettings.ownerId, key.ownerId))
  const quietEnd = settings && findQuietEnd(settings, now, site.timeZone)
  if (quietEnd) return void (await tx.update(alerts).set({ dueAt: quietEnd }).where(isAlert(key)))
  const { isOn, step, sentStep } = alert
  if (!(await isStillTrue(tx, alert))) return forget(tx, key, now)
  const isNews = isOn ? sentStep !== step : sentStep !== null
  if (isNews) {
    const { words, event } = alert
    const path = isOn ? alertFacts[alert.kind].page(alert) : undefined
    await recordEvent(tx, key.ownerId, { ...event, words, path, to: 'robots' }, now)
    if (!settings?.muted.includes(`${key.kind}.mail`)) await sendMail(tx, alert, site, now)
  }
  const isOver = !isOn || alertFacts[key.kind].isEndless
  if (isOver) await tx.delete(alerts).where(isAlert(key))
  else await tx.update(alerts).set({ sentStep: step, dueAt: null }).where(isAlert(key))
}

/** The end of a plan's alert is left to the job of plans, which says that it was renewed. */
async function forget(tx: Db, key: Key, now: Date): Promise<void> {
  if (key.kind === 'planExpiring')
    await tx
      .update(alerts)
      .set({ dueAt: new Date(now.getTime() + renewalNoticedWithin) })
      .where(isAlert(key))
  else await tx.delete(alerts).where(isAlert(key))
}
const renewalNoticedWithin = 3_600_000

type Alert = typeof alerts.$inferSelect

async function sendMail(tx: Db, alert: Alert, { publicUrl }: Site, now: Date): Promise<void> {
  const { ownerId, kind, isOn, words } = alert
  const [owner] = await tx
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  if (!owner?.account.includes('@')) return
  const label = { zh: t('zh', `alertLinks.${kind}`), en: t('en', `alertLinks.${kind}`) }
  const link = isOn ? linkTo(publicUrl, alertFacts[kind].page(alert), label) : undefined
  await queueMail(tx, { to: owner.account, words, link }, now)
}
