/** Light and dark theme: stored choice and effective theme. */
import { browserStore } from '#client/storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

const key = 'theme'
const system = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<(theme: Theme) => void>()

export function themeChoice(): ThemeChoice {
  const stored = browserStore.get(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Effective theme. */
export const theme = (): Theme => {
  const choice = themeChoice()
  return choice === 'system' ? (system().matches ? 'dark' : 'light') : choice
}

export function setTheme(choice: ThemeChoice): void {
  if (choice === 'system') browserStore.remove(key)
  else browserStore.set(key, choice)
  show()
}

/** Follows the system preference and changes in other tabs. Returns the function that stops it. */
export function followTheme(): () => void {
  const changed = ({ key: which }: StorageEvent) => {
    if (which === key) show()
  }
  const preference = system()
  preference.addEventListener('change', show)
  addEventListener('storage', changed)
  return () => {
    preference.removeEventListener('change', show)
    removeEventListener('storage', changed)
  }
}

/** Notifies of changes of the effective theme. Returns the unsubscribe function. */
export function onThemeChange(listener: (theme: Theme) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function show() {
  const now = theme()
  if (document.documentElement.dataset['theme'] === now) return
  document.documentElement.dataset['theme'] = now
  for (const listener of listeners) listener(now)
}
