/** Glossaries of the account; a click on one leads to its terms. */
import { list } from '#console/engine/resource.ts'
import { LanguagePairs } from '#console/features/glossaries/language-pairs.tsx'
import { glossaries } from '#contract/glossaries.ts'

export default list(glossaries, {
  route: 'UserCenterGlossaries',
  menu: ['functions', 10, 'book'],
  columns: ['name', 'termNum', { field: 'languagePairs', cell: LanguagePairs }, 'createDateTime'],
  rowLink: ({ id }) => `/UserCenterGlossaryTerms?glossaryId=${id}`,
})
