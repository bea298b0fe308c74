/** Buttons of the data export, with its progress and result. */
import { useLayoutEffect, useRef } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { exactCount } from '#client/i18n/format.ts'
import {
  useDataExport,
  type Outcome,
} from '#console/features/account/data-export/use-data-export.ts'
import { t, word } from '#console/refine/i18n.ts'
import { ExportIcon } from '#console/ui/icons.tsx'
import type { User } from '#contract/users.ts'
import '#console/engine/export/export.css'

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
              {t('leaving.data.progress', { part: progress.part, rows: exactCount(progress.rows) })}
            </span>
            <progress value={progress.done} max={progress.parts} />
          </label>
          <button type="button" className="button" onClick={cancel}>
            {t('pages.export.cancel')}
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
              {t(`leaving.data.${format}`)}
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
  if (outcome.is === 'saved') return t('leaving.data.saved', { rows: exactCount(outcome.rows) })
  if (outcome.is === 'stopped') return t('leaving.data.stopped')
  return `${t('leaving.data.failed')} ${errorMessage(outcome.error, word).text}`
}
