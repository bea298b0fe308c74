/** The OpenAPI document and the API reference page list every endpoint. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Hono } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { programContract } from '#contract/programs/contract.ts'
import { refusalCodes } from '#contract/failure.ts'
import { en, zh } from '#locales/api-descriptions.ts'
import { validate } from '#contract/issues.ts'
import { handlers } from '#server/handlers.ts'
import { nodeCrypto } from '#server/platform/crypto/crypto.ts'
import { programExamples } from '#server/http/openapi/program-examples.ts'
import { serveDocs } from '#server/http/openapi/serve-docs.ts'
import { createRequestLog, type AppEnv } from '#server/http/request-context.ts'
import { createCustomerRoutes } from '#server/http/handler.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { handwrittenEndpoints } from '#tests/support/fuzz/endpoints.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name?: string; in?: string }[]
  responses: Record<string, unknown>
  'x-extension'?: true
  security: unknown[]
}
type Document = {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation & { requestBody: unknown }>>
  components: { schemas: Record<string, unknown> }
}

let server: TestServer
let document: Document
beforeAll(async () => {
  server = await startServer()
  document = (await (await fetch(`${server.api}/openapi.json`)).json()) as Document
})
afterAll(() => server.close())

const page = async (query: string, language: string) =>
  await (
    await fetch(`${server.api}/docs${query}`, { headers: { 'accept-language': language } })
  ).text()

test.each(handwrittenEndpoints)(
  '%s is in the OpenAPI document',
  async (_name, { method, path, spec, access, mutatesBalance }) => {
    const operation = document.paths[path]![method.toLowerCase()]!
    expect(operation).toMatchObject({
      'x-access': access,
      ...(spec ? { 'x-spec': spec } : { 'x-extension': true }),
      ...(mutatesBalance ? { 'x-moves': true } : {}),
    })
    expect(operation.security.length).toBe(access === 'visitor' ? 0 : 1)
    expect(Object.keys(operation.responses)).toEqual(['200', '4XX', '5XX', 'default'])
    expect(operation.description).not.toBe('')
    expect(document.tags.map((tag) => tag.name)).toContain(operation.tags[0])
    expect(operation.summary).toMatch(/\.$/)
  },
)

test.each([zh, en])('there is exactly one description per endpoint', (descriptions) => {
  const described = Object.entries(descriptions).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  )
  expect(described.toSorted()).toEqual(handwrittenEndpoints.map(([name]) => name).toSorted())
})

test('each event of webhooks is stated with its headers and payload', () => {
  expect(Object.keys(document.webhooks)).toEqual([
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
  const { parameters, requestBody } = document.webhooks['order.paid']!['post']!
  expect(parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(JSON.stringify(requestBody)).toContain('"const":"order.paid"')
  expect(JSON.stringify(requestBody)).toContain('"orderNo"')
})

test('inputs, outputs and field types are stated as JSON Schema', () => {
  const list = document.paths['/loginLog/page']!['get']!
  expect(
    list.parameters.filter(({ in: location }) => location === 'query').map(({ name }) => name),
  ).toEqual(
    expect.arrayContaining([
      'loginIp',
      'clientType',
      'loginDateTimeBegin',
      'loginDateTimeEnd',
      'pageSize',
      'pageNum',
    ]),
  )
  expect(JSON.stringify(list.responses)).toContain('"x-meaning":{"kind":"time"}')
  expect(document.paths['/notice/openSse/{clientId}']!['get']!.parameters).toContainEqual(
    expect.objectContaining({ name: 'clientId', in: 'path', required: true }),
  )
  expect(JSON.stringify(document.paths['/user/saveChildUser']!['post'])).toContain(
    '"x-needs":[{"call":"subAccounts.create","needs":"createChildUser"}]',
  )
  expect(JSON.stringify(document.components)).toContain(JSON.stringify(refusalCodes))
  expect(document.openapi).toBe('3.1.0')
})

test('every reference in the document resolves', () => {
  const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path!,
  )
  expect(targets.length).toBeGreaterThan(20)
  for (const path of targets) {
    const found = path
      .split('/')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
    expect(found, path).toBeDefined()
  }
})

test('the reference page lists every endpoint, in the language of header or query', async () => {
  const [zh, en] = [await page('', 'zh-CN'), await page('', 'en-US')]
  expect(zh).toContain('<html lang="zh-CN">')
  expect(zh).toContain('接口说明')
  expect(en).toContain('<html lang="en">')
  expect(en).toContain('API reference')
  expect(await page('?lang=en', 'zh-CN')).toBe(en)
  expect(await page('?lang=zh', 'en-US')).toBe(zh)
  for (const [name, { path }] of handwrittenEndpoints)
    for (const text of [zh, en])
      expect(text.includes(`id="${name}"`) && text.includes(path), name).toBe(true)
  expect(en.replace('中文', '')).not.toMatch(/\p{Script=Han}/u)
  expect([zh, en].join('')).not.toMatch(/page\.\w+|undefined|\[object/)
})

test('the reference page loads no external resource and runs no script', async () => {
  const response = await fetch(`${server.api}/docs`)
  const text = await response.text()
  expect(text).not.toMatch(/<script|https?:\/\/|url\(|@import|\son\w+=/)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
})

test('the document and the pages are built once, and a matching ETag gets 304', async () => {
  const routeReads = { count: 0 }
  const routes = new Proxy(createCustomerRoutes(handlers), {
    get: (list, name) => ((routeReads.count += 1), Reflect.get(list, name) as unknown),
  })
  const app = new Hono<AppEnv>()
  app.use(createRequestLog(server.services))
  serveDocs(
    app,
    '/api',
    { customers: routes, programs: [] },
    { production: false, sha256: nodeCrypto.sha256 },
  )
  for (const path of ['/api/openapi.json', '/api/docs?lang=zh', '/api/docs?lang=en']) {
    const first = await app.request(path)
    const { count } = routeReads
    expect(count).toBeGreaterThan(0)
    expect(await (await app.request(path)).text()).toBe(await first.text())
    expect(routeReads.count).toBe(count)
    const etag = (await fetch(server.origin + path)).headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const cached = await fetch(server.origin + path, { headers: { 'if-none-match': tag } })
      expect([cached.status, await cached.text()]).toEqual([304, ''])
    }
    expect(
      (await fetch(server.origin + path, { headers: { 'if-none-match': '"other"' } })).status,
    ).toBe(200)
  }
  expect((await fetch(`${server.api}/docs`)).headers.get('vary')).toContain('Accept-Language')
})

test('the calls of programs are in the document and on the page, with their keys and shapes', async () => {
  for (const [group, calls] of Object.entries<Record<string, Endpoint>>(programContract))
    for (const [name, { path, method, scope = null, status = 200 }] of Object.entries(calls)) {
      const operation = document.paths[path]![method.toLowerCase()]!
      expect(operation).toMatchObject({
        operationId: `${group}.${name}`,
        security: [{ programKey: [] }],
        'x-scope': scope,
      })
      expect(document.paths[path]).toMatchObject({ servers: [{ url: '/' }] })
      expect(Object.keys(operation.responses)).toEqual([`${status}`, '4XX', '5XX'])
      expect(operation.summary).toMatch(/\.$/)
      for (const text of [await page('', 'zh-CN'), await page('', 'en-US')])
        expect(text).toContain(`id="${group}.${name}"`)
    }
})

test('the document of programs has their calls only, at the root', async () => {
  const programs = (await (await fetch(`${server.origin}/openapi.json`)).json()) as Document
  const paths = Object.values<Record<string, Endpoint>>(programContract).flatMap((calls) =>
    Object.values(calls).map(({ path }) => path),
  )
  expect(new Set(Object.keys(programs.paths))).toEqual(new Set(paths))
  for (const [path, operations] of Object.entries(programs.paths))
    expect(operations, path).toEqual(document.paths[path])
})

test('examples are those that the calls take and give', () => {
  const contract: Record<string, Record<string, Endpoint>> = programContract
  const checked = Object.entries(programExamples).flatMap(([group, examples]) =>
    Object.entries<{ input?: unknown; output?: unknown }>(examples).flatMap(
      ([name, { input, output }]) => {
        const endpoint = contract[group]![name]!
        return [
          ...(input ? [validate(endpoint.input, input).ok] : []),
          ...(output ? [validate(endpoint.output, output).ok] : []),
        ]
      },
    ),
  )
  expect(checked.length).toBeGreaterThan(20)
  expect(checked).not.toContain(false)
})

const redocly = fileURLToPath(
  new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
)

test.each(['/openapi.json', '/api/openapi.json'])(
  '%s passes the linter of Redocly',
  async (path) => {
    const folder = await mkdtemp(join(tmpdir(), 'yq-openapi-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, await (await fetch(server.origin + path)).text())
    const lint = promisify(execFile)(
      process.execPath,
      [redocly, 'lint', file, '--extends', 'recommended-strict', '--format', 'stylish'],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    ).catch((error: { stdout: string; stderr: string }) => error)
    const { stdout, stderr } = await lint
    await rm(folder, { recursive: true })
    expect(stdout + stderr).toContain('Your API description is valid')
  },
)
