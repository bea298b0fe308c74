/** Security and cache headers of every kind of response. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alipayHosts, parseHosts } from '#contract/pay-hosts.ts'
import { checkoutPageHeaders, cspReportPath } from '#server/http/security-headers.ts'
import { readSettings } from '#server/platform/config/settings.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { settingsErrors } from '#tests/support/server/settings-errors.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendRaw } from '#tests/support/server/raw-request.ts'

const site = builtSite()
let server: TestServer
let demo: TestServer
beforeAll(async () => {
  server = await startServer({ production: true }, undefined, { pages: site.pages })
  demo = await startServer({}, server.database, { pages: site.pages })
})
afterAll(async () => {
  await demo.close()
  await server.close()
  site.remove()
})

const cachedForever = 'public, max-age=31536000, immutable'
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Response, method, path, status, cache-control, and whether it is shown as a page. */
const kinds: [string, string, string, number, string, boolean][] = [
  ['a public page', 'GET', '/home', 200, 'no-cache', true],
  ['a page of the console', 'GET', '/UserCenterIndex', 200, 'no-cache', true],
  ['the page after a payment', 'GET', '/PaySuccess?payInfo=%7B%7D', 200, 'no-cache', true],
  ['a page requested by HEAD', 'HEAD', '/login', 200, 'no-cache', true],
  [
    'a file with a content hash in its name',
    'GET',
    '/assets/start-1a2b3c4d.js',
    200,
    cachedForever,
    true,
  ],
  ['a file without a hash in its name', 'GET', '/boot.js', 200, 'no-cache', true],
  ['a file made by the server', 'GET', '/sitemap.xml', 200, 'no-cache', true],
  ['a missing file', 'GET', '/assets/gone-00000000.js', 404, 'no-store', true],
  ['a redirect', 'GET', '/old', 302, 'no-cache', true],
  ['a method that pages do not allow', 'POST', '/home', 404, 'no-store', false],
  ['a response of the API', 'GET', '/api/tranChannel/list', 200, 'no-store', false],
  ['an unknown endpoint', 'GET', '/api/nothing', 404, 'no-store', false],
  ['a method that the endpoint does not allow', 'DELETE', '/api/user/get', 405, 'no-store', false],
  ['an ended session', 'GET', '/api/user/get', 700, 'no-store', false],
  ['invalid input', 'POST', '/api/login/login', 200, 'no-store', false],
  ['an event stream', 'GET', '/api/notice/openSse/stream-of-headers', 200, 'no-store', false],
  ['a refused event stream', 'GET', '/api/notice/openSse/short', 200, 'no-store', false],
  ['a payment notification', 'POST', '/pay/notify/alipay', 404, 'no-store', false],
  ['the OpenAPI document', 'GET', '/api/openapi.json', 200, 'no-cache', true],
  ['the API documentation', 'GET', '/api/docs', 200, 'no-cache', true],
  ['the liveness probe', 'GET', '/healthz', 200, 'no-store', false],
  ['the readiness probe', 'GET', '/readyz', 200, 'no-store', false],
]

test.each(kinds)(
  '%s has its security and cache headers',
  async (_what, method, path, status, cacheControl, isPage) => {
    const response = await fetch(server.origin + path, { method, redirect: 'manual' })
    await response.body?.cancel()
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, cacheControl])
    expectSecurityHeaders((name) => response.headers.get(name), isPage)
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('server')).toBeNull()
  },
)

test.each([
  ['too large headers', `GET / HTTP/1.1\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['bytes that are no HTTP', 'nonsense\r\n\r\n'],
  ['an invalid URL', 'GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
])('the reply to %s has the security headers and is not cached', async (_what, bytes) => {
  const head = (await sendRaw(server.port, bytes)).split('\r\n\r\n')[0]!
  const lines = new Map(
    head
      .split('\r\n')
      .map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  expect(lines.get('cache-control')).toBe('no-store')
  expectSecurityHeaders((name) => lines.get(name) ?? null, false)
})

const report = (values: object) => JSON.stringify({ 'csp-report': values })
const sendReport = (body: string) =>
  fetch(server.origin + cspReportPath, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body,
  })

test('a reported violation is logged once, without what a user typed or a token', async () => {
  const page = await fetch(`${server.origin}/UserCenterIndex`)
  expect(page.headers.get('content-security-policy')).toContain(`report-uri ${cspReportPath}`)
  const body = report({
    'document-uri': 'https://site.test/reset?token=secret-of-somebody',
    'effective-directive': 'img-src',
    'blocked-uri': 'https://tracker.example.com/pixel?user=secret-of-somebody',
    'original-policy': 'x'.repeat(2_000),
  })
  for (let count = 0; count < 3; count++) {
    const response = await sendReport(body)
    expect(response.status).toBe(204)
    expectSecurityHeaders((name) => response.headers.get(name), false)
  }
  const lines = server.lines().filter((line) => line.includes('csp violation'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    directive: 'img-src',
    blocked: 'https://tracker.example.com',
    page: '/reset',
  })
  expect(server.lines().join()).not.toContain('secret-of-somebody')
})

test('reports are small, few per network, and of few kinds in the log', async () => {
  server.passTime(60_000)
  expect((await sendReport(report({ 'blocked-uri': 'x'.repeat(20_000) }))).status).toBe(413)
  expect((await sendReport('no JSON')).status).toBe(400)
  for (let round = 0; round < 3; round++) {
    server.passTime(60_000)
    const statuses = []
    for (let at = 0; at < 70; at++) {
      const body = report({
        'effective-directive': `x${at}`,
        'blocked-uri': `https://${round}-${at}.test`,
      })
      statuses.push((await sendReport(body)).status)
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  }
  const logged = server.lines().filter((line) => line.includes('"csp violation"'))
  expect(logged.length).toBeLessThanOrEqual(100)
})

