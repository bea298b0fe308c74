/** Setting of the low-balance alert, in characters. */
import { useId, useState, type FormEvent } from 'react'
import { call } from '#client/api/call.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { useFormDraft } from '#console/refine/form-draft.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { QueryCard, useSectionQuery, useSectionUpdate } from '#console/ui/query-card.tsx'
import { businessLimits } from '#contract/business-limits.ts'
import { balanceAlert, type BalanceAlert } from '#contract/ledger.ts'
import './setting.css'

export function LowBalanceAlert() {
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
  const update = useSectionUpdate(balanceAlert.get)
  const saved = lowCharNum ? String(lowCharNum) : ''
  const [typed, setTyped] = useState(saved)
  useFormDraft('balanceAlert', {
    currentValues: () => (typed === saved ? {} : { typed }),
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
      const stored = { lowCharNum: amount || null }
      await call(balanceAlert.save, stored)
      update(stored)
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
