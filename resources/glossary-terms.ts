/** Terms of the glossaries, which can be imported and exported. */
import { list } from '#console/engine/resource.ts'
import { glossaryTerms } from '#contract/glossaries.ts'

export default list(glossaryTerms, {
  route: 'UserCenterGlossaryTerms',
  menu: 'glossaries',
  columns: [
    { field: 'sourceTerm', editable: 'edit' },
    { field: 'targetTerm', editable: 'edit' },
    'sourceLangCode',
    'targetLangCode',
    { field: 'caseSensitive', stackUnder: 'targetLangCode' },
    'glossaryId',
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  moreFilters: ['sourceLangCode', 'targetLangCode', 'createDateTime'],
})
