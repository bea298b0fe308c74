/** What other features may use of glossaries. */
export { findTermMatcher } from './find-terms.ts'
export type { FindTerms } from './term-matcher.ts'
