/** Delivers queued events to their webhooks, signed, at least once. */
import { createHmac } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DeliveryFailure } from '#contract/webhooks.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { createNotice } from '#server/features/notifications/index.ts'
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
import { formatBilingual } from '#server/platform/messages.ts'

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
  const result: WebhookResult =
    isOn || found.event === 'webhookTest'
      ? await send(await toRequest(deps, leased, found))
      : { failure: 'webhookOff' }
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
    .where(isDelivery(leased))
  return found
}

const isDelivery = ({ ownerId, deliveryId }: LeasedDelivery) =>
  and(eq(webhookDeliveries.ownerId, ownerId), eq(webhookDeliveries.id, deliveryId))

/** Headers of the Standard Webhooks specification; a rotated webhook has a signature per secret. */
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
  const signatures = await Promise.all(
    sealed.map(async (text) => {
      const secret = await encryption.decrypt(text, secretContext({ webhookId }))
      if (secret === undefined)
        throw new Error(
          `The secret of webhook ${webhookId} was encrypted with another SECRET_KEY than this server has.`,
        )
      return `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(`${eventId}.${timestamp}.${payload}`)
        .digest('base64')}`
    }),
  )
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
  await giveUp(tx, { leased, found, result }, now)
  return true
}

/** Pauses the webhook if no other event has reached it meanwhile, and tells its owner, once. */
async function giveUp(tx: Db, { leased, found, result }: Attempt, now: Date): Promise<void> {
  const { ownerId } = leased
  const hasFailedThroughout = or(
    isNull(webhookEndpoints.lastSuccessAt),
    lt(webhookEndpoints.lastSuccessAt, leased.startedAt),
  )
  const paused = await tx
    .update(webhookEndpoints)
    .set({ pausedAt: now })
    .where(and(isOfWebhook(leased), result.status === gone ? undefined : hasFailedThroughout))
    .returning({ webhookId: webhookEndpoints.webhookId })
  if (paused.length > 0) await stopWaiting(tx, leased)
  const hours = businessLimits.webhooks.retryHours
  const words = formatBilingual(paused.length > 0 ? 'webhookPaused' : 'webhookGivenUp', {
    name: found.name,
    hours,
  })
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'webhook', level: 'warning', words },
    now,
  )
}

/** The other events of a paused webhook can be sent again by its owner, one by one. */
async function stopWaiting(tx: Db, { ownerId, webhookId }: LeasedDelivery): Promise<void> {
  const failure: DeliveryFailure = 'webhookOff'
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed', nextAttemptDateTime: null, failure })
    .where(
      and(
        eq(webhookDeliveries.ownerId, ownerId),
        eq(deliveryColumns['webhookId']!, webhookId),
        eq(deliveryColumns['state']!, 'waiting'),
      ),
    )
  await tx
    .delete(webhookQueue)
    .where(and(eq(webhookQueue.ownerId, ownerId), eq(webhookQueue.webhookId, webhookId)))
}
