// @vitest-environment happy-dom
/** The shell of the console: menu by role, routing, titles, focus and error pages. */
import { screen as page, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { screen } from '#console/engine/resource.ts'
import { injectFault } from '#mocks/handlers.ts'
import {
  startConsoleServer,
  heading,
  menu,
  menuElement,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { follow, buttonOrLink, press, text } from '#tests/support/browser/user.ts'

await startConsoleServer()

test('the menu of a main account has all pages in order and marks the current one', async () => {
  const { errors } = await openConsolePage('/UserCenterIndex', { as: 'demo' })
  expect(menu()).toEqual(['账户总览', '个人资料', '登录日志', '子账号管理'])
  expect(buttonOrLink('账户总览').getAttribute('aria-current')).toBe('page')
  expect(buttonOrLink('个人资料').hasAttribute('aria-current')).toBe(false)
  expect(document.title).toBe('账户总览 · 译桥')
  expect(errors).toEqual([])
})

test('a sub-account has no sub-account page in the menu, and a message at its URL', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  await openConsolePage('/UserCenterChild', { as: 'demosub', lang: 'en' })
  await until(() => heading() === 'You don’t have access to this page')
  expect(menu()).toEqual(['Overview', 'Personal data', 'Login log'])
  expect(within(page.getByRole('main')).queryAllByRole('button')).toEqual([])
  expect(fetchSpy).not.toHaveBeenCalledWith(
    expect.stringContaining('/user/page'),
    expect.anything(),
  )
  fetchSpy.mockRestore()
})

test('a menu link opens the page without a reload, sets the title and focuses the heading', async () => {
  const { navigations } = await openConsolePage('/UserCenterIndex', { as: 'demo', lang: 'en' })
  expect(document.activeElement).toBe(document.body)
  await follow('Personal data')
  await until(() => heading() === 'Personal data')
  expect(document.activeElement).toBe(page.getByRole('heading', { level: 1 }))
  expect(document.title).toBe('Personal data · Yiqiao')
  expect(location.pathname).toBe('/UserCenterInfo')
  expect(navigations).toEqual([])
})

test('an unavailable page says so and links to the overview', async () => {
  await openConsolePage('/UserCenterOrder?pageNum=2', { as: 'demo' })
  expect(heading()).toBe('当前版本暂不提供此功能')
  const links = within(menuElement()!).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).not.toContain(location.pathname)
  await press('返回账户总览')
  await until(() => location.pathname === '/UserCenterIndex')
})

test('an old URL redirects to the present one, with query and hash', async () => {
  await openConsolePage('/userCenter/UserCenterInfo?from=mail#top', { as: 'demo' })
  const to = '/UserCenterInfo?from=mail#top'
  await until(() => location.pathname + location.search + location.hash === to)
})

test('an unknown URL redirects to the home page', async () => {
  const { navigations } = await openConsolePage('/nothing-here', { as: 'demo' })
  expect(navigations).toEqual(['/home'])
})

test('a collapsed menu is remembered and keeps icons and page names', async () => {
  await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await press('收起菜单')
  await openConsolePage('/UserCenterIndex', { as: 'demo' })
  expect(menuElement()!.dataset['folded']).toBe('true')
  const links = within(menuElement()!).getAllByRole('listitem')
  expect(links.map((item) => item.firstElementChild!.firstElementChild!.tagName)).toEqual(
    menu().map(() => 'svg'),
  )
  expect(buttonOrLink('个人资料').title).toBe('个人资料')
  expect(buttonOrLink('展开菜单').getAttribute('aria-expanded')).toBe('false')
})

test('an error in a page keeps the shell, and a retry renders the page again', async () => {
  let broken = true
  const Fragile = () => {
    if (broken) throw new Error('broken on purpose')
    return <h1>works again</h1>
  }
  const overview = screen({
    route: 'UserCenterIndex',
    menu: ['memberCentre', 1],
    component: async () => ({ default: Fragile }),
  })
  await openConsolePage('/UserCenterIndex', {
    as: 'demo',
    with: { '/resources/overview.ts': { default: overview } },
  })
  expect(heading()).toBe('页面出错了')
  expect(text()).not.toContain('请求编号')
  expect(menu()).toEqual(['账户总览'])
  broken = false
  await press('重试')
  expect(heading()).toBe('works again')
})

test('an error caused by a request shows the request id', async () => {
  const component = async () => {
    const { WireError } = await import('#contract/failure.ts')
    const Fragile = () => {
      throw new WireError({ kind: 'broken', status: 500, requestId: 'request-4711' })
    }
    return { default: Fragile }
  }
  const overview = screen({ route: 'UserCenterIndex', menu: ['memberCentre', 1], component })
  await openConsolePage('/UserCenterIndex', {
    as: 'demo',
    with: { '/resources/overview.ts': { default: overview } },
  })
  expect(text()).toContain('请把下面的请求编号告诉客服')
  expect(text()).toContain('request-4711')
})

test('when the user can’t be loaded, the page shows the request id and a retry', async () => {
  injectFault('broken', { path: '/user/get', times: 2 })
  await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await until(() => heading() === '账号信息加载失败')
  expect(menu()).toEqual([])
  await press('重试')
  await until(() => menu().length === 4)
  expect(text()).toContain('demo@example.com')
})
