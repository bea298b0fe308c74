/** The built pages: compressed, cached as long as their names last, and the app for other URLs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { startHttpServer } from '#server/http/http-server.ts'
import { serveStaticFiles } from '#server/http/static-files.ts'
import type { AppEnv } from '#server/http/request-context.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-pages-'))
mkdirSync(join(folder, 'assets'))
mkdirSync(join(folder, 'en'))
writeFileSync(join(folder, 'en', 'login.html'), '<title>the login')
writeFileSync(join(folder, 'index.html'), '<html data-mode=""><title>the page</title>')
writeFileSync(
  join(folder, 'UserCenterOrder.html'),
  '<html data-mode=""><script>early()</script><title>the orders',
)
writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'plain')
writeFileSync(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('plain'))
writeFileSync(join(folder, '..', 'yq-secret.txt'), 'secret')

const app = new Hono<AppEnv>()
app.get('/api/x', (c) => c.text('api'))
serveStaticFiles(app, folder, { production: true })
const server = await startHttpServer(app, { host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
  rmSync(join(folder, '..', 'yq-secret.txt'))
})

/** Requests a raw path and returns the body as received: neither normalised nor decompressed. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

test.each(['/operator', '/operator/customers'])(
  '%s gets the app with its headers',
  async (path) => {
    const { status, headers, body } = await get(path)
    expect([status, body.toString()]).toEqual([200, '<html data-mode=""><title>the page</title>'])
    expect(headers['content-security-policy']).toBe(
      (await get('/UserCenterIndex')).headers['content-security-policy'],
    )
  },
)

test.each([
  '/',
  '/login?type=1',
  '/UserCenterChild',
  '/nowhere/at/all',
  '/%25',
  '/%E7%99%BB%E5%BD%95',
])('%s gets the app', async (path) => {
  const { status, headers, body } = await get(path)
  expect({ status, body: body.toString() }).toEqual({
    status: 200,
    body: '<html data-mode=""><title>the page</title>',
  })
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).toContain(
    "require-trusted-types-for 'script'; trusted-types default parsed redrawn",
  )
  expect(headers['strict-transport-security']).toBeDefined()
})

test('a prebuilt page is served at its URL, and its policy allows its inline script', async () => {
  const { headers, body } = await get('/UserCenterOrder?pageNum=2')
  expect(body.toString()).toContain('the orders')
  const hash = createHash('sha256').update('early()').digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect((await get('/UserCenterChild')).headers['content-security-policy']).not.toContain('sha256')
})

test('a prebuilt page of the other language is served at its URL', async () => {
  expect((await get('/en/login?type=1')).body.toString()).toBe('<title>the login')
})

test('opening a file-like URL shows the app; a missing asset is 404', async () => {
  for (const path of ['/index.php', '/x//evil.example', '/old/about.html'])
    expect(
      (await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })).body.toString(),
      path,
    ).toContain('the page')
  for (const path of ['/logo.png', '/old/about.html'])
    expect((await get(path, { accept: '*/*' })).status, path).toBe(404)
  expect((await get('/assets/gone.js', { accept: 'text/html' })).status).toBe(404)
})

test('outside of production the app is marked as demo', async () => {
  const demo = new Hono<AppEnv>()
  serveStaticFiles(demo, folder, { production: false })
  expect(await (await demo.request('/login')).text()).toContain('<html data-mode="demo">')
})

test('the app is sent in the accepted compression', async () => {
  for (const [accepted, encoding, unpack] of [
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await get('/login', { 'accept-encoding': accepted })
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(unpack(body).toString()).toContain('the page')
  }
})

test('a file with a hash in its name is compressed and cached for a year', async () => {
  const { headers, body } = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(gunzipSync(body).toString()).toBe('plain')
  expect((await get('/assets/app-1a2b.js')).body.toString()).toBe('plain')
})

test('a missing file is 404 and not cached', async () => {
  const { status, headers } = await get('/assets/app-old.js')
  expect(status).toBe(404)
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  '/../yq-secret.txt',
  '/..%2fyq-secret.txt',
  '/assets/../../yq-secret.txt',
  '/%2e%2e/yq-secret.txt',
  '/..\\yq-secret.txt',
])('%s does not leave the folder of the pages', async (path) => {
  expect((await get(path)).body.toString()).not.toContain('secret')
})

test('routes registered earlier take precedence', async () => {
  expect((await get('/api/x')).body.toString()).toBe('api')
})
