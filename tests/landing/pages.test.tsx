// @vitest-environment happy-dom
/** The frame of the login page: links that keep the invitation code, a title, no footer. */
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { signOut } from '#client/session/session.ts'
import { closeLanding, link, openLanding } from '#tests/support/browser/landing.tsx'
import { text } from '#tests/support/browser/user.ts'

afterEach(() => {
  closeLanding()
  signOut()
})

test('every link of the login page has the invitation code', async () => {
  await openLanding('/login?type=1&inviteCode=AB12')
  expect(link('译桥')).toBe('/?inviteCode=AB12')
  expect(link('首页')).toBe('/home?inviteCode=AB12')
  expect(link('去注册')).toBe('/login?type=2&inviteCode=AB12')
})

test('the login page has a title and no footer', async () => {
  await openLanding('/login?type=1')
  expect(screen.queryByRole('contentinfo')).toBeNull()
  expect(document.title).toBe('登录 · 译桥')
  await openLanding('/login?type=2')
  expect(document.title).toBe('注册账号 · 译桥')
})

test('an invitation code opens the register view with the code and a link to log in', async () => {
  await openLanding('/login?inviteCode=AB12')
  expect(text()).toContain('邀请码 AB12')
  expect(link('去登录')).toBe('/login?inviteCode=AB12&type=1')
})
