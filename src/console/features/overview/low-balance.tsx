/** Setting of the low-balance alert, in characters. */
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { call } from '#client/api/call.ts'
import { overviewKey, useSectionQuery } from '#console/features/overview/use-section-query.ts'
import { QueryCard } from '#console/features/overview/query-card.tsx'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useFormDraft } from '#console/refine/form-draft.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { balanceAlert, type BalanceAlert } from '#contract/balance-alert.ts'
import { limits } from '#contract/limits.ts'

export function LowBalance() {
  const alert = useSectionQuery(balanceAlert.get, {})
  if (!alert.offered) return null
  return (
    <div className="setting">
      <QueryCard part={alert} lines={2}>
        {(set) => <Threshold key={set.lowCharNum} set={set} />}
      </QueryCard>
    </div>
  )
}

function Threshold({ set: { lowCharNum } }: { set: BalanceAlert }) {
  const id = useId()
  const cache = useQueryClient()
  const [typed, setTyped] = useState(lowCharNum ? String(lowCharNum) : '')
  useFormDraft('balanceAlert', {
    tell: () => ({ typed }),
    take: (back) => setTyped(String(back['typed'])),
  })
  const [saving, setSaving] = useState(false)
  const amount = typed === '' ? null : Math.trunc(Number(typed))
  const valid = amount === null || (Number.isSafeInteger(amount) && amount >= 0)
  const unchanged = (amount || null) === (lowCharNum || null)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || unchanged || saving) return
    setSaving(true)
    try {
      await call(balanceAlert.save, { lowCharNum: amount || null })
      await cache.invalidateQueries({ queryKey: [overviewKey, balanceAlert.get.path] })
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
          step={limits.distribution.charStep}
          value={typed}
          placeholder={t('overview.alert.off')}
          aria-describedby={`${id}-help`}
          aria-invalid={!valid}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button
          type="submit"
          className="button"
          disabled={!valid || unchanged || saving}
          aria-busy={saving}
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
