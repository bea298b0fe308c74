/** Many deliveries of webhooks: by several processes, in turn, within limits, and deleted in the end. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { businessLimits } from '#contract/business-limits.ts'
import { webhookDeliveries, webhooks } from '#contract/webhooks.ts'
import { deleteOldDeliveries } from '#server/features/webhooks/delete-deliveries.ts'
import { deliver } from '#server/features/webhooks/deliver.ts'
import { startWebhookJob } from '#server/features/webhooks/job.ts'
import { leaseDueDeliveries, retryTimes } from '#server/features/webhooks/queue.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { signedIn, startServer, type Caller } from '#tests/support/server/server.ts'
import { deliveriesOf, noticesOf, webhookAccounts } from '#tests/support/server/webhook-accounts.ts'
import {
  deliverDue,
  registerWebhook,
  sendLocally,
  webhookReceiver,
} from '#tests/support/server/webhook-receiver.ts'

const { page } = webhookDeliveries.calls
const { sendTest, remove } = webhooks.calls
const server = await startServer({ allowsLocalWebhooks: true })
afterAll(() => server.close())
const { record, newWebhook } = webhookAccounts(server)

const hour = 3_600_000

test('a process that dies between sending and recording leaves the event to another, with its id', async () => {
  const { own, ownerId } = await newWebhook()
  await record(ownerId)
  const [leased] = await leaseDueDeliveries(server.database.db, 1, server.services.clock())
  const dying = { ...server.services, db: server.database.db }
  await expect(
    deliver(
      {
        ...dying,
        send: async (request) => {
          await sendLocally(request)
          throw new Error('killed')
        },
      },
      leased!,
    ),
  ).rejects.toThrow('killed')
  await deliverDue(server)
  expect(own.received).toHaveLength(1)
  server.passTime(retryTimes.lease + 1)
  await deliverDue(server)
  expect(new Set(own.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(own.received).toHaveLength(2)
  server.passTime(hour)
  await deliverDue(server)
  expect(own.received).toHaveLength(2)
  await own.close()
})

test('an outcome that comes after the lease has ended is not recorded over that of the other process', async () => {
  const { own, owner, ownerId } = await newWebhook()
  await record(ownerId)
  const [leased] = await leaseDueDeliveries(server.database.db, 1, server.services.clock())
  await deliver(
    {
      ...server.services,
      db: server.database.db,
      async send() {
        server.passTime(retryTimes.lease + 1)
        await deliverDue(server)
        return { failure: 'timeout' }
      },
    },
    leased!,
  )
  expect(await deliveriesOf(owner)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  await own.close()
})

test('several processes send each event once, and one at a time to a webhook', async () => {
  let [open, most] = [0, 0]
  const slow = await webhookReceiver((response) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open -= 1
      response.writeHead(204).end()
    })
  })
  const { main, asMain } = await addAccountGroup(server)
  await registerWebhook(asMain, slow.url)
  const count = 20
  for (let n = 0; n < count; n++) await record(main.ownerId, `event ${n}`)
  const jobs = [1, 2, 3].map(() => startWebhookJob({ ...server.services, send: sendLocally }))
  await expect
    .poll(
      async () => (await deliveriesOf(asMain)).filter(({ state }) => state === 'delivered').length,
      {
        timeout: 60_000,
      },
    )
    .toBe(count)
  await Promise.all(jobs.map((job) => job.stop()))
  expect(slow.received).toHaveLength(count)
  expect(new Set(slow.received.map(({ headers }) => headers['webhook-id'])).size).toBe(count)
  expect(most).toBe(1)
  await slow.close()
})

test('a receiver that does not answer delays no other', async () => {
  const answers: (() => void)[] = []
  const silent = await webhookReceiver((response) => answers.push(() => response.end()))
  const { main, asMain } = await addAccountGroup(server)
  await registerWebhook(asMain, silent.url)
  await record(main.ownerId)
  const job = startWebhookJob({ ...server.services, send: sendLocally })
  await expect.poll(() => silent.received.length, { timeout: 30_000 }).toBe(1)
  const { own, ownerId } = await newWebhook()
  await record(ownerId)
  await expect.poll(() => own.received.length, { timeout: 30_000 }).toBe(1)
  answers.forEach((answer) => answer())
  await job.stop()
  await silent.close()
  await own.close()
})

test('of an account few deliveries are under way at once, so that other accounts get theirs', async () => {
  const [crowded, other] = [await newWebhook(), await newWebhook()]
  for (let n = 0; n < 5; n++)
    await registerWebhook(crowded.owner, crowded.own.url, { name: `Webhook ${n}` })
  await record(crowded.ownerId)
  await record(other.ownerId)
  const lease = async () => {
    const leased = await leaseDueDeliveries(server.database.db, 32, server.services.clock())
    return leased.map(({ ownerId }) => ownerId).toSorted()
  }
  expect(await lease()).toEqual([crowded, crowded, crowded, other].map(({ ownerId }) => ownerId))
  expect(await lease()).toEqual([])
  server.passTime(retryTimes.lease + 1)
  await deliverDue(server)
  expect(crowded.own.received).toHaveLength(6)
  await Promise.all([crowded, other].map(({ own }) => own.close()))
})

test('events, tests and removals at once neither wait for each other nor fail what is reported', async () => {
  const { own, owner, ownerId } = await newWebhook()
  for (let round = 0; round < 5; round++) {
    const extra = await registerWebhook(owner, own.url, { name: `Extra ${round}` })
    const calls = [
      ...[1, 2, 3, 4].map((n) => record(ownerId, `event ${n}`).then(() => true)),
      ...[1, 2, 3].map(async () => (await owner.call(sendTest, { id: extra.id })).success),
      owner.call(webhooks.calls.remove, { id: extra.id }).then(({ success }) => success),
    ]
    const done = await Promise.all(calls)
    expect(done.slice(0, 4)).toEqual([true, true, true, true])
    expect(done.at(-1)).toBe(true)
  }
  await deliverDue(server)
  expect(own.received.length).toBeGreaterThanOrEqual(20)
  await own.close()
})

test('an account sends no more tests in an hour than the limit', async () => {
  const { id, own, owner } = await newWebhook()
  const limit = businessLimits.webhooks.sentByHandPerHour
  const replies = []
  for (let n = 0; n <= limit; n++) replies.push(await owner.call(sendTest, { id }))
  expect(replies.filter(({ success }) => success)).toHaveLength(limit)
  expect(replies.at(-1)!.data).toMatchObject({ code: 'tooManyRequests' })
  await own.close()
})

test('deliveries are deleted after thirty days, those that wait excepted', async () => {
  const { id, own, owner, ownerId, main } = await newWebhook()
  await owner.call(sendTest, { id })
  await deliverDue(server)
  own.answerWith(500)
  await record(ownerId, 'waits')
  server.passTime((businessLimits.webhooks.keepDays * 24 + 1) * hour)
  await deleteOldDeliveries(server.database.db, server.services.clock())
  const later = await signedIn(server, main)
  expect(await deliveriesOf(later)).toMatchObject([{ event: 'keyExpiring', state: 'waiting' }])
  expect((await later.call(page, {})).data.total).toBe(1)
  await own.close()
})

/** Deliveries of a webhook without their events, as many as are kept. */
async function fill({ ownerId, id }: { ownerId: string; id: string }, state: string) {
  const { db } = server.database
  const count = businessLimits.webhooks.deliveries
  await db.execute(
    sql`insert into webhook_deliveries (owner_id, webhook_id, created_at, event, event_id, state, payload)
      select ${ownerId}, ${id}, now(), 'keyExpiring', 'evt_' || n, ${state}, '{}' from generate_series(1, ${count}::int) n`,
  )
  await db.execute(
    sql`update collection_counts set rows = ${count} where owner_id = ${ownerId} and collection = 'webhookDeliveries'`,
  )
}
const totalOf = async (caller: Caller) => (await caller.call(page, { pageSize: 1 })).data.total

