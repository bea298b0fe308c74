/** Chinese messages of the operators' console: every file of `locales/operator`. */
import type { MessageTree } from '#locales/messages.ts'

export const files: Readonly<Record<string, MessageTree>> = import.meta.glob<MessageTree>(
  '/locales/operator/*.ts',
  { eager: true, import: 'zh' },
)
