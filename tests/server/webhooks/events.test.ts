/** The events that webhooks report: each once, together with what it reports. */
import { afterAll, expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { balanceAlert } from '#contract/ledger.ts'
import { notices } from '#contract/notices.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { toEventType, webhookData, webhookDeliveries } from '#contract/webhooks.ts'
import { warnOfExpiry } from '#server/features/api-keys/warn-of-expiry.ts'
import { ensureCatalogue } from '#server/seed/catalogue.ts'
import { formatWireTime } from '#server/platform/db/time.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { charPackage, placeOrder, scriptedGateways } from '#tests/support/actors/order-fixtures.ts'
import { discrepancies } from '#tests/support/server/ledger-checks.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import {
  deliverDue,
  registerWebhook,
  webhookReceiver,
} from '#tests/support/server/webhook-receiver.ts'

const { gateways, wechat } = scriptedGateways()
const server = await startServer({ allowsLocalWebhooks: true }, undefined, { gateways })
await ensureCatalogue(server.database.db)
afterAll(async () => {
  expect(await discrepancies(server.database.db)).toEqual([])
  await server.close()
})

const day = 86_400_000
const deliveriesOf = async (caller: Caller) =>
  (await caller.call(webhookDeliveries.calls.page, { pageSize: 50 })).data.rows
const dayIn = (days: number) =>
  formatWireTime(new Date(server.now() + days * day), 'Asia/Shanghai').slice(0, 10)

async function newGroup() {
  const receiver = await webhookReceiver()
  const group = await addAccountGroup(server, { quota: [{ chars: 1_000 }, {}] })
  await registerWebhook(group.asMain, receiver.url)
  return { ...group, receiver }
}

test('a paid order is reported once, however often and by how many it is notified', async () => {
  const { asMain, receiver } = await newGroup()
  const { no } = await placeOrder(asMain)
  const payment = wechat.pay(no)
  await Promise.all([1, 2, 3].map(() => wechat.notify(server.origin, payment)))
  await wechat.notify(server.origin, payment)
  await deliverDue(server)
  expect(receiver.events()).toMatchObject([
    {
      type: 'order.paid',
      data: { orderNo: no, amount: charPackage.cents, currency: 'CNY' },
    },
  ])
  webhookData.orderPaid.parse(receiver.events()[0]!.data)
  await receiver.close()
})

test('a balance that falls below its threshold is reported once per crossing', async () => {
  const { asMain, subs, receiver } = await newGroup()
  await asMain.call(balanceAlert.save, { lowCharNum: 900 })
  const distribute = (chars: number) =>
    asMain.call(subAccounts.distributeAll, {
      childUserId: subs[0]!.userId,
      changeCharNum: chars,
      changeVoiceNum: 0,
      changeImageNum: 0,
    })
  await distribute(50)
  await distribute(100)
  await distribute(100)
  await deliverDue(server)
  expect(receiver.events()).toMatchObject([
    { type: 'balance.low', data: { balanceChars: 850, thresholdChars: 900 } },
  ])
  await receiver.close()
})

test('a key is reported seven days and one day before its last day, once each, with a notice', async () => {
  const { main, asMain, receiver } = await newGroup()
  const lastDay = dayIn(10)
  const key = { scopes: ['usage' as const], lastDay }
  const { data } = await asMain.call(apiKeys.calls.issue, { ...key, name: 'Shop' })
  const revoked = await asMain.call(apiKeys.calls.issue, { ...key, name: 'Revoked' })
  await asMain.call(apiKeys.calls.revoke, { id: revoked.data.id })
  const warnings: [number, number][] = []
  for (let passed = 0; passed <= 12; passed++) {
    await Promise.all([1, 2].map(() => warnOfExpiry(server.services, 'Asia/Shanghai')))
    await deliverDue(server)
    if (receiver.received.length > warnings.length)
      warnings.push([passed, receiver.events().at(-1)!.data['daysLeft'] as number])
    server.passTime(day)
  }
  expect(warnings).toEqual([
    [3, 7],
    [9, 1],
  ])
  expect(receiver.events()).toMatchObject([1, 2].map(() => ({ type: 'key.expiring' })))
  expect(receiver.events()[0]!.data).toEqual({
    keyId: String(data.id),
    name: 'Shop',
    lastDay,
    daysLeft: 7,
  })
  const inbox = await (await signedIn(server, main)).call(notices.page, { type: 'keyExpiring' })
  expect(inbox.data.rows).toHaveLength(2)
  await receiver.close()
})

test('a key that was made within a day is not reported', async () => {
  const { asMain } = await newGroup()
  await asMain.call(apiKeys.calls.issue, { name: 'Short', scopes: ['usage'], lastDay: dayIn(1) })
  await warnOfExpiry(server.services, 'Asia/Shanghai')
  expect(await deliveriesOf(asMain)).toEqual([])
})

test('an account without webhooks has no deliveries', async () => {
  const { asMain } = await addAccountGroup(server)
  const { no } = await placeOrder(asMain)
  expect((await wechat.notify(server.origin, wechat.pay(no))).status).toBe(200)
  expect(await deliveriesOf(asMain)).toEqual([])
})

test('events are named as the specification of Standard Webhooks demands', () => {
  expect(
    Object.keys(webhookData).map((event) => toEventType(event as keyof typeof webhookData)),
  ).toEqual([
    'balance.low',
    'balance.restored',
    'plan.expiring',
    'plan.renewed',
    'payment.failed',
    'quota.requested',
    'usage.unusual',
    'usage.normal',
    'order.paid',
    'fapiao.issued',
    'fapiao.corrected',
    'fapiao.reversed',
    'document.done',
    'key.expiring',
    'webhook.test',
  ])
})
