/** Finds the matcher of a glossary's terms for a pair of languages, and keeps it while they stay. */
import { sql } from 'drizzle-orm'
import { glossaries, glossaryTerms } from '#server/features/glossaries/table.ts'
import {
  createTermMatcher,
  type FindTerms,
  type Term,
} from '#server/features/glossaries/term-matcher.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

/** The terms of one glossary for one pair of languages. */
type Dictionary = { ownerId: string; glossaryId: string; source: string; target: string }

const ofDictionary = sql`t.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and t.glossary_id = ${typedPlaceholder('glossaryId', 'bigint')}
  and t.source_lang_code = ${typedPlaceholder('source', 'text')} and t.target_lang_code = ${typedPlaceholder('target', 'text')}`

/** Changes whenever a term is added, edited or deleted. */
const stampStatement = prepareStatement<{ name: string | null; terms: string; stamp: string }>(
  'glossary_stamp',
  sql`select (select g.name from ${glossaries} g where g.owner_id = ${typedPlaceholder('ownerId', 'bigint')} and g.id = ${typedPlaceholder('glossaryId', 'bigint')}) as name,
      count(*)::text as terms, concat_ws(' ', count(*), max(t.id), sum(t.version)) as stamp from ${glossaryTerms} t where ${ofDictionary}`,
)
const termsStatement = prepareStatement<Term>(
  'glossary_terms',
  sql`select t.source_term as source, t.target_term as target, t.case_sensitive as "caseSensitive" from ${glossaryTerms} t where ${ofDictionary}`,
)

const cache = new Map<string, { stamp: string; find: FindTerms }>()
/** Matchers kept in memory; one of 10,000 terms takes some megabytes. */
const maxCached = 20

/**
 * Throws ApiError `notFound` for a glossary that the account group lacks, and `invalid` for one
 * without terms for the pair.
 */
export async function findTermMatcher(
  db: Db,
  {
    ownerId,
    source,
    target,
    glossaryId: requested,
  }: Omit<Dictionary, 'glossaryId'> & {
    glossaryId: string | number
  },
): Promise<FindTerms> {
  const glossaryId = String(requested)
  if (!isId(glossaryId)) throw createUnknownError(glossaryId)
  const dictionary = { ownerId, glossaryId, source, target }
  const [found] = await stampStatement(db, dictionary)
  const { name, terms, stamp } = found!
  if (name === null) throw createUnknownError(glossaryId)
  if (terms === '0')
    throw new ApiError('invalid', {
      reason: { key: 'glossaryPair', values: { name, source, target } },
    })
  const key = JSON.stringify(dictionary)
  const cached = cache.get(key)
  cache.delete(key)
  const find =
    cached?.stamp === stamp ? cached.find : createTermMatcher(await termsStatement(db, dictionary))
  cache.set(key, { stamp, find })
  if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
  return find
}

const createUnknownError = (id: string) =>
  new ApiError('notFound', { reason: { key: 'glossaryUnknown', values: { id } } })
