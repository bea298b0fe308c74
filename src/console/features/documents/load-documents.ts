/** Loads documents of all pages of a list. */
import { call } from '#client/api/call.ts'
import { readAllRows } from '#console/engine/export/export-file.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Document } from '#console/features/documents/document.ts'
import { businessLimits } from '#contract/business-limits.ts'
import { documents } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'

const { page } = documents.calls
/** Documents that one start takes. */
const { max } = businessLimits.batch

/**
 * Those that match the filters and `isWanted`; `hasMore`: there are more than one start takes.
 * Throws as `call` does.
 */
export async function loadDocuments(
  query: Row,
  isWanted: (row: Document) => boolean,
): Promise<{ rows: Document[]; hasMore: boolean }> {
  const found: Document[] = []
  const loadPage = async (pageNum: number) => {
    const { rows, total } = await call(page, { ...query, pageNum, pageSize: limits.page.max })
    return { rows, total }
  }
  for await (const { rows } of readAllRows(loadPage, limits.page.max, 'id')) {
    found.push(...(rows as readonly Document[]).filter(isWanted))
    if (found.length > max) break
  }
  return { rows: found.slice(0, max), hasMore: found.length > max }
}
