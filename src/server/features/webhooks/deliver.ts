/** Delivers queued events to their webhooks, signed, at least once. */
import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { DeliveryFailure } from '#contract/webhooks.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { notifyOnceADay, notifyOwner } from '#server/features/webhooks/notify-owner.ts'
import {
  lockLeased,
  nextAttempt,
  reschedule,
  type LeasedDelivery,
} from '#server/features/webhooks/queue.ts'
import { isOfWebhook, secretContext } from '#server/features/webhooks/secret.ts'
import type { SendWebhook, WebhookResult } from '#server/features/webhooks/send-request.ts'
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookQueue,
  webhooks,
} from '#server/features/webhooks/table.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { EventBus } from '#server/platform/events/event-bus.ts'

export type DeliveryDeps = {
  db: Db
  clock: () => Date
  encryption: Encryption
  events: Pick<EventBus, 'publish'>
  send: SendWebhook
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number
}

/** Status by which a receiver says that it wants no more requests. */
const gone = 410

/** Sends one leased delivery and records the outcome. */
export async function deliver(deps: DeliveryDeps, leased: LeasedDelivery): Promise<void> {
  const { db, events, send } = deps
  const found = await readDelivery(db, leased)
  if (!found) return reschedule(db, leased, undefined)
  const isOn = found.enabled && found.pausedAt === null
  const mayGet = found.isActive && (isOn || found.event === 'webhookTest')
  const request = await toRequest(deps, leased, found)
  const result: WebhookResult = !mayGet
    ? { failure: 'webhookOff' }
    : request
      ? await send(request)
      : { failure: 'signing' }
  const hasNotice = await transaction(db, (tx) => record(tx, deps, { leased, found, result }))
  const about = ['webhook', 'webhookDelivery', ...(hasNotice ? (['notice'] as const) : [])] as const
  events.publish({ ownerId: leased.ownerId, about })
}

type Found = {
  event: string
  eventId: string
  payload: string
  name: string
  url: string
  /** Whether the main account is neither suspended nor closed. */
  isActive: boolean
  enabled: boolean
  sealedSecret: string
  sealedFormerSecret: string | null
  formerEndsAt: Date | null
  pausedAt: Date | null
}

const [deliveryColumns, webhookColumns] = [columnsOf(webhookDeliveries), columnsOf(webhooks)]

async function readDelivery(db: Db, leased: LeasedDelivery): Promise<Found | undefined> {
  const { sealedSecret, sealedFormerSecret, formerEndsAt, pausedAt } = webhookEndpoints
  const [found] = await db
    .select({
      event: sql<string>`${deliveryColumns['event']!}`,
      eventId: sql<string>`${deliveryColumns['eventId']!}`,
      payload: sql<string>`${deliveryColumns['payload']!}`,
      name: sql<string>`${webhookColumns['name']!}`,
      url: sql<string>`${webhookColumns['url']!}`,
      isActive: users.enabled,
      enabled: sql<boolean>`${webhookColumns['enabled']!}`,
      sealedSecret,
      sealedFormerSecret,
      formerEndsAt,
      pausedAt,
    })
    .from(webhookDeliveries)
    .innerJoin(
      webhooks,
      and(
        eq(webhooks.ownerId, webhookDeliveries.ownerId),
        eq(webhooks.id, deliveryColumns['webhookId']!),
      ),
    )
    .innerJoin(
      webhookEndpoints,
      and(
        eq(webhookEndpoints.ownerId, webhooks.ownerId),
        eq(webhookEndpoints.webhookId, webhooks.id),
      ),
    )
    .innerJoin(users, and(eq(users.ownerId, webhooks.ownerId), eq(users.userId, webhooks.ownerId)))
    .where(isDelivery(leased))
  return found
}

const isDelivery = ({ ownerId, deliveryId }: LeasedDelivery) =>
  and(eq(webhookDeliveries.ownerId, ownerId), eq(webhookDeliveries.id, deliveryId))

/**
 * Headers of the Standard Webhooks specification; a rotated webhook has a signature per secret.
 * Undefined if a secret was encrypted with another key than this server has.
 */
