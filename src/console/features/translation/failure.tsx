/** Inline error of a translation, with retry or links to get quota. */
import { failureRole } from '#client/refusals.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { t, word } from '#console/refine/i18n.ts'
import { RequestId } from '#console/ui/toasts.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { WireError, type RefusalCode } from '#contract/failure.ts'

const isOutOfQuota = (error: unknown) =>
  error instanceof WireError &&
  error.failure.kind === 'refused' &&
  error.failure.code === ('notEnough' satisfies RefusalCode)

export function TranslationFailure({
  title,
  error,
  retry,
}: {
  title?: string
  error: unknown
  retry: () => void
}) {
  const { text, requestId } = errorMessage(error, word)
  if (isOutOfQuota(error)) {
    return (
      <div className="form-note" data-tone="warning">
        <span>{text}</span>
        {/* Sub-accounts have neither page; their message names the main account instead. */}
        <span className="ways">
          <AppLink route="UserCenterRecharge" className="button primary">
            {t('translate.recharge')}
          </AppLink>
          <AppLink route="UserCenterChild" className="button">
            {t('translate.reclaim')}
          </AppLink>
        </span>
      </div>
    )
  }
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      {title && <strong>{title}</strong>} {text} {requestId && <RequestId id={requestId} />}{' '}
      <button type="button" className="text-button" onClick={retry}>
        {t('translate.again')}
      </button>
    </div>
  )
}
