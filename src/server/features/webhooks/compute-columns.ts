/** Computed columns of webhooks: their state, and when one last answered with success. */
import { and, eq, inArray } from 'drizzle-orm'
import type { OutputOf } from '#contract/endpoint.ts'
import type { webhooks as collection } from '#contract/webhooks.ts'
import { webhookEndpoints } from '#server/features/webhooks/table.ts'
import type { SignedCall } from '#server/http/handler.ts'
import { wireTime } from '#server/platform/db/time.ts'

type Row = OutputOf<typeof collection.calls.get>
type Computed = Required<Pick<Row, 'format' | 'language' | 'state' | 'lastDeliveryDateTime'>>

export async function computeWebhookColumns(
  rows: readonly Omit<Row, keyof Computed>[],
  { db, me: { ownerId }, settings: { timeZone } }: SignedCall,
): Promise<Computed[]> {
  const { webhookId, pausedAt, lastSuccessAt, format, language } = webhookEndpoints
  const endpoints = await db
    .select({
      webhookId,
      pausedAt,
      format,
      language,
      lastDeliveryDateTime: wireTime<string | null>(lastSuccessAt, timeZone),
    })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.ownerId, ownerId),
        inArray(
          webhookId,
          rows.map(({ id }) => String(id)),
        ),
      ),
    )
  return rows.map(({ id, enabled }) => {
    const endpoint = endpoints.find((one) => one.webhookId === String(id))
    return {
      format: endpoint?.format ?? 'json',
      language: endpoint?.language ?? null,
      state: enabled === 0 ? 'off' : endpoint?.pausedAt ? 'paused' : 'on',
      lastDeliveryDateTime: endpoint?.lastDeliveryDateTime ?? null,
    }
  })
}
