/** Registers the collection that is measured. Imported first: the contract reads the registry. */
import { accountGroup, defineCollection, optional, withDefault } from '#contract/collection.ts'
import { collections } from '#contract/collections.ts'
import { languageCode, longText, text, yesNo } from '#contract/field-constructors.ts'
import { en, zh } from '#locales/collections.ts'

/** The glossary of EXTENDING.md, with a note to sort by. */
export const benchTerms = defineCollection('benchTerms', {
  fields: {
    sourceTerm: text({ max: 200 }),
    targetTerm: text({ max: 200 }),
    sourceLangCode: languageCode(),
    targetLangCode: languageCode(),
    caseSensitive: withDefault(yesNo(), 0),
    note: optional(longText({ max: 500 })),
  },
  search: { term: ['sourceTerm', 'targetTerm'] },
  filters: ['sourceLangCode', 'targetLangCode', 'caseSensitive'],
  sortBy: ['sourceTerm', 'targetTerm'],
  indexed: ['sourceLangCode', 'targetLangCode', 'caseSensitive', 'sourceTerm', 'targetTerm'],
  maxRows: 2_000_000,
  support: 'shown',
  scope: accountGroup,
  access: { read: 'member', write: 'main' },
})

const words = {
  title: 'Terms',
  one: 'term',
  many: 'terms',
  help: 'Terms',
  empty: 'No terms',
  fields: Object.fromEntries(Object.keys(benchTerms.config.fields).map((key) => [key, key])),
}
Object.assign(collections, { benchTerms })
for (const language of [zh, en]) Object.assign(language, { benchTerms: words })
