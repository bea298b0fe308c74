/** Reads all rows of a list page by page, without duplicates, while the list changes. */
import type { Row } from '#console/engine/resource.ts'

export type PageOfRows = { readonly rows: readonly Row[]; readonly total: number }
export type Batch = { readonly rows: readonly Row[]; readonly done: number; readonly total: number }

/**
 * Yields the rows of each page that were not yielded before. Throws what `load` throws. Sends at
 * most one request more than the list had pages at first. When rows are deleted, others shift onto
 * pages already read; those pages are read again while requests are left.
 */
export async function* allRows(
  load: (pageNum: number) => Promise<PageOfRows>,
  pageSize: number,
  id: string | undefined,
): AsyncGenerator<Batch> {
  const seen = new Set<unknown>()
  let left = Number.POSITIVE_INFINITY
  let done = 0
  let before: number | undefined
  for (let pageNum = 1; left > 0; pageNum++) {
    const { rows, total } = await load(pageNum)
    if (before === undefined) left = pages(total, pageSize) + 1
    left--
    const latest = rows.filter((row) => id === undefined || !seen.has(row[id]))
    for (const row of latest) if (id !== undefined) seen.add(row[id])
    done += latest.length
    yield { rows: latest, done, total: Math.max(total, done) }
    const vanished = before === undefined ? 0 : Math.max(0, before - total)
    before = total
    const again = Math.max(1, pageNum - pages(vanished, pageSize))
    if (vanished > 0 && left > pages(total, pageSize) - again) pageNum = again - 1
    else if (rows.length === 0 || pageNum >= pages(total, pageSize)) return
  }
}

const pages = (total: number, pageSize: number) => Math.ceil(total / pageSize)
