// @vitest-environment happy-dom
/** In a narrow viewport the console asks for a PC (spec 2.9) and hides its page. */
import { act } from 'react'
import type { Window } from 'happy-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startReferenceServer } from '#tests/support/server/reference-server.ts'
import {
  closeConsolePage,
  heading,
  menu,
  menuElement,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { buttonOrLink, press, text } from '#tests/support/browser/user.ts'

const server = await startReferenceServer()

beforeEach(() => setWidth(1440))
afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => server.close())

const setWidth = (pixels: number) =>
  act(() => (window as unknown as Window).happyDOM.setViewport({ width: pixels }))

test.each([
  ['zh', '请在PC端登录使用该功能'],
  ['en', 'Please log in on a PC to use this function'],
] as const)('a phone (%s) shows only the PC message and the links', async (lang, sentence) => {
  setWidth(768)
  const { errors } = await openConsolePage('/UserCenterChild?account=x', { as: 'demo', lang })
  expect(heading()).toBe(sentence)
  expect(menuElement()).toBeNull()
  expect(buttonOrLink(lang === 'zh' ? '返回首页' : 'Back to home page').getAttribute('href')).toBe(
    '/home',
  )
  expect(errors).toEqual([])
})

test('the copied link has the query', async () => {
  const copied: string[] = []
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      clipboard: { value: { writeText: async (text: string) => void copied.push(text) } },
    }) as Navigator,
  )
  setWidth(375)
  await openConsolePage('/UserCenterChild?account=x', { as: 'demo' })
  await press('复制链接')
  await until(() => text().includes('已复制'))
  expect(copied).toEqual([`${location.origin}/UserCenterChild?account=x`])
  vi.unstubAllGlobals()
})

test('the sign-out page works on a phone', async () => {
  setWidth(375)
  await openConsolePage('/UserCenterExit')
  await until(() => heading() === '退出成功')
})

test('a narrow window hides the console and shows the same page again when widened', async () => {
  await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await until(() => menu().length > 0)
  const before = menuElement()
  setWidth(700)
  expect(heading()).toBe('请在PC端登录使用该功能')
  expect([menuElement(), before!.isConnected]).toEqual([null, true])
  setWidth(900)
  expect(heading()).not.toBe('请在PC端登录使用该功能')
  expect(menuElement()).toBe(before)
})
