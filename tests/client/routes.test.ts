/**
 * Which page an address shows, where old addresses lead, and where one may be sent after signing
 * in.
 */
import * as fc from 'fast-check'
import { consoleRoutes } from '#client/console-routes.ts'
import { expect, test } from 'vitest'
import {
  landingRoutes,
  loginFor,
  pageOf,
  redirectOf,
  safeTarget,
  siteRoutes,
} from '#client/routes.ts'

const pathAt = (pathname: string) => ({ pathname, search: '', hash: '' })
const at = (href: string) => new URL(href, 'https://site.test')

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
])('%s leads to %s', (from, to) => {
  expect(redirectOf(at(from))).toBe(to)
})

const english = siteRoutes.map((route) => `/en${route}`)

test.each([
  ...siteRoutes,
  ...english,
  '/useDoc/proxy',
  '/freeTest',
  ...landingRoutes,
  ...consoleRoutes,
])('%s stays where it is', (route) => {
  expect(redirectOf(at(`${route}?a=1#b`))).toBeNull()
})

test('every address settles on a page after one redirect', () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const once = redirectOf(pathAt(path)) ?? path
      expect(redirectOf(pathAt(once))).toBeNull()
    }),
  )
})

test('console routes open the console, the others their landing page', () => {
  expect(pageOf('/UserCenterExit')).toEqual({ kind: 'console' })
  expect(pageOf('/userCenter/UserCenterInfo')).toEqual({ kind: 'console' })
  expect(pageOf('/login')).toEqual({ kind: 'landing', route: '/login' })
  expect(pageOf('/anything')).toEqual({ kind: 'site', route: '/home' })
  expect(pageOf('/en/price')).toEqual({ kind: 'site', route: '/price' })
  expect(pageOf('/useDoc/proxy')).toEqual({ kind: 'site', route: '/useDoc/proxy' })
  expect(pageOf('/freeTest')).toEqual({ kind: 'freeTest' })
})

test.each([
  ['/UserCenterChild?pageNum=3#row', '/UserCenterChild?pageNum=3#row'],
  ['/userCenter/UserCenterChild', '/UserCenterChild'],
  ['/unknown', '/home'],
  ['/en/price?inviteCode=AB12', '/en/price?inviteCode=AB12'],
  ['/freeTest', '/freeTest'],
])('one may be sent to %s', (to, target) => {
  expect(safeTarget(to)).toBe(target)
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
  '/login',
  '/login?to=/login',
  '/userCenter/UserCenterExit',
])('one is not sent to %j', (to) => {
  expect(safeTarget(to)).toBeNull()
})

test('whatever is asked for, the target is a page of this site', () => {
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
      const target = safeTarget(parts.join(''))
      if (target === null) return
      const url = at(target)
      expect(url.origin).toBe('https://site.test')
      // An address such as that of a collection is opened by the console, which knows them.
      if (!/^\/UserCenter[A-Z]\w*$/.test(url.pathname))
        expect([...siteRoutes, ...landingRoutes, ...consoleRoutes]).toContain(url.pathname)
    }),
    { numRuns: 1_000, examples: [[['/', 'UserCenterChild', 'home']]] },
  )
})

test('the way to the login page brings one back', () => {
  const from = '/UserCenterChild?account=a%26b&pageNum=2#x'
  expect(safeTarget(at(loginFor(from)).searchParams.get('to'))).toBe(from)
})
