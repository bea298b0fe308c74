/** Account-wide settings of the owner: automatic distribution and low-balance alert. */
import { useState, useId } from 'react'
import { call } from '#client/api/call.ts'
import { AlertsLink } from '#console/features/alerts/alerts-link.tsx'
import { LowBalanceAlert } from '#console/features/alerts/low-balance-alert.tsx'
import { loadUser } from '#client/session/current-user.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Prose } from '#client/i18n/prose.tsx'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'

export function Settings({ user }: { user: User }) {
  const id = useId()
  return (
    <section className="plain settings" aria-labelledby={id}>
      <h2 id={id}>{t('overview.settings')}</h2>
      <AutoDistribution user={user} />
      {!isBilledByTime(user) && <LowBalanceAlert />}
      <AlertsLink className="app-link">{t('alerts.all')}</AlertsLink>
    </section>
  )
}

function AutoDistribution({ user: { userId, autoDistribution } }: { user: User }) {
  const { ask, dialog } = useConfirm()
  const [optimistic, setOptimistic] = useState<0 | 1>()
  const saveSwitch = async (flag: 0 | 1) => {
    const state = flag === 1 ? 'on' : 'off'
    await ask({
      text: t(`overview.autoAsk.${state}`),
      confirmLabel: t(`overview.turn.${state}`),
      danger: false,
      onConfirm: async () => {
        setOptimistic(flag)
        try {
          await call(users.changeAutoDistribution, { userId, autoDistribution: flag })
          await loadUser()
          notifyDone(t(`overview.autoDone.${state}`))
          return true
        } catch (error) {
          notifyFailure(error)
          return false
        } finally {
          setOptimistic(undefined)
        }
      },
    })
  }
  return (
    <div className="setting">
      <label>
        <span>{t('overview.auto')}</span>
        <Switch
          isOn={(optimistic ?? autoDistribution) === 1}
          isBusy={optimistic !== undefined}
          aria-describedby="auto-help"
          onSwitch={(flag) => void saveSwitch(flag)}
        />
      </label>
      <p id="auto-help" className="muted">
        <Prose>{t('overview.autoHelp')}</Prose>
      </p>
      {dialog}
    </div>
  )
}