test('a new event takes the place of the oldest delivery that is finished', async () => {
  const { own, owner, ownerId, id } = await newWebhook()
  await fill({ ownerId, id }, 'delivered')
  await record(ownerId, 'newest')
  await deliverDue(server)
  expect(own.events()).toMatchObject([{ data: { name: 'newest' } }])
  expect(await totalOf(owner)).toBeLessThanOrEqual(businessLimits.webhooks.deliveries)
  expect(await noticesOf(owner)).toEqual([])
  await own.close()
})

test('while as many deliveries wait as are kept, none is lost, and the owner is notified once a day', async () => {
  const { own, owner, ownerId, id, main } = await newWebhook()
  await fill({ ownerId, id }, 'waiting')
  for (const name of ['first', 'second']) await record(ownerId, name)
  expect(await totalOf(owner)).toBe(businessLimits.webhooks.deliveries)
  expect(await noticesOf(owner)).toMatchObject([{ title: 'Events are not sent to webhooks' }])
  server.passTime(25 * hour)
  const later = await signedIn(server, main)
  await record(ownerId, 'third')
  expect(await noticesOf(later)).toHaveLength(2)
  await own.close()
})

test('a webhook with as many deliveries as are kept is removed with all of them', async () => {
  const { own, owner, ownerId, id } = await newWebhook()
  await fill({ ownerId, id }, 'delivered')
  expect((await owner.call(remove, { id })).success).toBe(true)
  expect(await totalOf(owner)).toBe(0)
  await own.close()
})

test('the deliveries of another account’s webhook are not removed', async () => {
  const { own, owner, ownerId, id } = await newWebhook()
  await record(ownerId)
  const stranger = await newWebhook()
  expect((await stranger.owner.call(remove, { id })).data).toMatchObject({ code: 'notFound' })
  expect(await totalOf(owner)).toBe(1)
  await Promise.all([own.close(), stranger.own.close()])
})
