/** Buttons of the data export, with its progress, result and cancellation. */
import { useLayoutEffect, useRef, useEffect, useState } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { exactCount } from '#client/i18n/format.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { ExportIcon } from '#ui/icons.tsx'
import type { User } from '#contract/user.ts'
import '../../../engine/export/export.css'
import { wireNow } from '#client/i18n/time.ts'
import { saveFile } from '#console/engine/export/export-file.ts'
import {
  collectRows,
  columnsOf,
  titleOf,
  writers,
  type Format,
  sectionsOf,
} from '#console/features/account/data-export/export-data.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'

export function DataExport({ me, disabled }: { me: User; disabled: boolean }) {
  const { isReady, progress, outcome, start, cancel } = useDataExport(me)
  const container = useRef<HTMLDivElement>(null)
  const isRunning = progress !== undefined
  const wasRunning = useRef(isRunning)
  // Start and stop replace the button, which loses the focus: moves it to the new button.
  useLayoutEffect(() => {
    if (wasRunning.current === isRunning) return
    wasRunning.current = isRunning
    const dialog = container.current?.closest('dialog')
    if (document.activeElement === document.body || document.activeElement === dialog)
      container.current?.querySelector('button')?.focus()
  })
  return (
    <div ref={container} className="data-export">
      {progress ? (
        <div className="export-progress">
          <label>
            <span>
              {t('cancellation.data.progress', {
                part: progress.section,
                rows: exactCount(progress.rows),
              })}
            </span>
            <progress value={progress.done} max={progress.sectionCount} />
          </label>
          <button type="button" className="button" onClick={cancel}>
            {t('crud.export.cancel')}
          </button>
        </div>
      ) : (
        <p className="button-row">
          {(['page', 'json'] as const).map((format) => (
            <button
              key={format}
              type="button"
              className="button"
              disabled={disabled || !isReady}
              onClick={() => void start(format)}
            >
              <ExportIcon />
              {t(`cancellation.data.${format}`)}
            </button>
          ))}
        </p>
      )}
      <output className="muted" data-tone={outcome?.kind === 'failed' ? 'danger' : undefined}>
        {outcome && outcomeText(outcome)}
      </output>
    </div>
  )
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'saved')
    return t('cancellation.data.saved', { rows: exactCount(outcome.rows) })
  if (outcome.kind === 'stopped') return t('cancellation.data.stopped')
  return `${t('cancellation.data.failed')} ${errorMessage(outcome.error, messageOf).text}`
}

type Progress = {
  /** Title of the section being loaded. */
  readonly section: string
  /** Rows loaded so far. */
  readonly rows: number
  /** Finished sections. */
  readonly done: number
  readonly sectionCount: number
}
type Outcome =
  | { readonly kind: 'saved'; readonly rows: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown }

function useDataExport(me: User) {
  const { serves, isLoaded } = useCapabilities()
  const sections = sectionsOf(me, serves)
  const getLookupData = useReferenceData(
    sections.flatMap((section) =>
      columnsOf(section).flatMap(({ fields }) => fields.map(({ fieldType }) => fieldType)),
    ),
  )
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<Outcome>()
  const runningExport = useRef<AbortController>(undefined)
  const cancel = () => runningExport.current?.abort()
  useEffect(() => () => runningExport.current?.abort(), [])

  async function start(format: Format) {
    const controller = new AbortController()
    runningExport.current = controller
    setOutcome(undefined)
    const writer = writers[format](getLookupData)
    const parts = [writer.head()]
    let rows = 0
    let sectionRows = 0
    let sectionIndex = -1
    try {
      for await (const { section, rows: batch } of collectRows(sections, controller.signal)) {
        controller.signal.throwIfAborted()
        if (section !== sections[sectionIndex]) {
          if (sectionIndex >= 0) parts.push(writer.end())
          sectionIndex = sections.indexOf(section)
          sectionRows = 0
          parts.push(writer.begin(section))
        }
        if (batch.length > 0) parts.push(writer.rows(batch, sectionRows === 0))
        sectionRows += batch.length
        rows += batch.length
        setProgress({
          section: titleOf(section),
          rows,
          done: sectionIndex,
          sectionCount: sections.length,
        })
      }
      if (sectionIndex >= 0) parts.push(writer.end())
      parts.push(writer.foot())
      saveFile(
        parts,
        `${t('cancellation.data.file', { name: me.username ?? me.account })}-${wireNow().slice(0, 10)}.${writer.extension}`,
        writer.type,
      )
      setOutcome({ kind: 'saved', rows })
    } catch (error) {
      setOutcome(controller.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', error })
    } finally {
      setProgress(undefined)
    }
  }

  return { isReady: isLoaded, progress, outcome, start, cancel }
}
