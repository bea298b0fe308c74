/** Handlers of what the owner of an account wants to be notified of, and by what means. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import {
  alertKinds,
  type AlertKind,
  type AlertMeans,
  type alerts as calls,
} from '#contract/alerts.ts'
import { users } from '#server/features/accounts/table.ts'
import { alertFacts } from '#server/features/alerts/alert-kinds.ts'
import { alerts, alertSettings } from '#server/features/alerts/table.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { webhooks } from '#server/features/webhooks/table.ts'
import { ApiError } from '#server/http/errors.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'

const webhookColumns = columnsOf(webhooks)

const getAlertSettings: Handler<typeof calls.get> = async (_, { db, me: { ownerId } }) => {
  const [settings] = await db.select().from(alertSettings).where(eq(alertSettings.ownerId, ownerId))
  const [owner] = await db
    .select({ account: users.account })
    .from(users)
    .where(and(eq(users.ownerId, ownerId), eq(users.userId, ownerId)))
  const receivers = await db
    .select({
      id: sql<string>`${webhooks.id}::text`,
      name: sql<string>`${webhookColumns['name']!}`,
      events: sql<string[]>`${webhookColumns['events']!}`,
    })
    .from(webhooks)
    .where(and(eq(webhooks.ownerId, ownerId), sql`${webhookColumns['enabled']!}`))
    .orderBy(asc(webhooks.id))
  const flag = (kind: AlertKind, means: AlertMeans) =>
    settings?.muted.includes(`${kind}.${means}`) ? 0 : 1
  return {
    kinds: alertKinds.map((kind) => ({
      kind,
      bell: flag(kind, 'bell'),
      mail: flag(kind, 'mail'),
      webhooks: receivers
        .filter((one) => one.events.includes(alertFacts[kind].event))
        .map(({ id, name }) => ({ id, name })),
    })),
    mailTo: owner?.account.includes('@') ? owner.account : null,
    quietFrom: settings?.quietFrom ?? null,
    quietUntil: settings?.quietUntil ?? null,
  }
}

/** One statement per switch, so that switches of two tabs both hold. */
const setAlertMeans: Handler<typeof calls.setMeans> = async (
  { kind, means, on },
  { db, me: { ownerId } },
) => {
  const one = `${kind}.${means}` as const
  await db
    .insert(alertSettings)
    .values({ ownerId, muted: on ? [] : [one] })
    .onConflictDoUpdate({
      target: alertSettings.ownerId,
      set: {
        muted: on
          ? sql`array_remove(${alertSettings.muted}, ${one}::text)`
          : sql`array_append(array_remove(${alertSettings.muted}, ${one}::text), ${one}::text)`,
      },
    })
  return null
}

/** Throws ApiError `invalid` at the time that is missing, or at the end if both are the same. */
const saveQuietHours: Handler<typeof calls.saveQuietHours> = async (
  { quietFrom = null, quietUntil = null },
  { db, me: { ownerId }, clock },
) => {
  if ((quietFrom === null) !== (quietUntil === null))
    throw new ApiError('invalid', {
      fields: [{ field: quietFrom === null ? 'quietFrom' : 'quietUntil', rule: 'required' }],
    })
  if (quietFrom !== null && quietFrom === quietUntil)
    throw new ApiError('invalid', { fields: [{ field: 'quietUntil', rule: 'type' }] })
  await db
    .insert(alertSettings)
    .values({ ownerId, quietFrom, quietUntil })
    .onConflictDoUpdate({ target: alertSettings.ownerId, set: { quietFrom, quietUntil } })
  // What waits for the end of the former hours is looked at anew.
  await db
    .update(alerts)
    .set({ dueAt: clock() })
    .where(and(eq(alerts.ownerId, ownerId), isNotNull(alerts.dueAt)))
  return null
}

export const alertHandlers: Handlers['alerts'] = {
  get: getAlertSettings,
  setMeans: setAlertMeans,
  saveQuietHours,
}
