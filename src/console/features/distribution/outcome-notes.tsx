/** What became of a change of quota that was refused, or whose response was lost. */
import { useEffect, useRef } from 'react'
import type { DurableMutation } from '#client/api/idempotent-call.ts'
import { toWire } from '#client/i18n/time.ts'
import { t } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'

type UnresolvedProps = {
  mutation: DurableMutation
  description: string
  isWorking: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** Notice after a change whose response was lost, with an idempotent retry. */
export function Unresolved({
  mutation: { at },
  description,
  isWorking,
  onRetry,
  onDiscard,
}: UnresolvedProps) {
  const retryButton = useRef<HTMLButtonElement>(null)
  // The form, whose button was pressed, is disabled now.
  useEffect(() => {
    retryButton.current?.focus()
  }, [])
  return (
    <div className="form-note" data-tone="warning" role="alert">
      <strong>{t('ledger.distribution.unsettled.title')}</strong>
      <span>
        {t('ledger.distribution.unsettled.help', { at: toWire(new Date(at)), description })}
      </span>
      <div className="button-row">
        <button
          ref={retryButton}
          type="button"
          className="button primary"
          aria-busy={isWorking}
          aria-disabled={isWorking || undefined}
          onClick={isWorking ? undefined : onRetry}
        >
          {isWorking ? t('crud.confirm.working') : t('ledger.distribution.unsettled.again')}
        </button>
        <button type="button" className="button" disabled={isWorking} onClick={onDiscard}>
          {t('ledger.distribution.unsettled.drop')}
        </button>
        <AppLink route="UserCenterAccountLog" query={{ logType: 'DISTRIBUTION' }}>
          {t('ledger.distribution.unsettled.log')}
        </AppLink>
      </div>
    </div>
  )
}
