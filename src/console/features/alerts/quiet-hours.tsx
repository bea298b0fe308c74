/** Hours in which mails and robots wait, as two times of the day. */
import { useId, useState, type FormEvent } from 'react'
import { call } from '#client/api/call.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useFormDraft } from '#console/refine/form-draft.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { useSectionUpdate } from '#console/ui/query-card.tsx'
import { alerts, type AlertSettings } from '#contract/alerts.ts'

type Hours = { quietFrom: string; quietUntil: string }

export function QuietHours({ settings }: { settings: AlertSettings }) {
  const id = useId()
  const canUse = useCanUse()
  const update = useSectionUpdate(alerts.get)
  const saved = { quietFrom: settings.quietFrom ?? '', quietUntil: settings.quietUntil ?? '' }
  const [hours, setHours] = useState<Hours>(saved)
  const [isSaving, setSaving] = useState(false)
  useFormDraft('quietHours', {
    currentValues: () =>
      hours.quietFrom === saved.quietFrom && hours.quietUntil === saved.quietUntil ? {} : hours,
    restore: ({ quietFrom, quietUntil }) =>
      setHours({ quietFrom: String(quietFrom), quietUntil: String(quietUntil) }),
  })
  const { quietFrom, quietUntil } = hours
  const problem =
    (quietFrom === '') !== (quietUntil === '')
      ? 'missing'
      : quietFrom !== '' && quietFrom === quietUntil
        ? 'same'
        : undefined
  const isUnchanged = quietFrom === saved.quietFrom && quietUntil === saved.quietUntil
  const canSave = canUse(alerts.saveQuietHours)

  const save = async (next: Hours) => {
    if (isSaving) return
    setSaving(true)
    try {
      const stored = { quietFrom: next.quietFrom || null, quietUntil: next.quietUntil || null }
      await call(alerts.saveQuietHours, stored)
      update(stored)
      notifyDone(t(next.quietFrom ? 'alerts.quiet.saved' : 'alerts.quiet.cleared'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setSaving(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === undefined && !isUnchanged) void save(hours)
  }
  const input = (name: keyof Hours) => (
    <label>
      <span>{t(`alerts.quiet.${name}`)}</span>
      <input
        className="control"
        type="time"
        value={hours[name]}
        disabled={!canSave}
        aria-invalid={problem !== undefined && (problem === 'same' || hours[name] === '')}
        aria-describedby={`${id}-help ${id}-problem`}
        onChange={({ target }) => setHours({ ...hours, [name]: target.value })}
      />
    </label>
  )
  return (
    <section className="setting" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <h2 id={id}>{t('alerts.quiet.title')}</h2>
        <span className="quiet-hours">
          {input('quietFrom')}
          {input('quietUntil')}
          <button
            type="submit"
            className="button"
            disabled={!canSave || problem !== undefined || isUnchanged || isSaving}
            aria-busy={isSaving}
          >
            {t('alerts.quiet.save')}
          </button>
          {saved.quietFrom !== '' && canSave && (
            <button
              type="button"
              className="text-button"
              disabled={isSaving}
              onClick={() => void save({ quietFrom: '', quietUntil: '' })}
            >
              {t('alerts.quiet.clear')}
            </button>
          )}
        </span>
        <p id={`${id}-problem`} className="error" role="status">
          {problem && t(`alerts.quiet.${problem}`)}
        </p>
        <p id={`${id}-help`} className="muted">
          <Prose>{t('alerts.quiet.help')}</Prose>
        </p>
      </form>
    </section>
  )
}
