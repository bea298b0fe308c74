/** `GET /metrics` on its own port: calls, jobs, vendors and queues. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { login } from '#contract/login.ts'
import { orders } from '#contract/orders.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { cspReportPath } from '#server/http/security-headers.ts'
import { mails, unmatchedPayments } from '#server/schema.ts'
import { startServer } from '#server/start.ts'
import { freshDb } from '#tests/support/server/postgres.ts'
import { caller } from '#tests/support/server/server.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'yq-metrics-'))
const database = await freshDb()
const running = await startServer(
  {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
  },
  () => {},
)
afterAll(async () => {
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const target = { api: `${running.address}/api`, now: () => Date.now() }
const metrics = async () => {
  const response = await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  return response.text()
}
const value = (text: string, series: string) => {
  const line = text.split('\n').find((seriesLine) => seriesLine.startsWith(`yiqiao_${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('calls are counted by route and status, refusals by error code, violations by directive', async () => {
  const visitor = caller(target, null)
  const demo = await signInDemo(target)
  await visitor.call(login.login, { account: 'demo@example.com', password: 'another-one-1' })
  await demo.call(users.get, {})
  await fetch(`${running.address}/api/no-such-call-with-a-secret`)
  await fetch(running.address + cspReportPath, {
    method: 'POST',
    body: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } }),
  })
  const text = await metrics()
  const calls = (labels: string) => value(text, `http_request_seconds_count{${labels}}`)
  expect(calls('method="POST",route="/login/login",status="200"')).toBe(2)
  expect(calls('method="GET",route="/user/get",status="200"')).toBe(1)
  expect(calls('method="GET",route="other",status="404"')).toBeGreaterThan(0)
  expect(value(text, 'csp_violations_total{directive="img-src"}')).toBe(1)
  expect(text).toMatch(/yiqiao_refusals_total\{route="\/login\/login",code="\w+"\} 1/)
  for (const secret of ['no-such-call', 'demo@example.com', 'another-one-1'])
    expect(text).not.toContain(secret)
})

test('vendors are measured by outcome, jobs by round, and the pool by its connections', async () => {
  const demo = await signInDemo(target)
  await demo.call(translation.text, { source: 'en', target: 'zh', text: 'Good morning' })
  await demo.call(orders.pay, {
    memberGroupId: '2',
    salesNum: 1,
    payChannel: 'WC_NATIVE',
  })
  await expect.poll(metrics).toMatch(/yiqiao_job_round_seconds_count\{job="mail"\} [1-9]/)
  const text = await metrics()
  expect(text).toMatch(
    /external_call_seconds_count\{service="translator",name="\w+",operation="translate",outcome="ok"\} 1/,
  )
  expect(text).toMatch(
    /external_call_seconds_count\{service="gateway",name="\w+",operation="create",outcome="ok"\} 1/,
  )
  expect(value(text, 'db_connections{state="open"}')).toBeGreaterThan(0)
  expect(value(text, 'nodejs_eventloop_lag_seconds')).toBeUndefined()
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('waiting mails and unmatched payments are counted at each scrape', async () => {
  // Waits for the mail about the sign-in from a new device.
  await expect.poll(async () => value(await metrics(), 'mails_waiting')).toBe(0)
  const unmatchedOfDemo = await database.db.$count(unmatchedPayments)
  const at = new Date(Date.now() - 120_000)
  await database.db.insert(mails).values({
    messageId: 'waiting',
    to: 'a@example.com',
    subject: 'Subject',
    text: 'Text',
    html: 'Text',
    createdAt: at,
    dueAt: new Date(Date.now() + 600_000),
    tries: 2,
  })
  await database.db.insert(unmatchedPayments).values({
    gateway: 'alipay',
    gatewayNo: '1',
    orderNo: '2',
    reason: 'unknownOrder',
    amountCents: 100,
    paidAt: at,
    at,
  })
  const text = await metrics()
  expect(value(text, 'unmatched_payments')).toBe(unmatchedOfDemo + 1)
  expect(value(text, 'mails_waiting')).toBe(1)
  expect(value(text, 'mails_failing')).toBe(1)
  expect(value(text, 'mails_oldest_seconds')).toBeGreaterThanOrEqual(120)
})

test('the public port has no metrics, and the other port has nothing else', async () => {
  const response = await fetch(`${running.address}/metrics`)
  expect(await response.text()).not.toContain('yiqiao_http_request_seconds')
  const other = await fetch(`http://127.0.0.1:${running.metricsPort}/api/user/get`)
  expect(other.status).toBe(404)
})
