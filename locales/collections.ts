/**
 * Words of the collections: one block per language and collection, under the collection's name.
 * `one` and `many` are what people call its rows; `values` are the words of a yes/no field, no
 * first. Everything else is made of them by `locales/collection-messages.ts`.
 */
import type { CollectionWords } from '#locales/collection-messages.ts'

export const zh: CollectionWords = {}

export const en: CollectionWords = {}
