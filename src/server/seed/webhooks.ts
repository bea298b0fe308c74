/**
 * Webhooks of the demo's company, with deliveries of the last weeks. Nothing is sent: their hosts end
 * in `.example`, which no name server knows, and the one that is on is for an event without cause.
 */
import { eq } from 'drizzle-orm'
import { toEventType, type DeliveryFailure, type WebhookEvent } from '#contract/webhooks.ts'
import { loginNames } from '#server/features/accounts/table.ts'
import { addRows, storedOf } from '#server/features/collections/index.ts'
import { createWebhookSecret, secretContext } from '#server/features/webhooks/index.ts'
import { webhookEndpoints } from '#server/features/webhooks/table.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import type { Encryption } from '#server/platform/crypto/encryption.ts'
import { startTransaction } from '#server/platform/db/start-transaction.ts'
import type { Db } from '#server/platform/db/open.ts'
import { oneTimeTasks } from '#server/platform/db/table.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { day } from '#server/seed/simulation.ts'

const taskName = 'demoWebhooks'

const webhooks = [
  {
    name: '订单系统',
    url: 'https://erp.example/hooks/yiqiao',
    events: ['orderPaid', 'balanceLow', 'documentDone'],
    enabled: false,
  },
  {
    name: 'Key alerts',
    url: 'https://alerts.example/keys',
    events: ['keyExpiring'],
    enabled: true,
  },
]
const lastSuccessDaysAgo = [2, 11]

type Outcome = {
  state: 'delivered' | 'failed'
  attempts?: number
  answerStatus?: number
  answer?: string
  failure?: DeliveryFailure
}
/** `webhook`: its place in the list. */
type DemoDelivery = WebhookEvent & Outcome & { daysAgo: number; webhook: number }

const delivered = { state: 'delivered', answerStatus: 200, answer: '{"ok":true}' } as const
/** Oldest first. */
const deliveries: readonly DemoDelivery[] = [
  {
    ...delivered,
    daysAgo: 24,
    webhook: 0,
    event: 'documentDone',
    data: { documentId: '1001', fileName: '合同.docx', state: 'done', chars: 8_214 },
  },
  {
    ...delivered,
    daysAgo: 19,
    webhook: 0,
    event: 'balanceLow',
    data: { balanceChars: 182_400, thresholdChars: 200_000 },
  },
  {
    ...delivered,
    daysAgo: 18,
    webhook: 0,
    attempts: 3,
    event: 'documentDone',
    data: { documentId: '1002', fileName: 'catalogue.xlsx', state: 'done', chars: 31_950 },
  },
  {
    state: 'delivered',
    answerStatus: 204,
    daysAgo: 11,
    webhook: 1,
    event: 'keyExpiring',
    data: { keyId: '1003', name: 'Shop', lastDay: '2026-12-01', daysLeft: 7 },
  },
  {
    state: 'failed',
    failure: 'timeout',
    attempts: 11,
    daysAgo: 9,
    webhook: 0,
    event: 'documentDone',
    data: { documentId: '1004', fileName: '报价单.pdf', state: 'done', chars: 2_406 },
  },
  {
    state: 'failed',
    failure: 'status',
    answerStatus: 503,
    answer: 'Service Unavailable',
    attempts: 11,
    daysAgo: 8,
    webhook: 0,
    event: 'balanceLow',
    data: { balanceChars: 96_010, thresholdChars: 200_000 },
  },
  {
    ...delivered,
    daysAgo: 2,
    webhook: 0,
    event: 'documentDone',
    data: { documentId: '1005', fileName: 'manual.md', state: 'done', chars: 12_733 },
  },
  {
    state: 'failed',
    failure: 'webhookOff',
    attempts: 0,
    daysAgo: 1,
    webhook: 0,
    event: 'balanceLow',
    data: { balanceChars: 150_300, thresholdChars: 200_000 },
  },
]

type Deps = Pick<Crypto, 'random'> & { encryption: Encryption; now: Date }

/** Adds them once per database, if it has the demo's company. */
export async function ensureDemoWebhooks(
  db: Db,
  { encryption, now, ...crypto }: Deps,
): Promise<void> {
  if ((await db.$count(oneTimeTasks, eq(oneTimeTasks.name, taskName))) > 0) return
  await startTransaction(db, async (tx) => {
    const [claimed] = await tx
      .insert(oneTimeTasks)
      .values({ name: taskName })
      .onConflictDoNothing()
      .returning()
    const [owner] = await tx
      .select({ ownerId: loginNames.ownerId })
      .from(loginNames)
      .where(eq(loginNames.name, demoAccounts.demo))
    if (!claimed || !owner) return
    const { ownerId } = owner
    const scope = { ownerId, id: '0' }
    const ids = await addRows(tx, storedOf('webhooks'), scope, webhooks, now)
    for (const [at, webhookId] of ids.entries()) {
      const key = { ownerId, webhookId }
      const sealedSecret = await encryption.encrypt(createWebhookSecret(crypto), secretContext(key))
      const lastSuccessAt = new Date(now.getTime() - lastSuccessDaysAgo[at]! * day)
      await tx.insert(webhookEndpoints).values({ ...key, sealedSecret, lastSuccessAt })
    }
    for (const { daysAgo, webhook, event, data, ...outcome } of deliveries) {
      const at = new Date(now.getTime() - daysAgo * day)
      const payload = { type: toEventType(event), timestamp: at.toISOString(), data }
      const row = {
        webhookId: ids[webhook]!,
        event,
        eventId: `evt_${crypto.random(12)}`,
        payload: JSON.stringify(payload),
        attempts: 1,
        ...outcome,
      }
      await addRows(tx, storedOf('webhookDeliveries'), scope, [row], at)
    }
  })
}
