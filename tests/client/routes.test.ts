/** Routing of URLs to pages, redirects of old URLs, and safe targets after sign-in. */
import * as fc from 'fast-check'
import { consoleRoutes } from '#client/console-routes.ts'
import { expect, test } from 'vitest'
import {
  landingRoutes,
  toLoginUrl,
  toPage,
  findRedirect,
  toSafeTarget,
  siteRoutes,
} from '#client/routes.ts'

const pathAt = (pathname: string) => ({ pathname, search: '', hash: '' })
const urlOf = (href: string) => new URL(href, 'https://site.test')

test.each([
  ['/', '/home'],
  ['/index', '/home'],
  ['/nowhere/at/all', '/home'],
  ['/constructor', '/home'],
  ['/userCenter', '/UserCenterIndex'],
  ['/userCenter/', '/UserCenterIndex'],
  ['/userCenter/UserCenterChild', '/UserCenterChild'],
  ['/userCenter/nothing', '/home'],
  ['/UserCenterMemberAccountLog', '/UserCenterAccountLog'],
  ['/userCenter/UserCenterMemberAccountLog', '/UserCenterAccountLog'],
  ['/UserCenterChild/', '/UserCenterChild'],
  ['/en/login', '/login'],
  ['/zh', '/home'],
  ['/zh/price', '/price'],
  ['/en', '/en/home'],
  ['/en/nowhere', '/en/home'],
  ['/en/price/', '/en/price'],
  ['/useDoc/proxy/more', '/home'],
  ['/en/UserCenterChild', '/UserCenterChild'],
  ['/?inviteCode=AB12', '/home?inviteCode=AB12'],
  ['/userCenter/UserCenterOrder?pageNum=2#top', '/UserCenterOrder?pageNum=2#top'],
])('%s redirects to %s', (from, to) => {
  expect(findRedirect(urlOf(from))).toBe(to)
})

const english = siteRoutes.map((route) => `/en${route}`)

test.each([
  ...siteRoutes,
  ...english,
  '/useDoc/proxy',
  '/freeTest',
  ...landingRoutes,
  ...consoleRoutes,
])('%s is not redirected', (route) => {
  expect(findRedirect(urlOf(`${route}?a=1#b`))).toBeNull()
})

test('every URL reaches a page after at most one redirect', () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const redirected = findRedirect(pathAt(path)) ?? path
      expect(findRedirect(pathAt(redirected))).toBeNull()
    }),
  )
})

test('console routes open the console, the others their landing page', () => {
  expect(toPage('/UserCenterExit')).toEqual({ kind: 'console' })
  expect(toPage('/userCenter/UserCenterInfo')).toEqual({ kind: 'console' })
  expect(toPage('/login')).toEqual({ kind: 'landing', route: '/login' })
  expect(toPage('/anything')).toEqual({ kind: 'site', route: '/home' })
  expect(toPage('/en/price')).toEqual({ kind: 'site', route: '/price' })
  expect(toPage('/useDoc/proxy')).toEqual({ kind: 'site', route: '/useDoc/proxy' })
  expect(toPage('/freeTest')).toEqual({ kind: 'freeTest' })
})

test.each([
  ['/UserCenterChild?pageNum=3#row', '/UserCenterChild?pageNum=3#row'],
  ['/userCenter/UserCenterChild', '/UserCenterChild'],
  ['/unknown', '/home'],
  ['/en/price?inviteCode=AB12', '/en/price?inviteCode=AB12'],
  ['/freeTest', '/freeTest'],
])('%s is a safe redirect target', (to, target) => {
  expect(toSafeTarget(to)).toBe(target)
})

test.each([
  null,
  undefined,
  '',
  'UserCenterChild',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'https://evil.test/home',
  'javascript:alert(1)',
  '%',
  '%E0%A4%A',
  '/login',
  '/login?to=/login',
  '/userCenter/UserCenterExit',
])('%j is no redirect target', (to) => {
  expect(toSafeTarget(to)).toBeNull()
})

test('for any input the redirect target is a page of this site', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    'evil.test',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '\t',
    'home',
    'UserCenterChild',
    'userCenter',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const target = toSafeTarget(parts.join(''))
      if (target === null) return
      const url = urlOf(target)
      expect(url.origin).toBe('https://site.test')
      // URLs of this form may be pages of collections, which only the console knows.
      if (!/^\/UserCenter[A-Z]\w*$/.test(url.pathname))
        expect([...siteRoutes, ...landingRoutes, ...consoleRoutes]).toContain(url.pathname)
    }),
    { numRuns: 1_000, examples: [[['/', 'UserCenterChild', 'home']]] },
  )
})

test('the login URL has the current URL as its target', () => {
  const from = '/UserCenterChild?account=a%26b&pageNum=2#x'
  expect(toSafeTarget(urlOf(toLoginUrl(from)).searchParams.get('to'))).toBe(from)
})
