/** Button that exports all rows of a list as a CSV file. */
import { exactCount, totalCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import { ExportIcon } from '#ui/icons.tsx'
import './export.css'
import { useDataProvider } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import type { ExportOptions, Progress } from '#console/engine/export/export-rows.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { showToast } from '#ui/toasts.tsx'

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

/** `progress` is undefined when no export is running. */
function useExport(options: ExportOptions): {
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
    const { getList } = dataProvider()
    const { signal } = controller
    try {
      const { exportRows } = await import('#console/engine/export/export-rows.ts')
      const count = await exportRows(options, { getList, signal, onProgress: setProgress })
      notifyDone(t('crud.export.done', { count }))
    } catch (error) {
      if (signal.aborted) showToast({ tone: 'info', text: t('crud.export.cancelled') })
      else notifyFailure(error)
    } finally {
      setProgress(undefined)
    }
  }

  return { progress, start, cancel }
}