test('the sandbox cashier is not cached, not framed and sends no referrer', async () => {
  const response = await fetch(`${demo.origin}/pay/cashier/nobodys`)
  expect([
    response.status,
    response.headers.get('cache-control'),
    response.headers.get('referrer-policy'),
  ]).toEqual([404, 'no-store', 'no-referrer'])
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self';")
})

test('the content security policy allows the payment hosts that the pages may post to', () => {
  const { payHosts } = readSettings({
    VITE_PAY_HOSTS: ' Cashier.example.com, pay.example.com:8443 ,',
  })
  expect(payHosts).toEqual(['cashier.example.com', 'pay.example.com:8443'])
  const policy = checkoutPageHeaders(true, payHosts)['content-security-policy']!
  const allowedTargets = policy.match(/form-action ([^;]+)/)![1]!.split(' ')
  expect(allowedTargets).toEqual([
    "'self'",
    'https://*.alipay.com',
    'https://*.alipaydev.com',
    'https://cashier.example.com',
    'https://pay.example.com:8443',
  ])
  const allowed = (host: string) =>
    allowedTargets.some(
      (target) =>
        target === `https://${host}` ||
        (target.includes('*') && host.endsWith(target.split('*')[1]!)),
    )
  expect([...alipayHosts, ...parseHosts(payHosts.join(','))].every(allowed)).toBe(true)
})

test.each([
  '*',
  'https://pay.example.com',
  "x; script-src 'unsafe-inline'",
  'pay.example.com/path',
])('VITE_PAY_HOSTS refuses %s', (host) => {
  expect(settingsErrors({ VITE_PAY_HOSTS: host })[0]).toMatch(/^VITE_PAY_HOSTS is /)
})

function expectSecurityHeaders(header: (name: string) => string | null, isPage: boolean): void {
  expect(header('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(header('x-content-type-options')).toBe('nosniff')
  expect(header('referrer-policy')).toBe(isPage ? 'strict-origin' : 'no-referrer')
  const policy = header('content-security-policy')!
  if (!isPage) return expect(policy).toBe(apiPolicy)
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(part)
  expect(policy.match(/script-src [^;]+/)![0]).not.toMatch(/unsafe|\*|http/)
  expect(header('cross-origin-opener-policy')).toBe('same-origin')
  expect(header('permissions-policy')).toContain('camera=()')
  expect(header('x-frame-options')).toBe('DENY')
}

/** Minimal build output that the server can serve. */
function builtSite() {
  const folder = mkdtempSync(join(tmpdir(), 'yq-built-'))
  const writeFixture = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const name of ['web', 'web/assets', 'site']) mkdirSync(join(folder, name))
  writeFixture('web/index.html', '<!doctype html><html data-mode=""><title>the program</title>')
  writeFixture('web/assets/start-1a2b3c4d.js', 'export const started = true\n')
  writeFixture('web/boot.js', 'document.documentElement.lang = "zh-CN"\n')
  writeFixture(
    'site/site.mjs',
    `export const site = {
      paths: ['/home'],
      scriptHash: "'sha256-abc'",
      resolveRoute: (path) => path === '/home' ? { kind: 'page', path } : path === '/old' ? { kind: 'moved', to: '/home' } : { kind: 'app' },
      files: (origin) => ({ '/sitemap.xml': { type: 'application/xml', write: () => origin + '/home' } }),
      render: (path) => '<!doctype html><html data-mode=""><title>' + path + '</title>',
    }\n`,
  )
  return {
    pages: join(folder, 'web'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
