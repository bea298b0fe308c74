/** What failed, why, and the way on, in the place where it failed. */
import { failureWords } from '#client/failure-words.ts'
import { t, word } from '#console/providers/i18n.ts'
import { RequestId } from '#console/ui/toasts.tsx'

export function Failed({ title, error, retry }: { title?: string; error: unknown; retry: () => void }) {
  const { text, requestId } = failureWords(error, word)
  return (
    <div className="form-note" data-tone="danger" role="alert">
      {title && <strong>{title}</strong>} {text} {requestId && <RequestId id={requestId} />}{' '}
      <button type="button" className="text-button" onClick={retry}>
        {t('translate.again')}
      </button>
    </div>
  )
}
