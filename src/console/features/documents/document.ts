/** A document as a list has it, and all that match the filters of one. */
import { call } from '#client/api/call.ts'
import { readAllRows } from '#console/engine/export/export-file.ts'
import type { Row } from '#console/engine/resource.ts'
import { documents, type DocumentState } from '#contract/documents.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'

const { page } = documents.calls

export type Document = OutputOf<typeof documents.calls.get>

/** Those in a state, of all pages; at most `max`. Throws as `call` does. */
export async function loadDocuments(
  query: Row,
  state: DocumentState,
  max: number,
): Promise<Document[]> {
  const found: Document[] = []
  const loadPage = async (pageNum: number) => {
    const { rows, total } = await call(page, {
      ...query,
      state,
      pageNum,
      pageSize: limits.page.max,
    })
    return { rows, total }
  }
  for await (const { rows } of readAllRows(loadPage, limits.page.max, 'id')) {
    found.push(...(rows as readonly Document[]))
    if (found.length >= max) break
  }
  return found.slice(0, max)
}
