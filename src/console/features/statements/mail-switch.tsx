/** Above the statements: whether each one is mailed to the owner. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { SectionError, useSectionQuery, useSectionUpdate } from '#console/ui/query-card.tsx'
import { statementMail } from '#contract/statements.ts'
import './mail-switch.css'

export default function MailSwitch() {
  const canUse = useCanUse()
  const me = useCurrentUser()
  const update = useSectionUpdate(statementMail.get)
  const query = useSectionQuery(statementMail.get, {}, canUse(statementMail.get))
  const [optimistic, setOptimistic] = useState<0 | 1>()
  if ((!query.isOffered && !query.isWaiting) || !me || !canUse(statementMail.get)) return null
  if (query.error !== undefined)
    return (
      <SectionError name={t('statements.mail.label')} error={query.error} retry={query.retry} />
    )
  const save = async (enabled: 0 | 1) => {
    setOptimistic(enabled)
    try {
      await call(statementMail.save, { enabled })
      update({ enabled })
      notifyDone(
        enabled === 1 ? t('statements.mail.on', { email: me.account }) : t('statements.mail.off'),
      )
    } catch (error) {
      notifyFailure(error)
    } finally {
      setOptimistic(undefined)
    }
  }
  return (
    <label className="statement-mail">
      <Switch
        isOn={(optimistic ?? query.data?.enabled) === 1}
        disabled={!query.data || !canUse(statementMail.save)}
        isBusy={optimistic !== undefined}
        onSwitch={(enabled) => void save(enabled)}
      />
      <span>{t('statements.mail.label')}</span>
    </label>
  )
}
