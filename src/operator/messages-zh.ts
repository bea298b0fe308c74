/** Chinese messages of the operators' console: every file of `locales/operator`. */
import { zh as blocks } from '#locales/operator-collections.ts'
import { zh as templates } from '#locales/collection-templates.ts'
import type { MessageTree } from '#locales/messages.ts'

export const files: Readonly<Record<string, MessageTree>> = import.meta.glob<MessageTree>(
  '/locales/operator/*.ts',
  { eager: true, import: 'zh' },
)

/** Messages per collection, and the templates of those that all collections share. */
export const collections = { blocks, templates }
