/** A glossary of the demo's company. */
import { addRows, storedOf } from '#server/features/collections/index.ts'
import type { Db } from '#server/platform/db/open.ts'

const terms: readonly (readonly [source: string, target: string | null])[] = [
  ['译桥', 'Yiqiao'],
  ['到岸价', 'CIF price'],
  ['离岸价', 'FOB price'],
  ['起订量', 'minimum order quantity'],
  ['打样费', 'sample fee'],
  ['SKU', null],
]

/** Requires a transaction. */
export async function insertDemoGlossary(tx: Db, ownerId: string, now: Date): Promise<void> {
  const scope = { ownerId, id: '0' }
  const [glossaryId] = await addRows(tx, storedOf('glossaries'), scope, [{ name: '外贸用语' }], now)
  const rows = terms.map(([sourceTerm, targetTerm]) => ({
    glossaryId: glossaryId!,
    sourceLangCode: 'zh',
    targetLangCode: 'en',
    sourceTerm,
    targetTerm,
    caseSensitive: false,
  }))
  await addRows(tx, storedOf('glossaryTerms'), scope, rows, now)
}
