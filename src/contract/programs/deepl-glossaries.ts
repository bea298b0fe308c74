/**
 * Glossaries in the shape of DeepL's API: of one pair of languages (v2) and of several (v3). Keys of
 * sub-accounts read those of their main account.
 */
import * as z from 'zod/mini'
import { businessLimits } from '#contract/business-limits.ts'
import { del, Done, get, Nothing, patch, post, put } from '#contract/endpoint.ts'
import { text } from '#contract/field-constructors.ts'
import { Count, Text } from '#contract/vocabulary.ts'

const limits = businessLimits.glossaries
const Name = text({ max: limits.name })
const LanguageCode = z.string().check(z.minLength(2), z.maxLength(35))
const GlossaryId = z.union([z.string(), z.int()])
const OneGlossary = z.object({ glossary_id: GlossaryId })
const Pair = { source_lang: LanguageCode, target_lang: LanguageCode }
const EntriesFormat = z._default(z.enum(['tsv', 'csv']), 'tsv')
/** Source and translation by line: `tsv` separated by a tab, `csv` as in RFC 4180. */
const Dictionary = z.object({ ...Pair, entries: z.string(), entries_format: EntriesFormat })
export type DictionaryInput = z.output<typeof Dictionary>

const DictionaryInfo = z.object({ source_lang: Text, target_lang: Text, entry_count: Count })
const CreationTime = { creation_time: Text }
const GlossaryInfo = z.object({
  glossary_id: Text,
  name: Text,
  ready: z.boolean(),
  ...DictionaryInfo.shape,
  ...CreationTime,
})
const MultilingualGlossary = z.object({
  glossary_id: Text,
  name: Text,
  dictionaries: z.array(DictionaryInfo),
  ...CreationTime,
})

const read = { access: 'member', scope: 'glossaries' } as const
const write = { access: 'main', scope: 'glossaries', once: true } as const
const create = { ...write, status: 201, audit: { act: 'glossaryCreated', name: 'name' } } as const
const remove = { ...write, status: 204, audit: { act: 'glossaryDeleted' } } as const
const changeTerms = { ...write, audit: { act: 'termsChanged' } } as const

export const deeplGlossaries = {
  pairs: get(
    '/v2/glossary-language-pairs',
    Nothing,
    z.object({
      supported_languages: z.array(z.object({ source_lang: Text, target_lang: Text })),
    }),
    read,
  ),
  create: post(
    '/v2/glossaries',
    z.object({ name: Name, ...Dictionary.shape }),
    GlossaryInfo,
    create,
  ),
  /** Those of one pair of languages. */
  list: get('/v2/glossaries', Nothing, z.object({ glossaries: z.array(GlossaryInfo) }), read),
  get: get('/v2/glossaries/{glossary_id}', OneGlossary, GlossaryInfo, read),
  /** As TSV. */
  entries: get('/v2/glossaries/{glossary_id}/entries', OneGlossary, z.string(), read),
  remove: del('/v2/glossaries/{glossary_id}', OneGlossary, Done, remove),

  createMultilingual: post(
    '/v3/glossaries',
    z.object({ name: Name, dictionaries: z.array(Dictionary) }),
    MultilingualGlossary,
    create,
  ),
  listMultilingual: get(
    '/v3/glossaries',
    Nothing,
    z.object({ glossaries: z.array(MultilingualGlossary) }),
    read,
  ),
  getMultilingual: get('/v3/glossaries/{glossary_id}', OneGlossary, MultilingualGlossary, read),
  /** Changes the name, and adds or replaces the entries given. */
  change: patch(
    '/v3/glossaries/{glossary_id}',
    z.object({
      glossary_id: GlossaryId,
      name: z.optional(Name),
      dictionaries: z.optional(z.array(Dictionary)),
    }),
    MultilingualGlossary,
    changeTerms,
  ),
  removeMultilingual: del('/v3/glossaries/{glossary_id}', OneGlossary, Done, remove),
  readDictionaries: get(
    '/v3/glossaries/{glossary_id}/entries',
    z.object({ glossary_id: GlossaryId, ...Pair }),
    z.object({
      dictionaries: z.array(
        z.object({
          source_lang: Text,
          target_lang: Text,
          entries: z.string(),
          entries_format: Text,
        }),
      ),
    }),
    read,
  ),
  /** Replaces all entries of a pair of languages. */
  replaceDictionary: put(
    '/v3/glossaries/{glossary_id}/dictionaries',
    z.object({ glossary_id: GlossaryId, ...Dictionary.shape }),
    DictionaryInfo,
    changeTerms,
  ),
  removeDictionary: del(
    '/v3/glossaries/{glossary_id}/dictionaries',
    z.object({ glossary_id: GlossaryId, ...Pair }),
    Done,
    { ...changeTerms, status: 204 },
  ),
}
