/** Deliveries of webhooks: signed, retried with back-off, given up, sent again. */
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { businessLimits } from '#contract/business-limits.ts'
import { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import { recordEvent } from '#server/features/webhooks/index.ts'
import { nextAttempt, retryTimes } from '#server/features/webhooks/queue.ts'
import { users, webhookEndpoints } from '#server/schema.ts'
import { transaction } from '#server/platform/db/db.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, startServer } from '#tests/support/server/server.ts'
import {
  deliveriesOf,
  noticesOf,
  stateOf,
  testWords,
  webhookAccounts,
} from '#tests/support/server/webhook-accounts.ts'
import {
  deliverDue,
  registerWebhook,
  webhookReceiver,
} from '#tests/support/server/webhook-receiver.ts'

const { resend } = webhookDeliveries.calls
const { sendTest, resume, edit } = webhooks.calls
const server = await startServer({ allowsLocalWebhooks: true })
afterAll(() => server.close())
const { record, newWebhook } = webhookAccounts(server)

const hour = 3_600_000

test('a request is verified by the official library, and refused if its body was changed', async () => {
  const { id, secret, own, owner } = await newWebhook()
  await owner.call(sendTest, { id })
  await deliverDue(server)
  const [{ body, headers }] = own.received as [(typeof own.received)[number]]
  expect(headers['content-type']).toBe('application/json')
  const verify = (text: string) => new Webhook(secret).verify(text, headers)
  expect(verify(body)).toMatchObject({
    type: 'webhook.test',
    data: { webhookId: id, name: 'Shop' },
  })
  expect(() => verify(body.replace('Shop', 'Shed'))).toThrow('No matching signature found')
  const [delivery] = await deliveriesOf(owner)
  expect(delivery).toMatchObject({
    event: 'webhookTest',
    eventId: headers['webhook-id'],
    state: 'delivered',
    attempts: 1,
    answerStatus: 204,
    payload: body,
  })
  await own.close()
})

test('only the webhooks registered for an event get it, with the same id', async () => {
  const { own, owner, ownerId } = await newWebhook()
  const [second, third] = [await webhookReceiver(), await webhookReceiver()]
  await registerWebhook(owner, second.url, { name: 'Second', events: ['keyExpiring'] })
  await registerWebhook(owner, third.url, { name: 'Third', events: ['orderPaid'] })
  await record(ownerId)
  await deliverDue(server)
  expect(own.events()).toMatchObject([{ type: 'key.expiring', data: { keyId: '1' } }])
  expect(second.received.map(({ headers }) => headers['webhook-id'])).toEqual(
    own.received.map(({ headers }) => headers['webhook-id']),
  )
  expect(third.received).toEqual([])
  await Promise.all([own, second, third].map((one) => one.close()))
})

test('an event whose transaction is rolled back is not sent', async () => {
  const { own, owner, ownerId } = await newWebhook()
  await transaction(server.database.db, async (tx) => {
    await recordEvent(
      tx,
      ownerId,
      { event: 'balanceLow', data: { balanceChars: 1, thresholdChars: 2 }, words: testWords },
      server.services.clock(),
    )
    throw new Error('rolled back')
  }).catch(() => {})
  await deliverDue(server)
  expect(own.received).toEqual([])
  expect(await deliveriesOf(owner)).toEqual([])
  await own.close()
})

test('the waits between attempts grow threefold up to four hours, for a day in all', () => {
  const startedAt = new Date(0)
  const waits: number[] = []
  let now = startedAt
  for (let tries = 1; ; tries++) {
    const next = nextAttempt({ startedAt, tries }, now, 0.5)
    if (!next) break
    waits.push((next.getTime() - now.getTime()) / 1_000)
    now = next
  }
  expect(waits.slice(0, 8)).toEqual([10, 30, 90, 270, 810, 2_430, 7_290, 14_400])
  expect(new Set(waits.slice(8))).toEqual(new Set([14_400]))
  expect(now.getTime()).toBeLessThanOrEqual(24 * hour)
  expect(now.getTime()).toBeGreaterThan(19 * hour)
  const withJitter = (random: number) =>
    nextAttempt({ startedAt, tries: 1 }, startedAt, random)!.getTime()
  expect([withJitter(0), withJitter(1)]).toEqual([8_000, 12_000])
})

test('a delivery is retried when it is due and not before, with the same id and a new timestamp', async () => {
  const { own, owner, ownerId, secret } = await newWebhook()
  own.answerWith(500, 'database\0 away')
  await record(ownerId)
  await deliverDue(server)
  expect(await deliveriesOf(owner)).toMatchObject([
    {
      state: 'waiting',
      attempts: 1,
      answerStatus: 500,
      answer: 'database away',
      failure: 'status',
    },
  ])
  await deliverDue(server)
  expect(own.received).toHaveLength(1)
  own.answerWith(200, 'x'.repeat(5_000))
  server.passTime(retryTimes.first + 1)
  await deliverDue(server)
  const [first, second] = own.received as [
    (typeof own.received)[number],
    (typeof own.received)[number],
  ]
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(
    Number(first.headers['webhook-timestamp']),
  )
  expect(second.body).toBe(first.body)
  expect(new Webhook(secret).verify(second.body, second.headers)).toBeTruthy()
  const [delivery] = await deliveriesOf(owner)
  expect(delivery).toMatchObject({
    state: 'delivered',
    attempts: 2,
    answerStatus: 200,
    nextAttemptDateTime: null,
    failure: null,
  })
  expect(delivery!.answer).toHaveLength(businessLimits.webhooks.answer)
  await own.close()
})

test('after a day of failures the webhook is paused, its owner notified once, and nothing more sent', async () => {
  const { id, own, owner, ownerId } = await newWebhook()
  own.answerWith(503)
  await record(ownerId, 'first')
  await deliverDue(server)
  server.passTime(hour)
  await record(ownerId, 'second')
  await deliverDue(server)
  for (let n = 0; n < 6; n++) {
    server.passTime(5 * hour)
    await deliverDue(server)
  }
  expect(await stateOf(owner)).toBe('paused')
  const rows = await deliveriesOf(owner)
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await noticesOf(owner)).toHaveLength(1)
  const sent = own.received.length
  await record(ownerId, 'while paused')
  await deliverDue(server)
  expect(own.received).toHaveLength(sent)
  const [missed] = await deliveriesOf(owner)
  expect(missed).toMatchObject({ state: 'failed', failure: 'webhookOff', attempts: 0 })
  expect(await owner.refused(resend, { id: missed!.id })).toMatchObject({ code: 'notAllowed' })
  own.answerWith(200)
  await owner.call(resume, { id })
  expect(await stateOf(owner)).toBe('on')
  await owner.call(resend, { id: missed!.id })
  await deliverDue(server)
  expect(own.events().at(-1)).toMatchObject({ data: { name: 'while paused' } })
  await own.close()
})

