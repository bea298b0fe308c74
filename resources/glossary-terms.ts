/** Terms of the glossaries, which can be imported and exported. */
import { list } from '#console/engine/resource.ts'
import { TargetTerm } from '#console/features/glossaries/target-term.tsx'
import { glossaryTerms } from '#contract/glossaries.ts'

export default list(glossaryTerms, {
  route: 'UserCenterGlossaryTerms',
  menu: 'glossaries',
  columns: [
    { field: 'sourceTerm', editable: 'edit' },
    { field: 'targetTerm', editable: 'edit', cell: TargetTerm },
    'sourceLangCode',
    'targetLangCode',
    { field: 'caseSensitive', hiddenByDefault: true },
    { field: 'glossaryId', when: { glossaryId: undefined } },
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  moreFilters: ['sourceLangCode', 'targetLangCode', 'createDateTime'],
})
