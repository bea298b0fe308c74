/** Button that exports all rows of a list as a CSV file. */
import { exactCount, totalCount } from '#client/i18n/format.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { ExportIcon } from '#ui/icons.tsx'
import './export.css'
import { useDataProvider } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { wireNow } from '#client/i18n/time.ts'
import { limits } from '#contract/limits.ts'
import {
  readAllRows,
  type PageOfRows,
  byteOrderMark,
  csvLine,
  saveFile,
} from '#console/engine/export/export-file.ts'
import { crudFilters, crudSorters } from '#console/refine/data-filters.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { showToast } from '#ui/toasts.tsx'
import type { Column, ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { exportedColumnsOf, type ExportedColumn } from '#console/engine/list/cell-text.ts'
import type { ListState } from '#console/engine/list/list-state.ts'

/** Button that exports a list; during the export, its progress and a cancel button. */
export function ExportButton({ disabled, ...options }: ExportOptions & { disabled: boolean }) {
  const { progress, start, cancel } = useExport(options)
  const isRunning = progress !== undefined
  const button = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(false)
  // The focus moves on to the button that replaces the one that had it.
  useEffect(() => {
    if (!isRunning && !wasRunning.current) return
    wasRunning.current = isRunning
    if (document.activeElement === document.body) button.current?.focus()
  }, [isRunning])
  if (!progress) {
    return (
      <button
        ref={button}
        type="button"
        className="button"
        title={t('crud.export.help')}
        disabled={disabled}
        onClick={() => void start()}
      >
        <ExportIcon />
        <span className="tool-label">{t('crud.export.action')}</span>
      </button>
    )
  }
  return (
    <span className="export-progress">
      <label>
        <span>
          {t('crud.export.progress', {
            done: exactCount(progress.done),
            total: totalCount(progress.total, progress.isTotalCapped),
          })}
        </span>
        <progress value={progress.done} max={Math.max(1, progress.total)} />
      </label>
      <button ref={button} type="button" className="button" onClick={cancel}>
        {t('crud.export.cancel')}
      </button>
    </span>
  )
}

type Progress = {
  readonly done: number
  readonly total: number
  readonly isTotalCapped: boolean
}

type ExportOptions = {
  page: ListPage
  columns: readonly Column[]
  getLookupData: GetLookupData
} & Pick<ListState, 'query' | 'sort'>

/** `progress` is undefined when no export is running. */
function useExport({ page, columns, query, sort, getLookupData }: ExportOptions): {
  progress: Progress | undefined
  start: () => Promise<void>
  cancel: () => void
} {
  const dataProvider = useDataProvider()
  const [progress, setProgress] = useState<Progress>()
  const runningExport = useRef<AbortController>(undefined)
  const cancel = () => runningExport.current?.abort()
  useEffect(() => () => runningExport.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    runningExport.current = controller
    setProgress({ done: 0, total: 0, isTotalCapped: false })
    const loadPage = async (pageNum: number): Promise<PageOfRows> => {
      const pagination = { currentPage: pageNum, pageSize: limits.page.max }
      const { data, total, ...extensions } = await dataProvider().getList<Row>({
        resource: page.name,
        pagination,
        filters: crudFilters(page.filters, query),
        sorters: crudSorters(sort),
        meta: { signal: controller.signal, endpoint: page.export },
      })
      return { rows: data, total, isTotalCapped: extensions['isTotalCapped'] === true }
    }
    try {
      const exportedColumns = columns.flatMap(exportedColumnsOf)
      const lines = [byteOrderMark, csvLine(exportedColumns.map(columnHeading))]
      let count = 0
      for await (const { rows, done, total, isTotalCapped = false } of readAllRows(
        loadPage,
        limits.page.max,
        page.id,
      )) {
        controller.signal.throwIfAborted()
        lines.push(
          rows
            .map((row) => csvLine(exportedColumns.map(({ value }) => value(row, getLookupData))))
            .join(''),
        )
        count = done
        setProgress({ done, total, isTotalCapped })
      }
      saveFile(
        lines,
        `${messageOf(page.title)}-${wireNow().slice(0, 10)}.csv`,
        'text/csv;charset=utf-8',
      )
      notifyDone(t('crud.export.done', { count }))
    } catch (error) {
      if (controller.signal.aborted) showToast({ tone: 'info', text: t('crud.export.cancelled') })
      else notifyFailure(error)
    } finally {
      setProgress(undefined)
    }
  }

  return { progress, start, cancel }
}

const columnHeading = ({ label, headingKey }: ExportedColumn) =>
  headingKey
    ? t(`crud.export.columns.${headingKey}`, { field: messageOf(label) })
    : messageOf(label)