async function toRequest(
  { clock, encryption }: DeliveryDeps,
  { webhookId }: LeasedDelivery,
  { url, eventId, payload, sealedSecret, sealedFormerSecret, formerEndsAt }: Found,
) {
  const now = clock()
  const sealed = [
    sealedSecret,
    ...(sealedFormerSecret && formerEndsAt && formerEndsAt > now ? [sealedFormerSecret] : []),
  ]
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const secrets = await Promise.all(
    sealed.map((text) => encryption.decrypt(text, secretContext({ webhookId }))),
  )
  if (!secrets.every((secret) => secret !== undefined)) return undefined
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const hmac = createHmac('sha256', key).update(`${eventId}.${timestamp}.${payload}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    url,
    body: payload,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Yiqiao-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  }
}

type Attempt = { leased: LeasedDelivery; found: Found; result: WebhookResult }

/** Records an attempt, unless its lease has ended; returns whether the owner got a notice. */
async function record(
  tx: Db,
  { clock, random = Math.random }: DeliveryDeps,
  { leased, found, result }: Attempt,
): Promise<boolean> {
  const now = clock()
  const [locked] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isDelivery(leased))
    .for('update')
  if (!(await lockLeased(tx, leased))) return false
  if (!locked) return reschedule(tx, leased, undefined).then(() => false)
  const tries = leased.tries + 1
  const isFinal =
    result.failure === 'webhookOff' || result.status === gone || found.event === 'webhookTest'
  const dueAt =
    result.failure && !isFinal ? nextAttempt({ ...leased, tries }, now, random()) : undefined
  await tx
    .update(webhookDeliveries)
    .set({
      state: result.failure ? (dueAt ? 'waiting' : 'failed') : 'delivered',
      attempts: sql`${deliveryColumns['attempts']!} + ${result.failure === 'webhookOff' ? 0 : 1}::int`,
      nextAttemptDateTime: dueAt ?? null,
      answerStatus: result.status ?? null,
      answer: result.answer ?? null,
      failure: result.failure ?? null,
    })
    .where(isDelivery(leased))
  await reschedule(tx, leased, dueAt && { tries, dueAt })
  if (!result.failure) {
    await tx.update(webhookEndpoints).set({ lastSuccessAt: now }).where(isOfWebhook(leased))
    return false
  }
  if (dueAt || result.failure === 'webhookOff' || found.event === 'webhookTest') return false
  return giveUp(tx, { leased, found, result }, now)
}

/**
 * Pauses the webhook if no other event has reached it meanwhile. Returns whether its owner got a
 * notice: once per pause, and once a day for what a working webhook does not accept.
 */
async function giveUp(tx: Db, { leased, found, result }: Attempt, now: Date): Promise<boolean> {
  const { lastSuccessAt, webhookId } = webhookEndpoints
  const webhook = { ...leased, name: found.name }
  const hasFailedThroughout = or(isNull(lastSuccessAt), lt(lastSuccessAt, leased.startedAt))
  const paused = await tx
    .update(webhookEndpoints)
    .set({ pausedAt: now })
    .where(and(isOfWebhook(leased), result.status === gone ? undefined : hasFailedThroughout))
    .returning({ webhookId })
  if (paused.length === 0) return notifyOnceADay(tx, webhook, 'webhookGivenUp', now)
  await stopWaiting(tx, leased)
  await notifyOwner(tx, webhook, 'webhookPaused', now)
  return true
}

/**
 * The other events of a paused webhook can be sent again by its owner, one by one. Those that are
 * locked by a change of them are stopped when they are due.
 */
async function stopWaiting(tx: Db, { ownerId, webhookId }: LeasedDelivery): Promise<void> {
  const waiting = await tx
    .select({ id: sql<string>`${webhookDeliveries.id}::text` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.ownerId, ownerId),
        eq(deliveryColumns['webhookId']!, webhookId),
        eq(deliveryColumns['state']!, 'waiting'),
      ),
    )
    .for('update', { skipLocked: true })
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  const failure: DeliveryFailure = 'webhookOff'
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed', nextAttemptDateTime: null, failure })
    .where(and(eq(webhookDeliveries.ownerId, ownerId), inArray(webhookDeliveries.id, ids)))
  await tx
    .delete(webhookQueue)
    .where(and(eq(webhookQueue.ownerId, ownerId), inArray(webhookQueue.deliveryId, ids)))
}
