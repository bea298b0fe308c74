/** Traces exported to a collector: a real server process, and a receiver of OTLP over HTTP. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { translation } from '#contract/translation.ts'
import { users } from '#contract/users.ts'
import { demoPassword } from '#server/seed/demo.ts'
import { demoDatabase } from '#tests/support/server/demo-database.ts'
import { serverProcess } from '#tests/support/server/server-process.ts'
import { signInDemo } from '#tests/support/actors/demo-users.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}
type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

const exports: Export[] = []
const headers: (string | undefined)[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    exports.push(JSON.parse(body) as Export)
    headers.push(request.url, request.headers['x-token'] as string)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
const { port } = collector.address() as AddressInfo
const dataDir = mkdtempSync(join(tmpdir(), 'yq-tracing-'))
afterAll(() => {
  collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const attribute = ({ attributes }: Pick<Span, 'attributes'>, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}

test('spans cover calls, statements, vendors and jobs, and contain no customer data', async () => {
  const database = await demoDatabase()
  const server = serverProcess({
    ...database,
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=token-of-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  })
  const target = { api: `${await server.address()}/api`, now: Date.now }
  const demo = await signInDemo(target)
  const { headers: responseHeaders } = await demo.call(users.get, {})
  const text = { source: 'zh', target: 'en', text: '绝密的合同' }
  expect((await demo.call(translation.text, text)).success).toBe(true)
  const order = { memberGroupId: '2', salesNum: 1, payChannel: 'WC_NATIVE' as const }
  expect((await demo.call(orders.pay, order)).success).toBe(true)
  await fetch(`${target.api}/no-such-call-with-a-secret`)
  expect(await server.end('SIGTERM')).toBe(0)

  expect(headers.slice(0, 2)).toEqual(['/v1/traces', 'token-of-collector'])
  const { resource } = exports[0]!.resourceSpans[0]!
  expect(attribute(resource, 'service.name')).toBe('yiqiao')
  expect(attribute(resource, 'deployment.environment.name')).toBe('tests')
  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const spansNamed = (name: string) => spans.filter((span) => span.name === name)
  const childrenOf = (parent: Span) =>
    spans.filter(({ traceId, spanId }) => traceId === parent.traceId && spanId !== parent.spanId)

  const [call] = spansNamed('GET /user/get')
  expect(call!.parentSpanId).toBeUndefined()
  expect(attribute(call!, 'http.response.status_code')).toBe(200)
  expect(attribute(call!, 'yiqiao.request_id')).toBe(responseHeaders.get('x-request-id'))
  const [statementSpan] = childrenOf(call!)
  expect(statementSpan!.parentSpanId).toBe(call!.spanId)
  expect(attribute(statementSpan!, 'db.query.text')).toMatch(/^select .*\$1/s)

  const translationSpans = childrenOf(spansNamed('POST /translation/text')[0]!).map(
    ({ name }) => name,
  )
  expect(translationSpans).toEqual(expect.arrayContaining(['BEGIN', 'COMMIT']))
  expect(translationSpans.some((name) => name.endsWith(' translate'))).toBe(true)
  const paymentSpans = childrenOf(spansNamed('POST /orderByMemberGroup/pay')[0]!).map(
    ({ name }) => name,
  )
  expect(paymentSpans).toContain('sandbox create')
  expect(attribute(spansNamed('GET other')[0]!, 'http.response.status_code')).toBe(404)
  expect(childrenOf(spansNamed('job orders')[0]!).length).toBeGreaterThan(0)

  const exported = JSON.stringify(exports)
  for (const value of ['绝密', 'demo@example.com', demoPassword, demo.signer!.sk, 'no-such-call'])
    expect(exported).not.toContain(value)
})

test('without a collector nothing is exported, and invalid settings are reported', async () => {
  const database = await demoDatabase()
  const env = { ...database, DATA_DIR: dataDir }
  const before = exports.length
  const disabledServer = serverProcess({
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SDK_DISABLED: 'true',
  })
  expect((await fetch(`${await disabledServer.address()}/healthz`)).status).toBe(200)
  expect(await disabledServer.end('SIGTERM')).toBe(0)
  expect(exports).toHaveLength(before)
  const misconfigured = serverProcess({
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '2',
  })
  expect(await misconfigured.end()).toBe(1)
  expect(misconfigured.output()).toContain('OTEL_EXPORTER_OTLP_ENDPOINT is “collector:4318”.')
  expect(misconfigured.output()).toContain('OTEL_TRACES_SAMPLER_ARG is “2”.')
})
