/** Finds the rows that a file names by their titles, for fields that refer to another list. */
import { call } from '#client/api/call.ts'
import { readAllRows, type PageOfRows } from '#console/engine/export/export-file.ts'
import { normalize } from '#console/engine/import/parse-value.ts'
import { idFieldOf } from '#console/engine/build-fields.ts'
import type { Row } from '#console/engine/resource.ts'
import { limits } from '#contract/limits.ts'
import type { FieldType } from '#contract/vocabulary.ts'

type Reference = FieldType & { kind: 'reference' }
/** Ids by title; null for a title that several rows have. */
export type IdsByTitle = ReadonlyMap<string, string | number | null>

/** Lists of up to this many rows are loaded completely; in longer ones each title is searched. */
const maxRowsToLoad = 3_000

/** Throws WireError, or the abort reason of the signal. */
export async function findReferences(
  { subject, title, search }: Reference,
  titles: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<IdsByTitle> {
  const ids = new Map<string, string | number | null>()
  if (titles.size === 0) return ids
  const { page } = subject()
  const idField = idFieldOf(page) ?? 'id'
  const add = (row: Row) => {
    const name = normalize(String(row[title] ?? ''))
    if (titles.has(name)) ids.set(name, ids.has(name) ? null : (row[idField] as string | number))
  }
  const load = (input: Row) => call(page, input as never, { signal }) as Promise<PageOfRows>
  const pageSize = limits.page.max
  const { total } = await load({ pageNum: 1, pageSize: 1 })
  if (total <= maxRowsToLoad) {
    const pages = readAllRows((pageNum) => load({ pageNum, pageSize }), pageSize, idField)
    for await (const { rows } of pages) rows.forEach(add)
    return ids
  }
  for (const name of titles)
    (await load({ [search]: name, pageNum: 1, pageSize })).rows.forEach(add)
  return ids
}
