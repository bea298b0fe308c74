// @vitest-environment happy-dom
/** The script before the first paint says the same as the modules that come after it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { consoleRoutes } from '#client/console-routes.ts'
import { landingRoutes, pageOf, siteRoutes } from '#client/routes.ts'

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
  '%s speaks the language of the modules, stored or not',
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
])('%s shows the skeleton of its page to those who are signed in', (address) => {
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userId', '42')
  boot(address)
  const page = pageOf(address)
  expect(root.dataset['page']).toBe(
    page.kind === 'console' ? 'console' : address === '/login' ? 'login' : 'home',
  )
})

test('a visitor sees the skeleton of the login page that comes, unless another tab may be signed in', () => {
  boot('/UserCenterChild')
  expect(root.dataset['page']).toBe('login')
  localStorage.setItem('sessionOpen', '1')
  boot('/UserCenterChild')
  expect(root.dataset['page']).toBe('console')
})

test.each(['light', 'dark', null, 'mauve'])(
  'the theme %s is the one of the modules',
  async (stored) => {
    if (stored) localStorage.setItem('theme', stored)
    boot('/home')
    const { theme } = await import('#ui/theme.ts')
    expect(root.dataset['theme']).toBe(theme())
  },
)

test('a session in the address is taken out of it before anything else runs, and stored nowhere', () => {
  sessionStorage.setItem('userInfo', '{"of":"somebody else"}')
  boot('/UserCenterIndex?t=secret&u=42&a=1&t=again#x')
  expect(Reflect.get(window, 'urlSession')).toEqual({ sk: 'secret', userId: '42' })
  expect({ ...sessionStorage }).toEqual({ userInfo: '{"of":"somebody else"}' })
  expect(location.pathname + location.search + location.hash).toBe('/UserCenterIndex?a=1#x')
  expect(root.dataset['page']).toBe('console')
})

test.each(['/home?t=secret', '/home?u=42'])(
  'half a session in the address, %s, is none',
  (address) => {
    boot(address)
    expect(Reflect.has(window, 'urlSession')).toBe(false)
    expect(location.pathname + location.search).toBe(address)
  },
)

test('an empty half of a session leaves the address all the same', () => {
  boot('/home?t=secret&u=')
  expect(Reflect.has(window, 'urlSession')).toBe(false)
  expect(location.search).toBe('')
})

test.each(['{', 'null', '"x"', '[]', '{"sk":1,"userId":"42"}', '{"sk":"secret"}'])(
  'a carried session that is none, %s, is dropped, and the page comes up',
  (carried) => {
    sessionStorage.setItem('urlSession', carried)
    boot('/en/home')
    expect(Reflect.has(window, 'urlSession')).toBe(false)
    expect(sessionStorage.getItem('urlSession')).toBeNull()
    expect(root.lang).toBe('en-US')
  },
)

test('a session that the page in the other language carried over is taken once', () => {
  sessionStorage.setItem('urlSession', '{"sk":"secret","userId":"42"}')
  boot('/en/home')
  expect(Reflect.get(window, 'urlSession')).toEqual({ sk: 'secret', userId: '42' })
  expect(sessionStorage.getItem('urlSession')).toBeNull()
})

test('where storage is refused the session still leaves the address', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  boot('/UserCenterIndex?t=secret&u=42')
  vi.unstubAllGlobals()
  expect(location.search).toBe('')
  expect(Reflect.get(window, 'urlSession')).toEqual({ sk: 'secret', userId: '42' })
})

test('an invitation leads visitors to registration once, but not signed-in users (spec 4.2)', () => {
  const led: string[] = []
  const replace = vi
    .spyOn(location, 'replace')
    .mockImplementation((to) => void led.push(String(to)))
  boot('/en/price?inviteCode=AB12')
  boot('/en/price?inviteCode=AB12')
  boot('/login?type=2&inviteCode=CD34')
  boot('/home?inviteCode=CD34')
  boot('/UserCenterOrder?inviteCode=EF56')
  sessionStorage.setItem('sk', 'secret')
  sessionStorage.setItem('userId', '42')
  boot('/home?inviteCode=GH78')
  replace.mockRestore()
  root.hidden = false
  expect(led).toEqual([
    '/login?type=2&inviteCode=AB12&lang=en',
    '/login?type=2&inviteCode=EF56&to=%2FUserCenterOrder',
  ])
})
