/** Messages of the active language, and Refine's i18n provider. */
import type { I18nProvider } from '@refinedev/core'
import { language, languages, setLanguage } from '#client/i18n/language.ts'
import type { messages as zh } from '#console/refine/messages-zh.ts'
import { businessValues } from '#contract/business-values.ts'
import { messageTraits } from '#contract/collections.ts'
import { collectionMessages } from '#locales/collection-messages.ts'
import {
  formatMessage,
  type Lang,
  type MessageKey,
  type MessageTree,
  type Values,
} from '#locales/messages.ts'
import { application } from '#console/refine/application.ts'

/** Dotted key of a console message. */
type ConsoleMessageKey = MessageKey<typeof zh>

const treeLoaders = {
  zh: () => import('#console/refine/messages-zh.ts'),
  en: () => import('#console/refine/messages-en.ts'),
}

/** Messages of a language, with those of the collections or of another application. */
async function loadTree(lang: Lang): Promise<MessageTree> {
  const { messages, collections } = await treeLoaders[lang]()
  const { blocks, templates } = collections
  const tree: MessageTree = {
    ...messages,
    resources: {
      ...messages.resources,
      ...collectionMessages(blocks, templates, messageTraits),
    },
  }
  return application().messages?.(lang, tree) ?? tree
}

/** The language whose messages are loaded, and its messages. */
let active: { lang: Lang; messages: MessageTree } = { lang: 'zh', messages: {} }

/** Loads the messages of a language, and no other. Call it before the first render. */
export async function loadMessages(lang: Lang = language()): Promise<void> {
  active = { lang, messages: await loadTree(lang) }
  messageCache.clear()
}

/** Adds the messages of a part that loads at its first use. */
export function addMessages(messages: MessageTree): void {
  active = { ...active, messages: { ...active.messages, ...messages } }
  messageCache.clear()
}

export function t(key: ConsoleMessageKey, values?: Values): string {
  return messageOf(key, values)
}

/**
 * Translates a computed key: uses the first key of the chain that exists. If none does, throws in
 * development and returns the last key in production.
 */
export function messageOf(keys: string | readonly string[], values?: Values): string {
  const chain = typeof keys === 'string' ? [keys] : keys
  for (const key of chain) {
    const found = findMessage(key, values)
    if (found !== undefined) return found
  }
  if (import.meta.env.DEV)
    throw new Error(`No message in "${active.lang}" for ${chain.join(', ')}: add one to locales/.`)
  return chain.at(-1) ?? ''
}

/** Whether a message exists. Groups are not messages; plural messages need `count`. */
export const hasMessage = (key: string, values?: Values): boolean =>
  findMessage(key, values) !== undefined

/** Cache of messages without values, cleared when a language loads. */
const messageCache = new Map<string, string | undefined>()

function findMessage(key: string, values?: Values): string | undefined {
  if (values) return formatKey(key, values)
  if (!messageCache.has(key)) messageCache.set(key, formatKey(key, {}))
  return messageCache.get(key)
}

const formatKey = (key: string, values: Values): string | undefined =>
  formatMessage(active.messages, active.lang, key, { ...businessValues[active.lang], ...values })

/**
 * Loads both languages and returns a function that finds the first message of a chain of keys in
 * each of them.
 */
export async function loadBothLanguages(): Promise<(keys: readonly string[]) => readonly string[]> {
  const trees = await Promise.all(
    languages.map(async (lang) => ({ lang, messages: await loadTree(lang) })),
  )
  return (keys) =>
    trees.flatMap(({ lang, messages }) => {
      const found = keys
        .map((key) => formatMessage(messages, lang, key))
        .find((text) => text !== undefined)
      return found === undefined ? [] : [found]
    })
}

/**
 * Maps Refine's keys: its built-in messages are under `refine`, resource names under `resources`.
 */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: Values | string) =>
    translateRefineKey(key) ??
    messageOf([`refine.${key}`, key], typeof options === 'object' ? options : undefined),
  getLocale: () => active.lang,
  changeLocale: (lang: string) => {
    const known = languages.find((supported) => supported === lang)
    if (known) setLanguage(known)
    return Promise.resolve()
  },
}

/**
 * Resource name or document title for a Refine key. Refine passes `undefined` on pages without a
 * resource.
 */
function translateRefineKey(key: string): string | undefined {
  if (key === 'undefined.undefined') return ''
  if (key === 'documentTitle.default') return titleName()
  if (key === 'documentTitle.suffix') return ` · ${titleName()}`
  const name = /^([\w-]+)\.(?:\1|titles\.\w+)$/.exec(key)?.[1]
  if (name !== undefined) return messageOf(`resources.${name}.title`)
  const page = /^documentTitle\.([\w-]+)\.\w+$/.exec(key)?.[1]
  return page === undefined ? undefined : `${messageOf(`resources.${page}.title`)} · ${titleName()}`
}

function titleName(): string {
  const product = t('product.name')
  return application().titleName?.(product) ?? product
}
