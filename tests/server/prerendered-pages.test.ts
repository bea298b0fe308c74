/**
 * Prerendered public pages: current with the API, cached compressed, and served without the API.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveStaticFiles } from '#server/http/static-files.ts'
import type { AppEnv } from '#server/http/request-context.ts'

const folder = mkdtempSync(join(tmpdir(), 'yq-site-'))
for (const name of ['web', 'site']) mkdirSync(join(folder, name))
writeFileSync(join(folder, 'web', 'index.html'), '<html data-mode=""><title>the program</title>')
writeFileSync(
  join(folder, 'site', 'site.mjs'),
  `export const site = {
    paths: ['/home'],
    scriptHash: "'sha256-abc'",
    resolveRoute: (path, search) => path === '/home' ? { kind: 'page', path } : path === '/old' ? { kind: 'moved', to: '/home' + search } : { kind: 'app' },
    files: (origin) => ({ '/sitemap.xml': { type: 'application/xml', write: () => origin + '/home' } }),
    render: (path, origin, data, owner) =>
      '<html data-mode="">' + path + ' ' + origin + ' ' + JSON.stringify(data.packages) + (owner.filingNumber ?? ''),
  }`,
)

let price = 100
let qrCode = ''
let isApiBroken = false
let requests = 0

function serve(options: Parameters<typeof serveStaticFiles>[2] = { production: true }) {
  const app = new Hono<AppEnv>()
  app.get('/api/memberGroup/saleList', (c) => {
    requests++
    return isApiBroken
      ? c.text('out of order', 500)
      : c.json({ success: true, data: [{ salePrice: price }], msg: '' })
  })
  app.get('/api/customer-service/list', (c) =>
    c.json({
      success: true,
      data: [{ platform: 'WeChat', accountList: [{ accountType: 1, qrCode }] }],
      msg: '',
    }),
  )
  app.all('/api/*', (c) => c.json({ success: false, data: { code: 'notAvailable' }, msg: '' }))
  serveStaticFiles(app, join(folder, 'web'), options)
  return (path: string, headers: Record<string, string> = {}) =>
    app.request(new URL(path, 'http://site.test').href, { headers })
}

beforeEach(() => {
  price = 100
  qrCode = ''
  isApiBroken = false
  requests = 0
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true }))

test('however many hosts a client names, a page is rendered for a few of them', async () => {
  const get = serve()
  const bodies = []
  for (let at = 0; at < 50; at++)
    bodies.push(await (await get(`http://host-${at}.test/home`)).text())
  expect(new Set(bodies).size).toBeLessThan(10)
  expect(bodies[0]).toContain('http://host-0.test')
  expect(bodies.at(-1)).not.toContain('http')
})

test('a page is rendered from the API’s data, and its script is allowed by hash', async () => {
  const response = await serve()('/home')
  expect(await response.text()).toBe(
    '<html data-mode="">/home http://site.test [{"salePrice":100}]',
  )
  expect(response.headers.get('content-security-policy')).toContain(
    "script-src 'self' 'sha256-abc'",
  )
  expect((await serve()('/login')).headers.get('content-security-policy')).not.toContain('sha256')
})

test('pages show pictures of themselves, of stored contacts and of the configured hosts', async () => {
  const get = serve({ production: true, pictureHosts: ['cdn.example.com:8443'] })
  const picturesOf = async (path: string) =>
    /img-src ([^;]+)/.exec((await get(path)).headers.get('content-security-policy')!)![1]
  const configured = "'self' data: https://cdn.example.com:8443"
  for (const path of ['/home', '/UserCenterIndex', '/operator'])
    expect(await picturesOf(path)).toBe(configured)
  // As stored by another process: only the data tell.
  qrCode = 'https://pictures.example.com/qr.png?x=1;script-src%20*'
  vi.advanceTimersByTime(6_000)
  await get('/home')
  for (const path of ['/home', '/UserCenterIndex', '/operator'])
    await vi.waitFor(
      async () => expect(await picturesOf(path)).toBe(`${configured} https://pictures.example.com`),
      30_000,
    )
  for (const refused of [
    'http://pictures.example.com/x.png',
    'data:image/png;base64,AA==',
    '//x.y/z',
  ]) {
    qrCode = refused
    vi.advanceTimersByTime(6_000)
    await get('/home')
    await vi.waitFor(async () => expect(await picturesOf('/home')).toBe(configured), 30_000)
  }
})

test('twenty visits cause one API request, and a change shows within seconds', async () => {
  const get = serve()
  for (let visit = 0; visit < 20; visit++) await get('/home')
  expect(requests).toBe(1)
  price = 200
  vi.advanceTimersByTime(6_000)
  await get('/home')
  await vi.waitFor(async () => expect(await (await get('/home')).text()).toContain('200'), 30_000)
  expect(requests).toBe(2)
})

test('when the API fails at first, a page is served without its data', async () => {
  isApiBroken = true
  expect(await (await serve()('/home')).text()).toContain('null')
})

test('when the API fails later, a page keeps its last data', async () => {
  const get = serve()
  await get('/home')
  isApiBroken = true
  vi.advanceTimersByTime(6_000)
  await get('/home')
  await vi.waitFor(() => expect(requests).toBe(2), 30_000)
  vi.advanceTimersByTime(1_000)
  expect(await (await get('/home')).text()).toContain('[{"salePrice":100}]')
})

test('an unchanged page gets 304, also behind a compressing proxy', async () => {
  const get = serve()
  const etag = (await get('/home')).headers.get('etag')!
  for (const tag of [etag, `W/${etag}`]) {
    const cached = await get('/home', { 'if-none-match': tag })
    expect({ status: cached.status, body: await cached.text() }).toEqual({ status: 304, body: '' })
  }
  expect((await get('/home', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a page is sent in the best compression that the visitor accepts', async () => {
  const get = serve()
  const uncompressed = await (await get('/home')).text()
  for (const [accepted, coding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const response = await get('/home', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(uncompressed)
  }
})

test('pages and site map use the configured public URL', async () => {
  const get = serve({ production: true, publicUrl: 'https://www.example.com/some/path' })
  expect(await (await get('/home')).text()).toContain(' https://www.example.com ')
  expect(await (await get('/sitemap.xml')).text()).toBe('https://www.example.com/home')
})

test('a page shows the operator and filing number of the settings', async () => {
  const get = serve({
    production: true,
    siteOwner: { companyName: 'Example Studio', filingNumber: '京ICP备12345678号-1' },
  })
  expect(await (await get('/home')).text()).toContain('京ICP备12345678号-1')
})

test('old URLs redirect, console URLs get the app, and a demo is marked', async () => {
  const get = serve({ production: false })
  const moved = await get('/old?inviteCode=AB12')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/home?inviteCode=AB12'])
  expect(await (await get('/UserCenterChild')).text()).toContain('the program')
  expect(await (await get('/home')).text()).toContain('data-mode="demo"')
})
