/** The browser demo serves the operators' endpoints too. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { customers } from '#contract/operator/customers.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { today } from '#contract/operator/today.ts'
import { toQuery } from '#contract/query.ts'
import { signedHeaders, type Signer } from '#contract/signing.ts'
import { webCrypto, createDemoServer, type DemoServer } from '#mocks/demo-server.ts'
import { announcements, announcementSchedule } from '#server/schema.ts'
import { demoAccounts } from '#server/seed/demo.ts'
import { demoOperator } from '#server/seed/operator.ts'
import { codeAt } from '#tests/support/actors/authenticator.ts'

let server: DemoServer
let signer: Signer | null = null
beforeAll(async () => {
  server = await createDemoServer({ busy: 0.05, runsJobs: true })
})
afterAll(() => server.close())

async function call(endpoint: Endpoint, input: Record<string, string>) {
  const isGet = endpoint.method === 'GET'
  const query = isGet ? `?${toQuery(input)}` : ''
  const response = await server.fetch(
    new Request(`http://localhost/api${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: {
        ...signedHeaders(webCrypto.md5, signer, Date.now()),
        'content-type': 'application/json',
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
    }),
  )
  return (await response.json()) as { success: boolean; data: unknown }
}

test('the demo’s operator signs in, finds the demo account and reads today’s figures', async () => {
  const { email, password, secret } = demoOperator
  const code = codeAt(secret, Date.now())
  const { data, success } = await call(operatorSession.signIn, { email, password, code })
  expect(success).toBe(true)
  signer = data as Signer
  const found = await call(customers.page, { search: demoAccounts.demo })
  const [{ id }] = (found.data as { rows: [{ id: string }] }).rows
  expect((await call(customers.get, { id })).data).toMatchObject({
    account: demoAccounts.demo,
    memberCount: expect.any(Number) as number,
    orders: expect.arrayContaining([expect.anything()]) as unknown[],
  })
  expect((await call(today.get, {})).data).toMatchObject({
    days: expect.arrayContaining([expect.anything()]) as unknown[],
    ledger: { findings: 0 },
  })
})

test('a scheduled announcement is published when its time comes', async () => {
  const [zh, en] = ['今晚维护', 'Tonight'].map((title) => ({ title, content: title }))
  const messages = { zh: zh!, en: en! }
  const publishAt = new Date(Date.now() - 1_000)
  await server.db.insert(announcementSchedule).values({ level: 'info', words: messages, publishAt })
  const titles = async () =>
    (await server.db.select().from(announcements)).map((row) => row.words.en.title)
  await vi.waitFor(async () => expect(await titles()).toContain('Tonight'), 40_000)
})
