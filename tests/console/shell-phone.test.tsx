// @vitest-environment happy-dom
/**
 * On a narrow screen the console says that it is for a PC (spec 2.9), and comes back as it was when
 * there is room.
 */
import { act } from 'react'
import type { Window } from 'happy-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer } from '#mocks/node.ts'
import {
  closeConsolePage,
  heading,
  menu,
  openConsolePage,
  until,
} from '#tests/support/browser/console.tsx'
import { named, press, text } from '#tests/support/browser/user.ts'

const world = await mockServer()

beforeEach(() => width(1440))
afterEach(() => {
  closeConsolePage()
  localStorage.clear()
})
afterAll(() => world.close())

const width = (pixels: number) =>
  act(() => (window as unknown as Window).happyDOM.setViewport({ width: pixels }))
const console_ = () => document.querySelector<HTMLElement>('.shell')

test.each([
  ['zh', '请在PC端登录使用该功能'],
  ['en', 'Please log in on a PC to use this function'],
] as const)(
  'a phone (%s) sees only the sentence, the link and the ways on',
  async (lang, sentence) => {
    width(768)
    const { errors } = await openConsolePage('/UserCenterChild?account=x', { as: 'demo', lang })
    expect(document.querySelector('main h1')?.textContent).toBe(sentence)
    expect(console_()).toBeNull()
    expect(named(lang === 'zh' ? '返回首页' : 'Back to home page').getAttribute('href')).toBe(
      '/home',
    )
    expect(errors).toEqual([])
  },
)

test('the link is copied with its query, for the PC', async () => {
  const copied: string[] = []
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      clipboard: { value: { writeText: async (text: string) => void copied.push(text) } },
    }) as Navigator,
  )
  width(375)
  await openConsolePage('/UserCenterChild?account=x', { as: 'demo' })
  await press('复制链接')
  await until(() => text().includes('已复制'))
  expect(copied).toEqual([`${location.origin}/UserCenterChild?account=x`])
  vi.unstubAllGlobals()
})

test('on a phone, too, one can sign out', async () => {
  width(375)
  await openConsolePage('/UserCenterExit')
  await until(() => heading() === '退出成功')
})

test('a window that gets narrow keeps what was open, and shows it again', async () => {
  await openConsolePage('/UserCenterIndex', { as: 'demo' })
  await until(() => menu().length > 0)
  const before = console_()
  width(700)
  expect(heading()).toBe('请在PC端登录使用该功能')
  expect(before?.closest('[hidden]')).not.toBeNull()
  width(900)
  expect(document.querySelector('h1')?.textContent).not.toBe('请在PC端登录使用该功能')
  expect(console_()).toBe(before)
  expect(before?.closest('[hidden]')).toBeNull()
})
