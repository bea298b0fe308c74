/** Messages of the collections' pages, from their words and the templates. */
import { messageTraits } from '#contract/collections.ts'
import { collectionMessages, type CollectionWords } from '#locales/collection-messages.ts'
import type { en, zh } from '#locales/collection-templates.ts'

/** `object`: the keys of collections are no part of the typed ones. */
export const messagesOfCollections = (
  blocks: CollectionWords,
  templates: typeof zh | typeof en,
): object => collectionMessages(blocks, templates, messageTraits)
