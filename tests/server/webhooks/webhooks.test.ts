/** Webhooks: who registers and sees them, their secrets, and which addresses they may have. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { businessLimits } from '#contract/business-limits.ts'
import { webhookDeliveries, webhooks, type IssuedWebhook } from '#contract/webhooks.ts'
import { encryptedTexts } from '#server/jobs.ts'
import { webhookEndpoints, webhookQueue } from '#server/schema.ts'
import { createEncryption } from '#server/platform/crypto/encryption.ts'
import { addAccountGroup } from '#tests/support/actors/account-groups.ts'
import { viewActors } from '#tests/support/actors/support-views.ts'
import {
  signedIn,
  startServer,
  testEncryption,
  type ApiErrorData,
  type Caller,
  type TestServer,
} from '#tests/support/server/server.ts'
import {
  deliverDue,
  registerWebhook,
  webhookReceiver,
} from '#tests/support/server/webhook-receiver.ts'

const { page, edit, remove, register, rotate, sendTest, resume } = webhooks.calls
const deliveries = webhookDeliveries.calls
const url = 'https://shop.example.com/events'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ allowsLocalWebhooks: true })
})
afterAll(() => server.close())

async function newGroup() {
  const { main, subs } = await addAccountGroup(server, { quota: [{}, {}] })
  return {
    ownerId: main.ownerId,
    main: await signedIn(server, main),
    sub: await signedIn(server, subs[0]!),
  }
}
const codeOf = ({ data }: { data: unknown }) => (data as ApiErrorData).code
const rowsOf = async (caller: Caller) => (await caller.call(page, {})).data.rows
const deliveriesOf = async (caller: Caller) => (await caller.call(deliveries.page, {})).data.rows

test('a new webhook is on, and its secret is in no later answer', async () => {
  const { main } = await newGroup()
  const { id, secret } = await registerWebhook(main, url)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const rows = await rowsOf(main)
  expect(rows).toMatchObject([{ id, name: 'Shop', url, state: 'on', lastDeliveryDateTime: null }])
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('the database has no secret in clear text, not even in a stored response', async () => {
  const { main } = await newGroup()
  const { data } = await main.send(
    'POST',
    '/webhook/save',
    { name: 'Stored', url, events: ['orderPaid'] },
    { 'idempotency-key': 'register-webhook-0001' },
  )
  const { secret } = data as IssuedWebhook
  const { rows } = await server.database.db.execute<{ text: string }>(
    sql`select coalesce(string_agg(t::text, ' '), '') as text from
      (select to_jsonb(i) as t from idempotency i union all select to_jsonb(e) from webhook_endpoints e
        union all select to_jsonb(w) from webhooks w) all_rows`,
  )
  expect(rows[0]!.text).toContain('register-webhook-0001')
  expect(rows[0]!.text).not.toContain(secret)
})

test('secrets are encrypted anew when the key of the server changes', async () => {
  const { main, ownerId } = await newGroup()
  const { id } = await registerWebhook(main, url)
  await main.call(rotate, { id })
  const latest = createEncryption(new Uint8Array(32).fill(9), {
    previous: new Uint8Array(32).fill(7),
  })
  for (const list of encryptedTexts)
    for await (const { encrypted, context, replace } of list(server.database.db)) {
      const result = await latest.reencrypt(encrypted, context)
      if (typeof result === 'object' && context === `webhook:${id}`)
        await replace(result.reencrypted)
    }
  const [row] = await server.database.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.ownerId, ownerId))
  for (const text of [row!.sealedSecret, row!.sealedFormerSecret!]) {
    expect(await latest.decrypt(text, `webhook:${id}`)).toMatch(/^whsec_/)
    expect(await testEncryption.decrypt(text, `webhook:${id}`)).toBeUndefined()
  }
})

test('until the former secret ends, a request verifies with both; afterwards only with the new one', async () => {
  const { main } = await newGroup()
  const receiver = await webhookReceiver()
  const { id, secret } = await registerWebhook(main, receiver.url)
  const { secret: second } = (await main.call(rotate, { id })).data
  expect(second).not.toBe(secret)
  const accepts = (one: string) => {
    const { body, headers } = receiver.received.at(-1)!
    try {
      return Boolean(new Webhook(one).verify(body, headers))
    } catch {
      return false
    }
  }
  await main.call(sendTest, { id })
  await deliverDue(server)
  expect([accepts(secret), accepts(second)]).toEqual([true, true])
  await server.database.db
    .update(webhookEndpoints)
    .set({ formerEndsAt: new Date(server.now() - 1) })
    .where(eq(webhookEndpoints.webhookId, id))
  await main.call(sendTest, { id })
  await deliverDue(server)
  expect([accepts(secret), accepts(second)]).toEqual([false, true])
  await receiver.close()
})

test('sub-accounts neither see nor change webhooks and deliveries', async () => {
  const { main, sub } = await newGroup()
  const { id } = await registerWebhook(main, url)
  await main.call(sendTest, { id })
  const replies = [
    await sub.call(page, {}),
    await sub.call(webhooks.calls.get, { id }),
    await sub.call(register, { name: 'Own', url, events: ['orderPaid'] }),
    await sub.call(rotate, { id }),
    await sub.call(sendTest, { id }),
    await sub.call(resume, { id }),
    await sub.call(remove, { id }),
    await sub.call(deliveries.page, {}),
    await sub.call(deliveries.get, { id: (await deliveriesOf(main))[0]!.id }),
    await sub.call(deliveries.resend, { id: (await deliveriesOf(main))[0]!.id }),
  ]
  expect(replies.map(codeOf)).toEqual(replies.map(() => 'notAllowed'))
})

test('the webhooks and deliveries of other accounts are unknown', async () => {
  const [{ main }, stranger] = [await newGroup(), await newGroup()]
  const { id } = await registerWebhook(main, url)
  await main.call(sendTest, { id })
  const [delivery] = await deliveriesOf(main)
  const other = stranger.main
  expect(await rowsOf(other)).toEqual([])
  expect(await deliveriesOf(other)).toEqual([])
  const changes = { id, name: 'Mine', url, events: ['orderPaid' as const], enabled: 1 as const }
  for (const reply of [
    await other.call(webhooks.calls.get, { id }),
    await other.call(edit, changes),
    await other.call(rotate, { id }),
    await other.call(sendTest, { id }),
    await other.call(resume, { id }),
    await other.call(remove, { id }),
    await other.call(deliveries.get, { id: delivery!.id }),
    await other.call(deliveries.resend, { id: delivery!.id }),
  ])
    expect(codeOf(reply)).toBe('notFound')
})

test.each([
  'http://shop.example.com/events',
  'ftp://shop.example.com',
  'https://user:secret@shop.example.com',
  'https://shop.example.com:25',
  'https://10.0.0.1/events',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://0x0a000001/',
  'https://167772161/',
  'https://0/',
])(
  'the address %s is refused at its field, when it is registered and when it is edited',
  async (one) => {
    const { main } = await newGroup()
    const input = { name: 'Refused', url: one, events: ['orderPaid' as const], enabled: 1 as const }
    const refused = await main.call(register, input)
    expect(Object.keys((refused.data as unknown as ApiErrorData).fields ?? {})).toEqual(['url'])
    const { id } = await registerWebhook(main, url)
    const edited = await main.call(edit, { id, ...input })
    expect(Object.keys((edited.data as ApiErrorData).fields ?? {})).toEqual(['url'])
  },
)

test('without the setting, an address of this machine is refused', async () => {
  const strict = await startServer({}, server.database)
  const { main } = await addAccountGroup(strict)
  const caller = await signedIn(strict, main)
  for (const one of ['http://localhost:3000', 'https://localhost', 'https://127.0.0.1:4000'])
    expect(
      codeOf(await caller.call(register, { name: 'Local', url: one, events: ['orderPaid'] })),
    ).toBe('invalid')
  await strict.close()
})

test('an account has no more webhooks than the limit', async () => {
  const { main } = await newGroup()
  const replies = await Promise.all(
    Array.from({ length: businessLimits.webhooks.perGroup + 2 }, (_, n) =>
      main.call(register, { name: `Webhook ${n}`, url, events: ['orderPaid'] }),
    ),
  )
  expect(replies.filter(({ success }) => success)).toHaveLength(businessLimits.webhooks.perGroup)
})

test('a deleted webhook takes its secret and deliveries along, and nothing more is sent', async () => {
  const { main, ownerId } = await newGroup()
  const receiver = await webhookReceiver()
  const { id } = await registerWebhook(main, receiver.url)
  await main.call(sendTest, { id })
  expect(await deliveriesOf(main)).toMatchObject([{ webhookId: id, webhookTitle: 'Shop' }])
  expect((await main.call(remove, { id })).success).toBe(true)
  await deliverDue(server)
  expect(receiver.received).toEqual([])
  expect(await deliveriesOf(main)).toEqual([])
  const { db } = server.database
  expect(await db.$count(webhookEndpoints, eq(webhookEndpoints.ownerId, ownerId))).toBe(0)
  expect(await db.$count(webhookQueue, eq(webhookQueue.ownerId, ownerId))).toBe(0)
  await receiver.close()
})

test('support sees neither the rest of an address nor what was sent and answered', async () => {
  const { startView } = await viewActors(server)
  const { customer, viewer } = await startView()
  const { id } = await registerWebhook(customer, 'https://hooks.example.com/bot/token?key=secret')
  await customer.call(sendTest, { id })
  for (const read of [rowsOf, deliveriesOf]) {
    const rows = await read(viewer)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/token|secret|webhook\.test/)
  }
  expect(await rowsOf(viewer)).toMatchObject([{ name: 'Shop', url: 'https://hooks.example.com/…' }])
  expect((await viewer.call(webhooks.calls.get, { id })).data).toMatchObject({
    url: 'https://hooks.example.com/…',
  })
  expect(await rowsOf(customer)).toMatchObject([
    { url: 'https://hooks.example.com/bot/token?key=secret' },
  ])
  expect(await deliveriesOf(customer)).toMatchObject([
    { payload: expect.stringContaining('webhook.test') },
  ])
})
