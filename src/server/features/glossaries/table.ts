/** Tables of glossaries and their terms, as their collections declare them. */
import { collectionTables } from '#server/features/collections/table.ts'

export const glossaries = collectionTables['glossaries']!
export const glossaryTerms = collectionTables['glossaryTerms']!
