/** Toggles between the light and dark theme. */
import { setTheme, theme } from '#client/theme.ts'

export function toggleTheme(): void {
  setTheme(theme() === 'dark' ? 'light' : 'dark')
}
