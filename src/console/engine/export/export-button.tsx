/** Button that exports a list; during the export, its progress and a cancel button. */
import { exactCount } from '#client/i18n/format.ts'
import { useExport } from '#console/engine/export/use-export.ts'
import { t } from '#console/refine/i18n.ts'
import { ExportIcon } from '#console/ui/icons.tsx'
import '#console/engine/export/export.css'

export function ExportButton({
  disabled,
  ...what
}: Parameters<typeof useExport>[0] & { disabled: boolean }) {
  const { progress, start, cancel } = useExport(what)
  if (!progress) {
    return (
      <button
        type="button"
        className="button"
        title={t('pages.export.help')}
        disabled={disabled}
        onClick={() => void start()}
      >
        <ExportIcon />
        {t('pages.export.action')}
      </button>
    )
  }
  return (
    <span className="export-progress">
      <label>
        <span>
          {t('pages.export.progress', {
            done: exactCount(progress.done),
            total: exactCount(progress.total),
          })}
        </span>
        <progress value={progress.done} max={Math.max(1, progress.total)} />
      </label>
      <button type="button" className="button" onClick={cancel}>
        {t('pages.export.cancel')}
      </button>
    </span>
  )
}
