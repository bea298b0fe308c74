/** Glossaries of the account; a click on one leads to its terms. */
import { list } from '#console/engine/resource.ts'
import { glossaries } from '#contract/glossaries.ts'

export default list(glossaries, {
  route: 'UserCenterGlossaries',
  menu: ['functions', 9, 'page'],
  columns: ['name', 'termNum', 'languagePairs', 'createDateTime'],
  rowLink: ({ id }) => `/UserCenterGlossaryTerms?glossaryId=${id}`,
})
