/** Notice after a distribution whose response was lost, with an idempotent retry. */
import type { DurableMutation } from '#client/api/durable-mutations.ts'
import { toWire } from '#client/i18n/time.ts'
import { t } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'

type Props = {
  wish: DurableMutation
  what: string
  working: boolean
  again: () => void
  drop: () => void
}

export function Unresolved({ wish: { at }, what, working, again, drop }: Props) {
  return (
    <div className="form-note" data-tone="warning" role="alert">
      <strong>{t('ledger.distribution.unsettled.title')}</strong>
      <span>{t('ledger.distribution.unsettled.help', { at: toWire(new Date(at)), what })}</span>
      <div className="ways">
        <button
          type="button"
          className="button primary"
          disabled={working}
          aria-busy={working}
          onClick={again}
        >
          {working ? t('pages.confirm.working') : t('ledger.distribution.unsettled.again')}
        </button>
        <button type="button" className="button" disabled={working} onClick={drop}>
          {t('ledger.distribution.unsettled.drop')}
        </button>
        <AppLink route="UserCenterAccountLog" query={{ logType: 'DISTRIBUTION' }}>
          {t('ledger.distribution.unsettled.log')}
        </AppLink>
      </div>
    </div>
  )
}
