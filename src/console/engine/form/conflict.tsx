/** Forms whose record was changed elsewhere: loads the latest, and keeps what was typed. */
import { scrollIntoSight } from '#console/engine/form/form-body.tsx'
import type { CallForm } from '#console/engine/form/use-call-form.ts'
import type { Row } from '#console/engine/resource.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { t } from '#console/refine/i18n.ts'

/**
 * After a conflict, loads the latest record: edited items stay, untouched ones are updated. Undefined
 * without a conflict.
 */
export function resolveConflict(
  { items, antdForm, error, setError }: CallForm,
  loadLatest: () => Promise<Row>,
): (() => Promise<void>) | undefined {
  const failure = failureOf(error)
  if (failure?.kind !== 'refused' || failure.code !== 'changedElsewhere') return undefined
  return async () => {
    try {
      const latest = await loadLatest()
      const untouched = items.filter(({ key }) => !antdForm.isFieldTouched(key))
      antdForm.setFieldsValue(
        Object.fromEntries(untouched.map(({ key }) => [key, latest[key]])) as never,
      )
      setError(undefined)
    } catch (failed) {
      setError(failed)
    }
  }
}

type Props = {
  form: CallForm
  /** The record after a conflict. */
  latest: Row | undefined
  resolve: (() => Promise<void>) | undefined
}

export function ConflictNote({ form, latest, resolve }: Props) {
  if (resolve)
    return (
      <div ref={scrollIntoSight} className="form-note" data-tone="warning">
        {t('crud.form.changedElsewhere')}
        <button type="button" className="button" onClick={() => void resolve()}>
          {t('crud.form.loadLatest')}
        </button>
      </div>
    )
  return latest && !form.error ? (
    <output className="form-note">{t('crud.form.latestLoaded')}</output>
  ) : null
}