test('an event that a working receiver refuses for a day is given up without a pause', async () => {
  const picky = await webhookReceiver((response, { body }) =>
    response.writeHead(body.includes('refused') ? 400 : 204).end(),
  )
  const { main, asMain } = await addAccountGroup(server)
  await registerWebhook(asMain, picky.url)
  await record(main.ownerId, 'refused')
  await record(main.ownerId, 'refused too')
  await deliverDue(server)
  for (let n = 0; n < 6; n++) {
    server.passTime(5 * hour)
    if (n === 2) await record(main.ownerId, 'accepted')
    await deliverDue(server)
  }
  expect(await stateOf(asMain)).toBe('on')
  expect((await deliveriesOf(asMain)).map(({ state }) => state)).toEqual([
    'delivered',
    'failed',
    'failed',
  ])
  expect(await noticesOf(asMain)).toHaveLength(1)
  await picky.close()
})

test('a receiver that is gone is paused at once', async () => {
  const { own, owner, ownerId } = await newWebhook()
  own.answerWith(410)
  await record(ownerId)
  await deliverDue(server)
  expect(await stateOf(owner)).toBe('paused')
  expect(await deliveriesOf(owner)).toMatchObject([{ state: 'failed', attempts: 1 }])
  await own.close()
})

test('a test event is sent once, also to a webhook that is off, and never pauses it', async () => {
  const { id, own, owner } = await newWebhook()
  own.answerWith(500)
  const row = (await owner.call(webhooks.calls.get, { id })).data
  await owner.call(edit, { id, name: 'Off', url: own.url, events: row.events, enabled: 0 })
  await owner.call(sendTest, { id })
  await deliverDue(server)
  server.passTime(hour)
  await deliverDue(server)
  expect(own.received).toHaveLength(1)
  expect(await deliveriesOf(owner)).toMatchObject([{ state: 'failed', failure: 'status' }])
  expect(await stateOf(owner)).toBe('off')
  expect(await noticesOf(owner)).toEqual([])
  await own.close()
})

test('events of a webhook that is off are not recorded, and those that wait are not sent', async () => {
  const { id, own, owner, ownerId } = await newWebhook()
  await record(ownerId, 'waits')
  const row = (await owner.call(webhooks.calls.get, { id })).data
  await owner.call(edit, { id, name: 'Off', url: own.url, events: row.events, enabled: 0 })
  await record(ownerId, 'missed')
  await deliverDue(server)
  expect(own.received).toEqual([])
  expect(await deliveriesOf(owner)).toMatchObject([{ state: 'failed', failure: 'webhookOff' }])
  await own.close()
})

test('a delivered event is sent again with its id', async () => {
  const { id, own, owner } = await newWebhook()
  await owner.call(sendTest, { id })
  await deliverDue(server)
  const [delivery] = await deliveriesOf(owner)
  await owner.call(resend, { id: delivery!.id })
  expect(await deliveriesOf(owner)).toMatchObject([{ state: 'waiting', answerStatus: null }])
  await deliverDue(server)
  expect(own.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    delivery!.eventId,
    delivery!.eventId,
  ])
  expect(await deliveriesOf(owner)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  await own.close()
})

test('a delivery that can’t be signed is retried and given up as one that fails', async () => {
  const { id, own, owner, ownerId } = await newWebhook()
  await record(ownerId)
  await server.database.db
    .update(webhookEndpoints)
    .set({ sealedSecret: 'unreadable' })
    .where(eq(webhookEndpoints.webhookId, id))
  await deliverDue(server)
  expect(await deliveriesOf(owner)).toMatchObject([
    { state: 'waiting', attempts: 1, failure: 'signing' },
  ])
  expect(own.received).toEqual([])
  await own.close()
})

test('a suspended account sends nothing, not even what waited', async () => {
  const { own, owner, ownerId, id, main } = await newWebhook()
  await record(ownerId)
  await owner.call(sendTest, { id })
  const setEnabled = (enabled: boolean) =>
    server.database.db.update(users).set({ enabled }).where(eq(users.userId, ownerId))
  await setEnabled(false)
  await deliverDue(server)
  expect(own.received).toEqual([])
  await setEnabled(true)
  const again = await signedIn(server, main)
  expect(await deliveriesOf(again)).toMatchObject([
    { event: 'webhookTest', state: 'failed', failure: 'webhookOff' },
    { event: 'keyExpiring', state: 'failed', failure: 'webhookOff' },
  ])
  expect(await noticesOf(again)).toEqual([])
  await own.close()
})
