/** Notices to the owner of a webhook. */
import { and, isNull, lt, or } from 'drizzle-orm'
import { businessLimits } from '#contract/business-limits.ts'
import { createNotice } from '#server/features/notifications/index.ts'
import { isOfWebhook, type WebhookKey } from '#server/features/webhooks/secret.ts'
import { webhookEndpoints } from '#server/features/webhooks/table.ts'
import type { Db } from '#server/platform/db/open.ts'
import { formatBilingual } from '#server/platform/messages.ts'

type NamedWebhook = WebhookKey & { name: string }

export async function notifyOwner(
  tx: Db,
  { ownerId, name }: NamedWebhook,
  message: 'webhookPaused' | 'webhookGivenUp' | 'webhookFull',
  now: Date,
): Promise<void> {
  const { retryHours: hours, deliveries: count } = businessLimits.webhooks
  const words = formatBilingual(message, { name, hours, count })
  await createNotice(
    tx,
    { ownerId, userId: ownerId, type: 'webhook', level: 'warning', words },
    now,
  )
}

/** Milliseconds between two notices about events that a webhook does not get. */
const noticeInterval = 24 * 3_600_000

/** Returns whether it was a day ago that the owner got such a notice about the webhook. */
export async function notifyOnceADay(
  tx: Db,
  webhook: NamedWebhook,
  message: 'webhookGivenUp' | 'webhookFull',
  now: Date,
): Promise<boolean> {
  const { givenUpNoticeAt, webhookId } = webhookEndpoints
  const isDue = or(
    isNull(givenUpNoticeAt),
    lt(givenUpNoticeAt, new Date(now.getTime() - noticeInterval)),
  )
  const noticed = await tx
    .update(webhookEndpoints)
    .set({ givenUpNoticeAt: now })
    .where(and(isOfWebhook(webhook), isDue))
    .returning({ webhookId })
  if (noticed.length === 0) return false
  await notifyOwner(tx, webhook, message, now)
  return true
}
