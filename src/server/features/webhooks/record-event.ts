/** Records events for the webhooks of an account, in the transaction of what they report. */
import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm'
import { toEventType, toRegisteredEvent, type WebhookEvent } from '#contract/webhooks.ts'
import { addRows, deleteRows, lockCounter, storedOf } from '#server/features/collections/index.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookQueue,
  webhooks,
} from '#server/features/webhooks/table.ts'
import { notifyOnceADay } from '#server/features/webhooks/notify-owner.ts'
import { ApiError } from '#server/http/errors.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatBilingual, type NoticeText } from '#server/platform/messages.ts'
import type { Lang } from '#locales/messages.ts'

/** Deliveries that make room for new ones, when an account has as many as it may have. */
const makeRoomFor = 100

/**
 * `words`, `path`: what robots say of it, and the page of the console about it. `to`: programs or
 * robots alone.
 */
export type ReportedEvent = WebhookEvent & {
  words: Record<Lang, NoticeText>
  path?: string | undefined
  to?: keyof typeof isOfKind
}

const isOfKind = {
  programs: eq(webhookEndpoints.format, 'json'),
  robots: ne(webhookEndpoints.format, 'json'),
}

const webhookColumns = columnsOf(webhooks)
const deliveryColumns = columnsOf(webhookDeliveries)

/**
 * Queues the event for each webhook of the account that is registered for it, or for its begin. Call it in the
 * transaction of what it reports, so that it is neither lost nor sent twice. Those of a paused
 * webhook are not sent, but can be sent again by its owner.
 */
export async function recordEvent(
  tx: Db,
  ownerId: string,
  event: ReportedEvent,
  now: Date,
): Promise<void> {
  await queueEvent(
    tx,
    ownerId,
    event,
    and(
      event.to && isOfKind[event.to],
      sql`${webhookColumns['enabled']!}`,
      sql`${toRegisteredEvent(event.event)} = any(${webhookColumns['events']!})`,
    )!,
    now,
  )
}

/**
 * Queues a test event for one webhook, in whatever state it is. Returns the id of its delivery;
 * undefined if too many wait.
 */
export async function recordTest(
  tx: Db,
  ownerId: string,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<string | undefined> {
  const words = formatBilingual('webhookTest', { name })
  const data = { webhookId: id, name }
  const [deliveryId] = await queueEvent(
    tx,
    ownerId,
    { event: 'webhookTest', data, words },
    eq(webhooks.id, id),
    now,
  )
  return deliveryId
}

async function queueEvent(
  tx: Db,
  ownerId: string,
  { event, data, words, path }: ReportedEvent,
  isReceiver: SQL,
  now: Date,
): Promise<string[]> {
  const findReceivers = () =>
    tx
      .select({
        webhookId: sql<string>`${webhooks.id}::text`,
        name: sql<string>`${webhookColumns['name']!}`,
        pausedAt: webhookEndpoints.pausedAt,
        format: webhookEndpoints.format,
        language: webhookEndpoints.language,
      })
      .from(webhooks)
      .innerJoin(
        webhookEndpoints,
        and(
          eq(webhookEndpoints.ownerId, webhooks.ownerId),
          eq(webhookEndpoints.webhookId, webhooks.id),
        ),
      )
      .where(and(eq(webhooks.ownerId, ownerId), isReceiver))
      .orderBy(asc(webhooks.id))
  // Accounts without webhooks lock nothing. The others lock as a removal does, so that neither
  // waits for the other, and a webhook that is being deleted does not fail what the event reports.
  if ((await findReceivers()).length === 0) return []
  await lockCounter(tx, storedOf('webhookDeliveries'), { ownerId, id: '0' })
  const receivers = await findReceivers().for('share', { of: webhooks })
  if (receivers.length === 0) return []
  const isSent = receivers.map(({ pausedAt }) => pausedAt === null || event === 'webhookTest')
  const eventId = `evt_${crypto.randomUUID().replaceAll('-', '')}`
  const payload = JSON.stringify({
    type: toEventType(event),
    timestamp: now.toISOString(),
    data,
  })
  const rows = receivers.map(({ webhookId, format, language }, at) => ({
    webhookId,
    event,
    eventId,
    payload: format === 'json' ? payload : JSON.stringify({ ...words[language ?? 'zh'], path }),
    attempts: 0,
    ...(isSent[at]
      ? { state: 'waiting', nextAttemptDateTime: now }
      : { state: 'failed', failure: 'webhookOff' }),
  }))
  const ids = await addDeliveries(tx, ownerId, rows, now)
  if (!ids) {
    const [{ webhookId, name }] = receivers as [(typeof receivers)[number]]
    await notifyOnceADay(tx, { ownerId, webhookId, name }, 'webhookFull', now)
    return []
  }
  const queued = receivers.flatMap(({ webhookId }, at) =>
    isSent[at] ? [{ deliveryId: ids[at]!, ownerId, webhookId, startedAt: now, dueAt: now }] : [],
  )
  if (queued.length > 0) await tx.insert(webhookQueue).values(queued)
  return ids
}

/**
 * Makes room by deleting the oldest finished deliveries where needed. Returns undefined if as many as
 * are kept wait for their receivers, which must not be lost.
 */
async function addDeliveries(
  tx: Db,
  ownerId: string,
  rows: readonly Record<string, unknown>[],
  now: Date,
): Promise<string[] | undefined> {
  const stored = storedOf('webhookDeliveries')
  const scope = { ownerId, id: '0' }
  try {
    return await transaction(tx, (savepoint) => addRows(savepoint, stored, scope, rows, now))
  } catch (reason) {
    if (!(reason instanceof ApiError) || reason.code !== 'notAllowed') throw reason
  }
  await lockCounter(tx, stored, scope)
  const oldest = await tx
    .select({ id: sql<string>`${webhookDeliveries.id}::text` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.ownerId, ownerId), ne(deliveryColumns['state']!, 'waiting')))
    .orderBy(asc(webhookDeliveries.id))
    .limit(makeRoomFor)
  if (oldest.length < rows.length) return undefined
  await deleteRows(
    tx,
    stored,
    scope,
    oldest.map(({ id }) => id),
  )
  return addRows(tx, stored, scope, rows, now)
}

/**
 * Locks what events of the account lock, if it has webhooks. Call it before locking rows that an event
 * is recorded after, where others record one with the same rows locked.
 */
export async function lockEvents(tx: Db, ownerId: string): Promise<void> {
  if ((await tx.$count(webhooks, eq(webhooks.ownerId, ownerId))) > 0)
    await lockCounter(tx, storedOf('webhookDeliveries'), { ownerId, id: '0' })
}
