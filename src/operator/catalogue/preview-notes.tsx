/** Notes of a preview: why the server would refuse the change, or what it affects. */
import { FailureNote } from '#console/ui/failure-note.tsx'
import type { zh } from '#locales/operator/catalogue.ts'
import type { ChangePreview } from '#operator/change-preview.ts'
import { messagesOf } from '#operator/i18n.ts'
import './package-preview.css'

const t = messagesOf<typeof zh>()

type Notes = { notes: readonly string[]; refusal?: string | null | undefined }

export function PreviewNotes({
  preview: { lastData: data, error, isComplete, refetch },
}: {
  preview: ChangePreview<Notes>
}) {
  if (!isComplete) return <p className="preview-none">{t('catalogue.preview.incomplete')}</p>
  return (
    <div aria-live="polite">
      {error != null && (
        <FailureNote
          error={error}
          title={t('catalogue.preview.failed')}
          tone="warning"
          retry={() => void refetch()}
        />
      )}
      {data?.refusal && (
        <p className="form-note" data-tone="danger">
          <strong>{t('catalogue.preview.refused')}</strong>
          <span>{data.refusal}</span>
        </p>
      )}
      {data && data.notes.length > 0 && (
        <ul className="form-note">
          {data.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
