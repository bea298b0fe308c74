/** What failed, why, and whom to ask; with a retry, where one helps. */
import type { Ref } from 'react'
import { errorMessage, failureRole } from '#client/api/error-message.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { FailureHelp } from '#console/ui/contact-support.tsx'

type Props = {
  ref?: Ref<HTMLDivElement>
  error: unknown
  title?: string | undefined
  help?: string
  tone?: 'warning' | 'danger'
  retry?: (() => void) | undefined
}

export function FailureNote({ ref, error, title, help, tone = 'danger', retry }: Props) {
  const { text, requestId } = errorMessage(error, messageOf)
  return (
    <div ref={ref} className="form-note" data-tone={tone} role={failureRole(error)}>
      {title !== undefined && <strong>{title}</strong>}
      <span>{text}</span>
      {help !== undefined && <span>{help}</span>}
      <FailureHelp requestId={requestId} />
      {retry && (
        <button type="button" className="button" onClick={retry}>
          {t('shell.retry')}
        </button>
      )}
    </div>
  )
}
