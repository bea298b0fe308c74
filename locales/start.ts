/** Error shown if the page cannot be loaded, in both languages since no messages are loaded yet. */
import type { Lang } from '#locales/words.ts'

export const startFailed: Record<Lang, { text: string; again: string }> = {
  zh: { text: '页面没有加载完整，请检查网络后重试。', again: '重新加载' },
  en: {
    text: 'The page did not load completely. Check your connection and try again.',
    again: 'Reload',
  },
}
