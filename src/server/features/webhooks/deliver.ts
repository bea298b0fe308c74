/** Delivers queued events to their webhooks, signed, and to robots, at least once. */
import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { DeliveryFailure, WebhookFormat } from '#contract/webhooks.ts'
import type { Lang } from '#locales/messages.ts'
import { columnsOf } from '#server/features/collections/table.ts'
import { users } from '#server/features/accounts/table.ts'
import { notifyOnceADay, notifyOwner } from '#server/features/webhooks/notify-owner.ts'
import {
  leaseSiblings,
  lockLeased,
  nextAttempt,
  reschedule,
  type LeasedDelivery,
} from '#server/features/webhooks/queue.ts'
import { isOfWebhook, secretContext } from '#server/features/webhooks/secret.ts'
import {
  isRobotSuccess,
  toRobotRequest,
  type RobotMessage,
} from '#server/features/webhooks/robots.ts'
import type {
  SendWebhook,
  WebhookRequest,
  WebhookResult,
} from '#server/features/webhooks/send-request.ts'
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
import { t } from '#server/platform/messages.ts'

export type DeliveryDeps = {
  db: Db
  clock: () => Date
  encryption: Encryption
  events: Pick<EventBus, 'publish'>
  send: SendWebhook
  /** Of the site, for the links of robots. */
  publicUrl?: string | undefined
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number
}

/** Status by which a receiver says that it wants no more requests. */
const gone = 410

type Pair = { leased: LeasedDelivery; found: Found }

/** Sends one leased delivery, of a robot with the others that wait for it, and records the outcome. */
export async function deliver(deps: DeliveryDeps, leased: LeasedDelivery): Promise<void> {
  const { db, events, send } = deps
  const found = await readDelivery(db, leased)
  if (!found) return reschedule(db, leased, undefined)
  const isOn = found.enabled && found.pausedAt === null
  const mayGet = found.isActive && (isOn || found.event === 'webhookTest')
  const isBundled = mayGet && found.format !== 'json' && found.event !== 'webhookTest'
  const others = isBundled ? await leaseOthers(deps, leased) : []
  const all = [found, ...others.map((other) => other.found)] as const
  const request = await toRequest(deps, leased, all)
  const answered: WebhookResult = !mayGet
    ? { failure: 'webhookOff' }
    : request
      ? await send(request)
      : { failure: 'signing' }
  const isRefused = found.format !== 'json' && !answered.failure && !isRobotSuccess(answered.answer)
  const result: WebhookResult = isRefused ? { ...answered, failure: 'refused' } : answered
  let hasNotice = false
  for (const pair of [{ leased, found }, ...others])
    if (await transaction(db, (tx) => record(tx, deps, { ...pair, result }))) hasNotice = true
  const about = ['webhook', 'webhookDelivery', ...(hasNotice ? (['notice'] as const) : [])] as const
  events.publish({ ownerId: leased.ownerId, about })
}

/** Vendors limit the messages of a robot per minute, so one message has all that is due. */
async function leaseOthers({ db, clock }: DeliveryDeps, leased: LeasedDelivery): Promise<Pair[]> {
  const others = await leaseSiblings(db, leased, businessLimits.webhooks.robotBundle - 1, clock())
  const pairs: Pair[] = []
  for (const other of others) {
    const found = await readDelivery(db, other)
    if (found) pairs.push({ leased: other, found })
    else await reschedule(db, other, undefined)
  }
  return pairs
}

type Found = {
  event: string
  eventId: string
  payload: string
  name: string
  url: string
  format: WebhookFormat
  language: Lang | null
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
  const { format, language, sealedSecret, sealedFormerSecret, formerEndsAt, pausedAt } =
    webhookEndpoints
  const [found] = await db
    .select({
      event: sql<string>`${deliveryColumns['event']!}`,
      eventId: sql<string>`${deliveryColumns['eventId']!}`,
      payload: sql<string>`${deliveryColumns['payload']!}`,
      name: sql<string>`${webhookColumns['name']!}`,
      url: sql<string>`${webhookColumns['url']!}`,
      format,
      language,
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
 * The signed JSON, or the message of a robot. Undefined if a secret was encrypted with another key than
 * this server has.
 */
async function toRequest(
  deps: DeliveryDeps,
  { webhookId }: LeasedDelivery,
  [found, ...others]: readonly [Found, ...Found[]],
): Promise<WebhookRequest | undefined> {
  const { url, format, sealedSecret, sealedFormerSecret, formerEndsAt } = found
  const now = deps.clock()
  const sealed = [
    sealedSecret,
    ...(sealedFormerSecret && formerEndsAt && formerEndsAt > now ? [sealedFormerSecret] : []),
  ]
  const secrets = await Promise.all(
    sealed.map((text) => deps.encryption.decrypt(text, secretContext({ webhookId }))),
  )
  if (!secrets.every((secret) => secret !== undefined)) return undefined
  if (format === 'json') return toSignedRequest(found, secrets, now)
  const messages = [found, ...others].map(({ payload }) => toMessage(payload, deps.publicUrl))
  const product = t(found.language ?? 'zh', 'product.name')
  return toRobotRequest(format, { url, secret: secrets[0]!, now }, product, messages)
}

function toMessage(payload: string, publicUrl: string | undefined): RobotMessage {
  const { title, content, path } = JSON.parse(payload) as RobotMessage & { path?: string }
  const url = path && publicUrl ? new URL(path, publicUrl).href : undefined
  return { title, content, url }
}

/** Headers of the Standard Webhooks specification; a rotated webhook has a signature per secret. */
function toSignedRequest(
  { url, eventId, payload }: Found,
  secrets: readonly string[],
  now: Date,
): WebhookRequest {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
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

type Attempt = Pair & { result: WebhookResult }

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
