/** Computed columns of glossaries: how many terms each has, and for which languages. */
import { sql } from 'drizzle-orm'
import type { OutputOf } from '#contract/endpoint.ts'
import type { glossaries as collection } from '#contract/glossaries.ts'
import { glossaryTerms } from '#server/features/glossaries/table.ts'
import type { SignedCall } from '#server/http/handler.ts'
import type { Db } from '#server/platform/db/open.ts'
import { prepareStatement, typedPlaceholder } from '#server/platform/db/prepared-statement.ts'

type Row = OutputOf<typeof collection.calls.get>
type Computed = Pick<Row, 'termNum' | 'languagePairs'>

/** Terms of a glossary for one pair of languages. */
export type DictionarySize = { glossaryId: string; source: string; target: string; terms: number }

const sizesStatement = prepareStatement<DictionarySize>(
  'glossary_sizes',
  sql`select glossary_id::text as "glossaryId", source_lang_code as source, target_lang_code as target, count(*)::int as terms from ${glossaryTerms}
    where owner_id = ${typedPlaceholder('ownerId', 'bigint')} and glossary_id = any(${typedPlaceholder('ids', 'bigint[]')})
    group by 1, 2, 3 order by 1, 4 desc, 2, 3`,
)

/** The dictionaries of glossaries, those with the most terms first. */
export const readDictionarySizes = (
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<DictionarySize[]> => sizesStatement(db, { ownerId, ids })

export async function computeGlossaryColumns(
  rows: readonly Omit<Row, keyof Computed>[],
  { db, me }: SignedCall,
): Promise<Computed[]> {
  const ids = rows.map(({ id }) => String(id))
  const sizes = await readDictionarySizes(db, me.ownerId, ids)
  return ids.map((id) => {
    const own = sizes.filter(({ glossaryId }) => glossaryId === id)
    return {
      termNum: own.reduce((sum, { terms }) => sum + terms, 0),
      languagePairs: own.map(({ source, target }) => `${source} → ${target}`).join(', '),
    }
  })
}
