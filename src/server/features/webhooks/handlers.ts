/** Handlers by which main accounts register webhooks, and test, resume and resend them. */
import { and, eq, sql } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type {
  webhookDeliveries as deliveryCollection,
  WebhookFormat,
  webhooks as collection,
} from '#contract/webhooks.ts'
import type { Lang } from '#locales/messages.ts'
import { isRobotUrl } from '#server/features/webhooks/robots.ts'
import { addRows, storedOf, toColumnValues } from '#server/features/collections/index.ts'
import { collectionCounts, columnsOf } from '#server/features/collections/table.ts'
import { isAllowedUrl } from '#server/features/webhooks/address.ts'
import { deleteDeliveriesOf } from '#server/features/webhooks/delete-deliveries.ts'
import { recordTest } from '#server/features/webhooks/record-event.ts'
import {
  createWebhookSecret,
  isOfWebhook,
  secretContext,
  type WebhookKey,
} from '#server/features/webhooks/secret.ts'
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookQueue,
  webhooks,
} from '#server/features/webhooks/table.ts'
import { ApiError } from '#server/http/errors.ts'
import { incrementWithinLimit } from '#server/http/limits/rate-limits.ts'
import type { Handler, Handlers, SignedCall } from '#server/http/handler.ts'
import { isId } from '#server/platform/db/columns.ts'
import {
  hideAddress,
  hideBodies,
  hidingFromSupport,
} from '#server/features/webhooks/hide-from-support.ts'
import type { GeneratedHandlers } from '#server/collections.ts'

type Calls = typeof collection.calls
type DeliveryCalls = typeof deliveryCollection.calls

const deliveryColumns = columnsOf(webhookDeliveries)

const registerWebhook: Handler<Calls['register']> = async (fields, call) => {
  requireAllowedUrl(call, 'json', fields.url)
  const secret = createWebhookSecret(call.crypto)
  const id = await addWebhook(call, fields, { format: 'json', secret })
  return { id, name: fields.name, secret }
}

const addRobot: Handler<Calls['addRobot']> = async (input, call) => {
  const { format, language, robotSecret, ...fields } = input
  requireAllowedUrl(call, format, fields.url)
  const endpoint = { format, language, secret: robotSecret ?? '' }
  const id = await addWebhook(call, { ...fields, enabled: 1 }, endpoint)
  return { id, name: fields.name }
}

/** Returns the id. */
async function addWebhook(
  { db, me, clock, encryption, settings }: SignedCall,
  fields: Omit<ParsedInputOf<Calls['register']>, 'id'>,
  { secret, ...endpoint }: { format: WebhookFormat; language?: Lang; secret: string },
): Promise<string> {
  const stored = storedOf('webhooks')
  const row = toColumnValues(stored.collection, fields, settings.timeZone)
  const [webhookId] = await addRows(db, stored, { ownerId: me.ownerId, id: '0' }, [row], clock())
  const key = { ownerId: me.ownerId, webhookId: webhookId! }
  const sealedSecret = await encryption.encrypt(secret, secretContext(key))
  await db.insert(webhookEndpoints).values({ ...key, ...endpoint, sealedSecret })
  // Events and removals lock the counter of deliveries first, which therefore exists before them.
  await db
    .insert(collectionCounts)
    .values({ ownerId: me.ownerId, collection: 'webhookDeliveries', scopeId: '0', rows: 0 })
    .onConflictDoNothing()
  return key.webhookId
}

/** Throws ApiError `notAllowed` for a webhook that is no robot. */
const editRobot: Handler<Calls['editRobot']> = async ({ id, language, robotSecret }, call) => {
  const { format, ownerId, webhookId } = await findWebhook(call, id)
  const key = { ownerId, webhookId }
  if (format === 'json') throw new ApiError('notAllowed')
  const secret = robotSecret
    ? {
        sealedSecret: await call.encryption.encrypt(robotSecret, secretContext(key)),
      }
    : {}
  await call.db
    .update(webhookEndpoints)
    .set({ language, ...secret })
    .where(isOfWebhook(key))
  return null
}

/** Refuses an address that nothing may be sent to. */
const editWebhook =
  (edit: Handler<Calls['edit']>): Handler<Calls['edit']> =>
  async (input, call) => {
    const { format } = await findWebhook(call, input.id)
    requireAllowedUrl(call, format, input.url)
    return edit(input, call)
  }

/** Their deliveries are deleted before them, few at a time. */
const removeWebhooks =
  (remove: Handler<Calls['remove']>): Handler<Calls['remove']> =>
  async (input, call) => {
    const { outerDb, me } = call
    for (const id of [...(input.id == null ? [] : [input.id]), ...(input.ids ?? [])].map(String))
      if (isId(id)) await deleteDeliveriesOf(outerDb, { ownerId: me.ownerId, webhookId: id })
    return remove(input, call)
  }

/**
 * The former secret ends after the overlap; one from before it ends at once. Throws ApiError `notAllowed`
 * for a robot, whose secret is its vendor's.
 */
const rotateSecret: Handler<Calls['rotate']> = async ({ id }, call) => {
  const { db, clock, crypto, encryption } = call
  const { name, format, ...key } = await findWebhook(call, id)
  if (format !== 'json') throw new ApiError('notAllowed')
  const overlap = businessLimits.webhooks.overlapHours * 3_600_000
  const secret = createWebhookSecret(crypto)
  await db
    .update(webhookEndpoints)
    .set({
      sealedSecret: await encryption.encrypt(secret, secretContext(key)),
      sealedFormerSecret: sql`${webhookEndpoints.sealedSecret}`,
      formerEndsAt: new Date(clock().getTime() + overlap),
    })
    .where(isOfWebhook(key))
  await call.audit(db, { objects: [name] })
  return { id: key.webhookId, name, secret }
}

