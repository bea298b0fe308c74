/** Notes of a preview: why the server would refuse the change, or what it affects. */
import type { zh } from '#locales/operator/catalogue.ts'
import type { ChangePreview } from '#operator/change-preview.ts'
import { messagesOf } from '#operator/i18n.ts'
import { PreviewFailure } from '#operator/preview-failure.tsx'
import './package-preview.css'

const t = messagesOf<typeof zh>()

type Notes = { notes: readonly string[]; refusal?: string | null | undefined }

export function PreviewNotes({ preview }: { preview: ChangePreview<Notes> }) {
  const { lastData: data, error, isComplete } = preview
  if (!isComplete) return <p className="preview-none">{t('catalogue.preview.incomplete')}</p>
  return (
    <>
      {error != null && (
        <PreviewFailure preview={preview} title={t('catalogue.preview.failed')} tone="warning" />
      )}
      <div aria-live="polite">
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
    </>
  )
}
