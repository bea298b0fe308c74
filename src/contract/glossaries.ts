/** Glossaries: fixed translations of terms, which a main account and its sub-accounts share. */
import { businessLimits } from '#contract/business-limits.ts'
import { accountGroup, defineCollection, optional, withDefault } from '#contract/collection.ts'
import { languageCode, text, yesNo } from '#contract/field-constructors.ts'
import { reference } from '#contract/reference.ts'
import { Count, Text } from '#contract/vocabulary.ts'

const limits = businessLimits.glossaries
const access = { read: 'member', write: 'main' } as const

export const glossaries = defineCollection('glossaries', {
  path: 'glossary',
  fields: { name: text({ max: limits.name }) },
  /** `languagePairs`: as `zh → en`, separated by commas. */
  computed: { termNum: Count, languagePairs: Text },
  search: { name: ['name'] },
  sortBy: ['name'],
  unique: [['name']],
  maxRows: limits.perGroup,
  scope: accountGroup,
  access,
  audit: {
    create: 'glossaryCreated',
    remove: 'glossaryDeleted',
    import: 'glossariesImported',
  },
  support: 'shown',
})

/** A term without `targetTerm` is never translated. */
export const glossaryTerms = defineCollection('glossaryTerms', {
  path: 'glossaryTerm',
  fields: {
    glossaryId: reference(glossaries.calls, { title: 'name', deletedWith: true }),
    sourceLangCode: languageCode(),
    targetLangCode: languageCode(),
    sourceTerm: text({ max: limits.term }),
    targetTerm: optional(text({ max: limits.term, min: 0 })),
    caseSensitive: withDefault(yesNo(), 0),
  },
  title: 'sourceTerm',
  search: { term: ['sourceTerm', 'targetTerm'] },
  filters: ['glossaryId', 'sourceLangCode', 'targetLangCode'],
  sortBy: ['sourceTerm'],
  indexed: ['glossaryId'],
  unique: [['glossaryId', 'sourceLangCode', 'targetLangCode', 'sourceTerm']],
  maxRows: limits.perGroup * limits.terms,
  scope: accountGroup,
  access,
  audit: { import: 'termsImported' },
  support: 'shown',
})
