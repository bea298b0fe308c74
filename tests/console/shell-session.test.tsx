// @vitest-environment happy-dom
/** The end of a session by the server, the user or another tab: once, with one toast. */
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { injectFault } from '#mocks/handlers.ts'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'
import {
  startConsoleServer,
  forgetSession,
  heading,
  menu,
  menuElement,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { follow, buttonOrLink, press, text, user } from '#tests/support/browser/user.ts'

await startConsoleServer()

const openAccountMenu = () => user.click(screen.getByRole('button', { name: /^账号菜单/ }))
const storedKeys = () =>
  ['sk', 'userId', 'userInfo'].filter((key) => sessionStorage.getItem(key) !== null)
/** Text of all toasts on the page. */
const shownToasts = () =>
  screen.queryByRole('region', { name: /^(通知|Messages)$/ })?.textContent ?? ''

test('an ended session shows one toast, is cleared, and leaves after a second', async () => {
  const message = '登陆失效 即将跳转首页'
  const { navigations, navigationTimes } = await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await until(() => menu().length === 4)
  injectFault('expired')
  const startedAt = Date.now()
  await follow('登录日志')
  await until(() => shownToasts() !== '')
  expect(shownToasts()).toBe(message)
  expect(storedKeys()).toEqual([])
  // The page stays as it is until the redirect.
  expect(menu()).toHaveLength(4)
  expect(text()).toContain('demo@example.com')
  await until(() => navigations.length > 0)
  expect(navigationTimes[0]! - startedAt).toBeGreaterThanOrEqual(1_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(navigations).toEqual(['/home'])
  expect(shownToasts()).toBe(message)
})

test('signing out works without a server', async () => {
  const { navigations } = await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await until(() => menu().length > 0)
  injectFault('unreachable')
  await openAccountMenu()
  await press('退出登录')
  await until(() => navigations.length > 0)
  expect([navigations, storedKeys()]).toEqual([['/home'], []])
})

test('the sign-out page signs out, counts down and redirects home after three seconds', async () => {
  const countdown: string[] = []
  const observer = new MutationObserver(() => {
    const shown = /(\d)秒后返回首页/.exec(text())?.[1]
    if (shown && shown !== countdown.at(-1)) countdown.push(shown)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  const { navigations, errors } = await openConsolePage('/UserCenterExit', {
    as: 'free@example.com',
  })
  forgetSession('free@example.com')
  await until(() => heading() === '退出成功')
  expect(storedKeys()).toEqual([])
  expect(menuElement()).toBeNull()
  expect(buttonOrLink('立即返回首页').getAttribute('href')).toBe('/home')
  expect(buttonOrLink('重新登录').getAttribute('href')).toBe('/login?type=1')
  await until(() => navigations.length > 0)
  expect(countdown).toEqual(['3', '2', '1', '0'])
  expect(navigations).toEqual(['/home'])
  expect(errors).toEqual([])
})

test('a visitor sees the sign-out page and sends no request', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  await openConsolePage('/UserCenterExit', { lang: 'en' })
  await until(() => heading() === 'Logout successful')
  expect(fetchSpy).not.toHaveBeenCalled()
  fetchSpy.mockRestore()
})

test('a page restored from the cache reloads for another user, and without a session', async () => {
  const { navigations } = await openConsolePage('/UserCenterInfo', { as: 'demo' })
  fireWindowEvent('pageshow', { persisted: true })
  expect(navigations).toEqual([])
  sessionStorage.setItem('sk', 'other')
  sessionStorage.setItem('userId', '999999')
  fireWindowEvent('pageshow', { persisted: true })
  sessionStorage.clear()
  fireWindowEvent('pageshow', { persisted: true })
  expect(navigations).toEqual(['/UserCenterInfo', '/UserCenterInfo'])
})

test('a changed role updates the menu without a reload', async () => {
  await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await until(() => menu().length === 4)
  const { getCachedUser, rememberUser } = await import('#client/session/session.ts')
  rememberUser({ ...getCachedUser()!, parentUserId: '1' })
  await until(() => menu().length === 3)
  expect(menu()).not.toContain('子账号管理')
})

test('a session without a cached user loads the user before rendering', async () => {
  const { errors } = await openConsolePage('/UserCenterIndex', { as: 'demosub', lang: 'en' })
  expect(heading()).toMatch(/^(Hello|Good \w+), /)
  expect(storedKeys()).toEqual(['sk', 'userId', 'userInfo'])
  expect(errors).toEqual([])
})
