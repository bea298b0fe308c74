/** What other features may use of glossaries. */
export {
  addGlossary,
  putEntries,
  readEntries,
  readGlossaries,
  removeDictionary,
  removeGlossary,
  renameGlossary,
  type Entry,
  type Glossary,
  type LanguagePairOfTerms,
} from './change-glossaries.ts'
export { readDictionarySizes, type DictionarySize } from './compute-columns.ts'
export { findTermMatcher } from './find-terms.ts'
export type { FindTerms } from './term-matcher.ts'
