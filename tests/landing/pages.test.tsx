// @vitest-environment happy-dom
/** The public pages' frame: links that keep the invitation code, what visitors and members are offered. */
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { signIn, signOut } from '#client/session.ts'
import { closeLanding, link, openLanding, text } from '#tests/support/landing.tsx'

afterEach(() => {
  closeLanding()
  signOut()
})

test('the invitation code goes along with every link', async () => {
  await openLanding('/home?inviteCode=AB12&other=1')
  expect(link('译桥')).toBe('/?inviteCode=AB12')
  expect(link('首页')).toBe('/home?inviteCode=AB12')
  expect(link('注册账号')).toBe('/login?type=2&inviteCode=AB12')
  expect(link('登录')).toBe('/login?type=1&inviteCode=AB12')
})

test('a visitor is offered to register and log in, a member the user centre', async () => {
  await openLanding('/home')
  expect(link('进入用户中心')).toBeUndefined()
  act(() => signIn({ sk: 'secret', userId: '42' }, 'otherTab'))
  expect(link('进入用户中心')).toBe('/UserCenterIndex')
  expect(link('用户中心')).toBe('/UserCenterIndex')
  expect(link('登录')).toBeUndefined()
})

test('the footer is hidden on the login page', async () => {
  await openLanding('/home')
  expect(document.querySelector('footer')).not.toBeNull()
  await openLanding('/login')
  expect(document.querySelector('footer')).toBeNull()
})

test('each page has its title', async () => {
  await openLanding('/home')
  expect(document.title).toBe('译桥 · 两种语言，一次对话')
  await openLanding('/login?type=1')
  expect(document.title).toBe('登录 · 译桥')
  await openLanding('/login?type=2')
  expect(document.title).toBe('注册账号 · 译桥')
})

test('whoever comes with an invitation code sees the register view, the code and a way to log in', async () => {
  await openLanding('/login?inviteCode=AB12')
  expect(text()).toContain('邀请码 AB12')
  expect(link('返回登录')).toBe('/login?type=1&inviteCode=AB12')
})
