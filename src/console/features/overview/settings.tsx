/** Account-wide settings of the owner: automatic distribution and low-balance alert. */
import { useState, useId, type FormEvent } from 'react'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { isBilledByTime } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Prose } from '#client/i18n/prose.tsx'
import { users } from '#contract/users.ts'
import type { User } from '#contract/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { sectionKey, useSectionQuery, QueryCard } from '#console/ui/query-card.tsx'
import { useFormDraft } from '#console/refine/form-draft.ts'
import { balanceAlert, type BalanceAlert } from '#contract/ledger.ts'
import { businessLimits } from '#contract/business-limits.ts'

export function Settings({ user }: { user: User }) {
  const id = useId()
  return (
    <section className="plain settings" aria-labelledby={id}>
      <h2 id={id}>{t('overview.settings')}</h2>
      <AutoDistribution user={user} />
      {!isBilledByTime(user) && <LowBalanceAlert />}
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
          disabled={optimistic !== undefined}
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

/** Setting of the low-balance alert, in characters. */
function LowBalanceAlert() {
  const alertQuery = useSectionQuery(balanceAlert.get, {})
  if (!alertQuery.isOffered) return null
  return (
    <div className="setting">
      <QueryCard query={alertQuery} lines={2}>
        {(alert) => <ThresholdForm key={alert.lowCharNum} alert={alert} />}
      </QueryCard>
    </div>
  )
}

function ThresholdForm({ alert: { lowCharNum } }: { alert: BalanceAlert }) {
  const id = useId()
  const cache = useQueryClient()
  const [typed, setTyped] = useState(lowCharNum ? String(lowCharNum) : '')
  useFormDraft('balanceAlert', {
    currentValues: () => ({ typed }),
    restore: (draft) => setTyped(String(draft['typed'])),
  })
  const [isSaving, setSaving] = useState(false)
  const amount = typed === '' ? null : Math.trunc(Number(typed))
  const isValid = amount === null || (Number.isSafeInteger(amount) && amount >= 0)
  const isUnchanged = (amount || null) === (lowCharNum || null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid || isUnchanged || isSaving) return
    setSaving(true)
    try {
      await call(balanceAlert.save, { lowCharNum: amount || null })
      await cache.invalidateQueries({ queryKey: [sectionKey, balanceAlert.get.path] })
      notifyDone(t('overview.alert.saved'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={id}>{t('overview.alert.field')}</label>
      <span className="threshold">
        <input
          id={id}
          className="control"
          type="number"
          inputMode="numeric"
          min={0}
          step={businessLimits.distribution.charStep}
          value={typed}
          placeholder={t('overview.alert.off')}
          aria-describedby={`${id}-help`}
          aria-invalid={!isValid}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button
          type="submit"
          className="button"
          disabled={!isValid || isUnchanged || isSaving}
          aria-busy={isSaving}
        >
          {t('overview.alert.save')}
        </button>
      </span>
      <p id={`${id}-help`} className="muted">
        <Prose>{t('overview.alert.help')}</Prose>
      </p>
    </form>
  )
}
