// @vitest-environment happy-dom
/** Light or dark theme: the user's choice, else the system's. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fireWindowEvent } from '#tests/support/browser/browser-events.ts'
import {
  appliedTheme,
  followTheme,
  onThemeChange,
  setTheme,
  theme,
  themeChoice,
  type Theme,
} from '#ui/theme.ts'

let systemIsDark = false
let systemChanged = () => {}
let received: Theme[] = []
let unsubscribers: (() => void)[] = []

beforeEach(() => {
  localStorage.clear()
  systemIsDark = false
  received = []
  document.documentElement.dataset['theme'] = 'light'
  vi.stubGlobal('matchMedia', () => ({
    matches: systemIsDark,
    addEventListener: (_: string, listener: () => void) => (systemChanged = listener),
    removeEventListener: () => (systemChanged = () => {}),
  }))
  unsubscribers = [followTheme(), onThemeChange((current) => received.push(current))]
})
afterEach(() => {
  for (const unsubscribe of unsubscribers) unsubscribe()
  vi.unstubAllGlobals()
})

test('without a choice the theme follows the system', () => {
  expect([themeChoice(), theme()]).toEqual(['system', 'light'])
  systemIsDark = true
  systemChanged()
  expect(appliedTheme()).toBe('dark')
  expect(received).toEqual(['dark'])
})

test('the document keeps its theme until the change of the system’s is announced', () => {
  systemIsDark = true
  expect([theme(), appliedTheme()]).toEqual(['dark', 'light'])
  systemChanged()
  expect(appliedTheme()).toBe('dark')
})

test('a choice is stored, applied at once, and overrides the system', () => {
  setTheme('dark')
  expect([localStorage.getItem('theme'), themeChoice(), appliedTheme()]).toEqual([
    'dark',
    'dark',
    'dark',
  ])
  // The system still is light.
  systemChanged()
  expect(appliedTheme()).toBe('dark')
  expect(received).toEqual(['dark'])
})

test('the choice can be reset to the system’s theme', () => {
  setTheme('dark')
  setTheme('system')
  expect([localStorage.getItem('theme'), themeChoice(), appliedTheme()]).toEqual([
    null,
    'system',
    'light',
  ])
})

test('a choice in another tab is applied', () => {
  localStorage.setItem('theme', 'dark')
  fireWindowEvent('storage', { key: 'theme' })
  expect(appliedTheme()).toBe('dark')
})
