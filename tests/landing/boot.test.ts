// @vitest-environment happy-dom
/** The boot script before the first paint gives the same results as the modules. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { consoleRoutes } from '#client/console-routes.ts'
import { landingRoutes, toPage, siteRoutes } from '#client/routes.ts'

const script = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8')
const root = document.documentElement

function boot(address: string) {
  history.replaceState(null, '', address)
  // oxlint-disable-next-line no-new-func -- a classic script, run as the browser does
  new Function(script)()
}

beforeEach(() => {
  Reflect.deleteProperty(window, 'urlSession')
  localStorage.clear()
  sessionStorage.clear()
  vi.resetModules()
})

test.each(['/home', '/home?lang=en', '/en/login', '/home?lang=de', '/zh'])(
  '%s has the same language as the modules, stored or not',
  async (address) => {
    for (const stored of [null, 'zh', 'en', 'de']) {
      localStorage.clear()
      if (stored) localStorage.setItem('lang', stored)
      vi.resetModules()
      boot(address)
      const lang = root.lang
      const { localeTag } = await import('#client/i18n/language.ts')
      expect(lang).toBe(localeTag())
    }
  },
)

test.each([
  ...siteRoutes,
  ...landingRoutes,
  ...consoleRoutes,
  '/',
  '/userCenter',
  '/userCenter/UserCenterChild',
  '/en/UserCenterIndex',
  '/index',
])('%s shows the skeleton of its page to signed-in users', (address) => {
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userId', '42')
  boot(address)
  const page = toPage(address)
  expect(root.dataset['page']).toBe(
    page.kind === 'console' ? 'console' : address === '/login' ? 'login' : 'home',
  )
})

test('a visitor of a console URL sees the login skeleton, unless another tab may be signed in', () => {
  boot('/UserCenterChild')
  expect(root.dataset['page']).toBe('login')
  localStorage.setItem('sessionOpen', '1')
  boot('/UserCenterChild')
  expect(root.dataset['page']).toBe('console')
})

test.each(['light', 'dark', null, 'mauve'])(
  'the stored theme %s is applied as by the modules',
  async (stored) => {
    if (stored) localStorage.setItem('theme', stored)
    boot('/home')
    const { theme } = await import('#ui/theme.ts')
    expect(root.dataset['theme']).toBe(theme())
  },
)

test('a session in the URL is removed before other scripts run, and not stored', () => {
  sessionStorage.setItem('userInfo', '{"of":"another user"}')
  boot('/UserCenterIndex?t=secret&u=42&a=1&t=again#x')
  expect(Reflect.get(window, 'urlSession')).toEqual({ sk: 'secret', userId: '42' })
  expect({ ...sessionStorage }).toEqual({ userInfo: '{"of":"another user"}' })
  expect(location.pathname + location.search + location.hash).toBe('/UserCenterIndex?a=1#x')
  expect(root.dataset['page']).toBe('console')
})

test.each(['/home?t=secret', '/home?u=42'])(
  'an incomplete session in the URL, %s, is ignored',
  (address) => {
    boot(address)
    expect(Reflect.has(window, 'urlSession')).toBe(false)
    expect(location.pathname + location.search).toBe(address)
  },
)

test('a session with an empty parameter is removed from the URL', () => {
  boot('/home?t=secret&u=')
  expect(Reflect.has(window, 'urlSession')).toBe(false)
  expect(location.search).toBe('')
})

test.each(['{', 'null', '"x"', '[]', '{"sk":1,"userId":"42"}', '{"sk":"secret"}'])(
  'a malformed carried session, %s, is dropped',
  (carried) => {
    sessionStorage.setItem('urlSession', carried)
    boot('/en/home')
    expect(Reflect.has(window, 'urlSession')).toBe(false)
    expect(sessionStorage.getItem('urlSession')).toBeNull()
    expect(root.lang).toBe('en-US')
  },
)

test('a session carried over from the other language is read once', () => {
  sessionStorage.setItem('urlSession', '{"sk":"secret","userId":"42"}')
  boot('/en/home')
  expect(Reflect.get(window, 'urlSession')).toEqual({ sk: 'secret', userId: '42' })
  expect(sessionStorage.getItem('urlSession')).toBeNull()
})

test('without storage the session is still removed from the URL', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  boot('/UserCenterIndex?t=secret&u=42')
  vi.unstubAllGlobals()
  expect(location.search).toBe('')
  expect(Reflect.get(window, 'urlSession')).toEqual({ sk: 'secret', userId: '42' })
})

test('an invitation redirects visitors to registration once, but not signed-in users (spec 4.2)', () => {
  const redirects: string[] = []
  const replace = vi
    .spyOn(location, 'replace')
    .mockImplementation((to) => void redirects.push(String(to)))
  boot('/en/price?inviteCode=AB12')
  boot('/en/price?inviteCode=ab12')
  boot('/login?type=2&inviteCode=CD34')
  boot('/home?inviteCode=CD34')
  boot('/UserCenterOrder?inviteCode=EF56')
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userId', '42')
  boot('/home?inviteCode=GH78')
  replace.mockRestore()
  root.hidden = false
  expect(redirects).toEqual([
    '/login?type=2&inviteCode=AB12&lang=en',
    '/login?type=2&inviteCode=EF56&to=%2FUserCenterOrder',
  ])
})
