/** Light and dark theme: stored choice and effective theme. */
import { browserStore } from '#client/storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

const storageKey = 'theme'
const darkPreference = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<(theme: Theme) => void>()

export function themeChoice(): ThemeChoice {
  const stored = browserStore.get(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Effective theme: of the choice and the system's preference. */
export const theme = (): Theme => {
  const choice = themeChoice()
  return choice === 'system' ? (darkPreference().matches ? 'dark' : 'light') : choice
}

/**
 * Theme of the document, whose design tokens can be read. It follows the effective theme a moment later,
 * before the listeners are notified.
 */
export const appliedTheme = (): Theme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

export function setTheme(choice: ThemeChoice): void {
  if (choice === 'system') browserStore.remove(storageKey)
  else browserStore.set(storageKey, choice)
  applyTheme()
}

/** Follows the system preference and changes in other tabs. Returns the function that stops it. */
export function followTheme(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey) applyTheme()
  }
  const preference = darkPreference()
  preference.addEventListener('change', applyTheme)
  addEventListener('storage', onStorage)
  return () => {
    preference.removeEventListener('change', applyTheme)
    removeEventListener('storage', onStorage)
  }
}

/** Notifies of changes of the effective theme. Returns the unsubscribe function. */
export function onThemeChange(listener: (theme: Theme) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the effective theme on the document and notifies the listeners if it has changed. */
function applyTheme() {
  const current = theme()
  if (document.documentElement.dataset['theme'] === current) return
  document.documentElement.dataset['theme'] = current
  for (const listener of listeners) listener(current)
}
