/** Messages of the operators' console: those of the console's engine, with `locales/operator`. */
import { operatorMessageTraits } from '#contract/operator/collections.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import { messageOf } from '#console/refine/i18n.ts'
import type { Lang, MessageKey, MessageTree, Values } from '#locales/messages.ts'

const trees = {
  zh: () => import('#operator/messages-zh.ts'),
  en: () => import('#operator/messages-en.ts'),
}

/** Pages of the same name have other messages in the customers' console. */
export async function operatorMessages(
  lang: Lang,
  { resources: _, ...base }: MessageTree,
): Promise<MessageTree> {
  const { files, collections } = await trees[lang]()
  const { blocks, templates } = collections
  const resources = collectionMessages(blocks, templates, operatorMessageTraits)
  return Object.values(files).reduce(merge, merge(base, { resources } as MessageTree))
}

function merge(tree: MessageTree, more: MessageTree): MessageTree {
  const merged: Record<string, string | MessageTree> = { ...tree }
  for (const [key, value] of Object.entries(more)) {
    const before = merged[key]
    merged[key] =
      typeof before === 'object' && typeof value === 'object' ? merge(before, value) : value
  }
  return merged
}

/**
 * Typed lookup of the messages of one file, by keys from the root: `const t = messagesOf<typeof zh>()`
 * with `zh` of that file, imported as a type.
 */
export const messagesOf =
  <T>() =>
  (key: MessageKey<T>, values?: Values): string =>
    messageOf(key, values)
