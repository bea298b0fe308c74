/** Where an account gets quota that a translation lacks. */
import { AskForQuota } from '#console/features/quota-requests/ask-for-quota.tsx'
import { t } from '#console/refine/i18n.ts'
import { AppLink } from '#console/ui/app-link.tsx'

/** `neededChars`: what the translation costs. `canBeGiven`: more quota would help. */
export const WaysToQuota = ({
  neededChars,
  canBeGiven,
}: {
  neededChars: number
  canBeGiven: boolean
}) => (
  // Sub-accounts have neither page, and ask their main account instead.
  <span className="button-row">
    {canBeGiven && <AskForQuota isUrgent neededChars={neededChars} />}
    <AppLink route="UserCenterRecharge" className="button primary">
      {t('translate.recharge')}
    </AppLink>
    <AppLink route="UserCenterChild" className="button">
      {t('translate.reclaim')}
    </AppLink>
  </span>
)
