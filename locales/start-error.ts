/** Shown if the page cannot be loaded, in both languages since no catalogue is loaded yet. */
import type { Messages } from '#locales/messages.ts'

export const zh = { text: '页面没有加载完整，请检查网络后重试。', again: '重新加载' }

export const en: Messages<typeof zh> = {
  text: 'The page did not load completely. Check your connection and try again.',
  again: 'Reload',
}