const sendTestEvent: Handler<Calls['sendTest']> = async ({ id }, call) => {
  const { webhookId, name } = await findWebhook(call, id)
  await limitByHand(call)
  const webhook = { id: webhookId, name }
  const deliveryId = await recordTest(call.db, call.me.ownerId, webhook, call.clock())
  if (deliveryId === undefined)
    throw new ApiError('notAllowed', { reason: { key: 'webhooksFull', values: {} } })
  call.afterCommit(() =>
    call.events.publish({ ownerId: call.me.ownerId, about: ['webhookDelivery'] }),
  )
  return { ...webhook, deliveryId }
}

const resumeWebhook: Handler<Calls['resume']> = async ({ id }, call) => {
  const key = await findWebhook(call, id)
  await call.db.update(webhookEndpoints).set({ pausedAt: null }).where(isOfWebhook(key))
  await call.audit(call.db, { objects: [key.name] })
  return null
}

/** Its attempts begin anew. Throws ApiError `notAllowed` while its webhook is off or paused. */
const resendDelivery: Handler<DeliveryCalls['resend']> = async ({ id }, call) => {
  const { db, me, clock } = call
  const now = clock()
  const isOne = and(eq(webhookDeliveries.ownerId, me.ownerId), eq(webhookDeliveries.id, String(id)))
  const [delivery] = await db
    .select({ webhookId: sql<string>`${deliveryColumns['webhookId']!}::text` })
    .from(webhookDeliveries)
    .where(isOne)
    .for('update')
  if (!delivery) throw new ApiError('notFound')
  const { enabled, pausedAt } = await findWebhook(call, delivery.webhookId)
  if (!enabled || pausedAt)
    throw new ApiError('notAllowed', { reason: { key: 'webhookOff', values: {} } })
  await limitByHand(call)
  await db
    .update(webhookDeliveries)
    .set({
      state: 'waiting',
      nextAttemptDateTime: now,
      answerStatus: null,
      answer: null,
      failure: null,
    })
    .where(isOne)
  await db
    .insert(webhookQueue)
    .values({
      deliveryId: String(id),
      ownerId: me.ownerId,
      webhookId: delivery.webhookId,
      startedAt: now,
      dueAt: now,
    })
    .onConflictDoUpdate({
      target: webhookQueue.deliveryId,
      set: { startedAt: now, tries: 0, dueAt: now },
    })
  return null
}

/** Keeps the server from being used to flood an address. Throws ApiError `tooManyRequests`. */
const limitByHand = ({ db, me: { ownerId }, clock }: SignedCall): Promise<void> =>
  incrementWithinLimit(
    db,
    `webhooks:${ownerId}`,
    { max: businessLimits.webhooks.sentByHandPerHour, seconds: 3_600 },
    clock(),
  )

/** Throws ApiError `invalid` at the field. */
function requireAllowedUrl({ settings }: SignedCall, format: WebhookFormat, url: string): void {
  const rules = { allowsLocal: settings.allowsLocalWebhooks }
  if (!isAllowedUrl(url, rules) || (format !== 'json' && !isRobotUrl(format, url, rules)))
    throw new ApiError('invalid', { fields: [{ field: 'url', rule: 'pattern' }] })
}

type FoundWebhook = WebhookKey & {
  name: string
  enabled: boolean
  pausedAt: Date | null
  format: WebhookFormat
}

/** A webhook of the account. Throws ApiError `notFound`. */
async function findWebhook(
  { db, me: { ownerId } }: SignedCall,
  id: string | number,
): Promise<FoundWebhook> {
  const { name, enabled } = columnsOf(webhooks)
  const [found] = await db
    .select({
      webhookId: sql<string>`${webhooks.id}::text`,
      name: sql<string>`${name!}`,
      enabled: sql<boolean>`${enabled!}`,
      pausedAt: webhookEndpoints.pausedAt,
      format: webhookEndpoints.format,
    })
    .from(webhooks)
    .innerJoin(
      webhookEndpoints,
      and(
        eq(webhookEndpoints.ownerId, webhooks.ownerId),
        eq(webhookEndpoints.webhookId, webhooks.id),
      ),
    )
    .where(and(eq(webhooks.ownerId, ownerId), eq(webhooks.id, String(id))))
  if (!found) throw new ApiError('notFound')
  return { ownerId, ...found }
}

export const webhookHandlers = (
  generated: GeneratedHandlers['webhooks'],
): Handlers['webhooks'] => ({
  ...generated,
  ...hidingFromSupport(generated, hideAddress),
  remove: removeWebhooks(generated.remove),
  register: registerWebhook,
  edit: editWebhook(generated.edit),
  addRobot,
  editRobot,
  rotate: rotateSecret,
  sendTest: sendTestEvent,
  resume: resumeWebhook,
})

export const webhookDeliveryHandlers = (
  generated: GeneratedHandlers['webhookDeliveries'],
): Handlers['webhookDeliveries'] => ({
  ...generated,
  ...hidingFromSupport(generated, hideBodies),
  resend: resendDelivery,
})
