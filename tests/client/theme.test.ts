// @vitest-environment happy-dom
/** Light or dark: the user's choice first, the system's where there is none. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTheme, onThemeChange, setTheme, theme, themeChoice, type Theme } from '#ui/theme.ts'

let systemIsDark = false
let systemChanged = () => {}
let heard: Theme[] = []
let stop: (() => void)[] = []
const shown = () => document.documentElement.dataset['theme']

beforeEach(() => {
  localStorage.clear()
  systemIsDark = false
  heard = []
  document.documentElement.dataset['theme'] = 'light'
  vi.stubGlobal('matchMedia', () => ({
    matches: systemIsDark,
    addEventListener: (_: string, listener: () => void) => (systemChanged = listener),
    removeEventListener: () => (systemChanged = () => {}),
  }))
  stop = [followTheme(), onThemeChange((now) => heard.push(now))]
})
afterEach(() => {
  for (const leave of stop) leave()
  vi.unstubAllGlobals()
})

test('without a choice the system’s preference is shown, and followed', () => {
  expect([themeChoice(), theme()]).toEqual(['system', 'light'])
  systemIsDark = true
  systemChanged()
  expect(shown()).toBe('dark')
  expect(heard).toEqual(['dark'])
})

test('a choice is stored, shown at once, and stronger than the system', () => {
  setTheme('dark')
  expect([localStorage.getItem('theme'), themeChoice(), shown()]).toEqual(['dark', 'dark', 'dark'])
  systemIsDark = false
  systemChanged()
  expect(shown()).toBe('dark')
  expect(heard).toEqual(['dark'])
})

test('the choice can be given back to the system', () => {
  setTheme('dark')
  setTheme('system')
  expect([localStorage.getItem('theme'), themeChoice(), shown()]).toEqual([null, 'system', 'light'])
})

test('a choice made in another tab is shown here', () => {
  localStorage.setItem('theme', 'dark')
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(shown()).toBe('dark')
})
