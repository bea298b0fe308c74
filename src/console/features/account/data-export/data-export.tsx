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
  collect,
  columnsOf,
  titleOf,
  writers,
  type Format,
  sectionsOf,
} from '#console/features/account/data-export/export-data.ts'
import { useCapabilities } from '#console/refine/capabilities.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'

/** Buttons of the data export, with its progress and result. */
export function DataExport({ me, disabled }: { me: User; disabled: boolean }) {
  const { ready, progress, outcome, start, cancel } = useDataExport(me)
  const here = useRef<HTMLDivElement>(null)
  const isRunning = progress !== undefined
  const ran = useRef(isRunning)
  // Starting replaces the button by a stop button and vice versa. Restores the focus to the new
  // one.
  useLayoutEffect(() => {
    if (ran.current === isRunning) return
    ran.current = isRunning
    const dialog = here.current?.closest('dialog')
    if (document.activeElement === document.body || document.activeElement === dialog)
      here.current?.querySelector('button')?.focus()
  })
  return (
    <div ref={here} className="own-data">
      {progress ? (
        <div className="export-progress">
          <label>
            <span>
              {t('cancellation.data.progress', {
                part: progress.part,
                rows: exactCount(progress.rows),
              })}
            </span>
            <progress value={progress.done} max={progress.parts} />
          </label>
          <button type="button" className="button" onClick={cancel}>
            {t('crud.export.cancel')}
          </button>
        </div>
      ) : (
        <p className="ways">
          {(['page', 'json'] as const).map((format) => (
            <button
              key={format}
              type="button"
              className="button"
              disabled={disabled || !ready}
              onClick={() => void start(format)}
            >
              <ExportIcon />
              {t(`cancellation.data.${format}`)}
            </button>
          ))}
        </p>
      )}
      <output className="muted" data-tone={outcome?.is === 'failed' ? 'danger' : undefined}>
        {outcome && text(outcome)}
      </output>
    </div>
  )
}

function text(outcome: Outcome): string {
  if (outcome.is === 'saved')
    return t('cancellation.data.saved', { rows: exactCount(outcome.rows) })
  if (outcome.is === 'stopped') return t('cancellation.data.stopped')
  return `${t('cancellation.data.failed')} ${errorMessage(outcome.error, messageOf).text}`
}

/** The section being loaded, the rows so far, and the sections finished of all. */
type Progress = {
  readonly part: string
  readonly rows: number
  readonly done: number
  readonly parts: number
}
type Outcome =
  | { readonly is: 'saved'; readonly rows: number }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly error: unknown }

function useDataExport(me: User) {
  const { serves, known } = useCapabilities()
  const sections = sectionsOf(me, serves)
  const found = useReferenceData(
    sections.flatMap((section) =>
      columnsOf(section).flatMap(({ fields }) => fields.map(({ fieldType }) => fieldType)),
    ),
  )
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<Outcome>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  async function start(format: Format) {
    const stop = new AbortController()
    running.current = stop
    setOutcome(undefined)
    const writer = writers[format](found)
    const parts = [writer.head()]
    let [rows, ofSection, at] = [0, 0, -1]
    try {
      for await (const { section, rows: come } of collect(sections, stop.signal)) {
        stop.signal.throwIfAborted()
        if (section !== sections[at]) {
          if (at >= 0) parts.push(writer.end())
          at = sections.indexOf(section)
          ofSection = 0
          parts.push(writer.begin(section, at === 0))
        }
        if (come.length > 0) parts.push(writer.rows(come, ofSection === 0))
        ofSection += come.length
        rows += come.length
        setProgress({ part: titleOf(section), rows, done: at, parts: sections.length })
      }
      if (at >= 0) parts.push(writer.end())
      parts.push(writer.foot())
      saveFile(
        parts,
        `${t('cancellation.data.file', { name: me.username ?? me.account })}-${wireNow().slice(0, 10)}.${writer.extension}`,
        writer.type,
      )
      setOutcome({ is: 'saved', rows })
    } catch (error) {
      setOutcome(stop.signal.aborted ? { is: 'stopped' } : { is: 'failed', error })
    } finally {
      setProgress(undefined)
    }
  }

  return { ready: known, progress, outcome, start, cancel }
}
