/** Terms of the glossaries, which can be imported and exported. */
import { list } from '#console/engine/resource.ts'
import { glossaryTerms } from '#contract/glossaries.ts'

export default list(glossaryTerms, {
  route: 'UserCenterGlossaryTerms',
  columns: {
    sourceTerm: { editable: 'edit' },
    targetTerm: { editable: 'edit' },
    caseSensitive: { stackUnder: 'targetLangCode' },
  },
})
