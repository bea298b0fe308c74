/** Writes all rows of a list to a CSV file: loaded at the first export. */
import type { DataProvider } from '@refinedev/core'
import { wireNow } from '#client/i18n/time.ts'
import {
  readAllRows,
  type PageOfRows,
  byteOrderMark,
  csvLine,
  saveFile,
} from '#console/engine/export/export-file.ts'
import { exportedColumnsOf, type ExportedColumn } from '#console/engine/list/cell-text.ts'
import type { ListState } from '#console/engine/list/list-state.ts'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { crudFilters, crudSorters } from '#console/refine/data-filters.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { limits } from '#contract/limits.ts'

export type ExportOptions = {
  page: ListPage
  columns: readonly Column[]
  getLookupData: GetLookupData
} & Pick<ListState, 'query' | 'sort'>

export type Progress = {
  readonly done: number
  readonly total: number
  readonly isTotalCapped: boolean
}

/** Returns the number of rows. Throws what the calls throw, and the signal's reason. */
export async function exportRows(
  { page, columns, query, sort, getLookupData }: ExportOptions,
  {
    getList,
    signal,
    onProgress,
  }: {
    getList: DataProvider['getList']
    signal: AbortSignal
    onProgress: (progress: Progress) => void
  },
): Promise<number> {
  const loadPage = async (pageNum: number): Promise<PageOfRows> => {
    const pagination = { currentPage: pageNum, pageSize: limits.page.max }
    const { data, total, ...extensions } = await getList<Row>({
      resource: page.name,
      pagination,
      filters: crudFilters(page.filters, query),
      sorters: crudSorters(sort),
      meta: { signal, endpoint: page.page },
    })
    return { rows: data, total, isTotalCapped: extensions['isTotalCapped'] === true }
  }
  const exportedColumns = columns.flatMap(exportedColumnsOf)
  const lines = [byteOrderMark, csvLine(exportedColumns.map(columnHeading))]
  let count = 0
  for await (const { rows, done, total, isTotalCapped = false } of readAllRows(
    loadPage,
    limits.page.max,
    page.id,
  )) {
    signal.throwIfAborted()
    lines.push(
      rows
        .map((row) => csvLine(exportedColumns.map(({ value }) => value(row, getLookupData))))
        .join(''),
    )
    count = done
    onProgress({ done, total, isTotalCapped })
  }
  saveFile(
    lines,
    `${messageOf(page.title)}-${wireNow().slice(0, 10)}.csv`,
    'text/csv;charset=utf-8',
  )
  return count
}

const columnHeading = ({ label, headingKey }: ExportedColumn) =>
  headingKey
    ? t(`crud.export.columns.${headingKey}`, { field: messageOf(label) })
    : messageOf(label)
