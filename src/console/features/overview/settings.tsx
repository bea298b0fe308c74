/** Account-wide settings of the owner: automatic distribution and low-balance alert. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { LowBalance } from '#console/features/overview/low-balance.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Prose } from '#client/i18n/prose.tsx'
import { users, type User } from '#contract/users.ts'

export function Settings({ user }: { user: User }) {
  return (
    <section className="plain settings">
      <h2>{t('overview.settings')}</h2>
      <AutoDistribution user={user} />
      {user.memberGroup?.translationBillingMode !== 'time' && <LowBalance />}
    </section>
  )
}

function AutoDistribution({ user: { userId, autoDistribution } }: { user: User }) {
  const { ask, dialog } = useConfirm()
  const [ahead, setAhead] = useState<0 | 1>()
  const flip = async (to: 0 | 1) => {
    const way = to === 1 ? 'on' : 'off'
    await ask({
      text: t(`overview.autoAsk.${way}`),
      yes: t(`overview.turn.${way}`),
      danger: false,
      work: async () => {
        setAhead(to)
        try {
          await call(users.changeAutoDistribution, { userId, autoDistribution: to })
          await loadUser()
          notifyDone(t(`overview.autoDone.${way}`))
          return true
        } catch (error) {
          notifyFailure(error)
          return false
        } finally {
          setAhead(undefined)
        }
      },
    })
  }
  return (
    <div className="setting">
      <label>
        <span>{t('overview.auto')}</span>
        <Switch
          on={(ahead ?? autoDistribution) === 1}
          disabled={ahead !== undefined}
          aria-describedby="auto-help"
          onFlip={(to) => void flip(to)}
        />
      </label>
      <p id="auto-help" className="muted">
        <Prose>{t('overview.autoHelp')}</Prose>
      </p>
      {dialog}
    </div>
  )
}
