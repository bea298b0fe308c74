/** Form for one record: its items, the save error and its buttons. */
import { failureRole } from '#client/refusals.ts'
import { Form as AntdForm } from 'antd'
import type { ReactNode } from 'react'
import { errorMessage } from '#client/api/error-message.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { hasWord, t, word } from '#console/refine/i18n.ts'
import type { Form, PageModel } from '#console/engine/page-model.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { FormItem } from '#console/engine/form/form-item.tsx'
import type { useRecordForm } from '#console/engine/form/use-record-form.ts'
import { AntdFrame } from '#console/ui/antd-frame.tsx'
import { RequestId } from '#console/ui/toasts.tsx'

type Props = {
  page: PageModel
  form: Form
  record: ReturnType<typeof useRecordForm>
  found: Found
  /** Name of the record, shown read-only. */
  locked?: { label: string; text: string } | undefined
  /** Label of the save button. */
  save: string
  /** Buttons before the save button. */
  children?: ReactNode
}

export function FormBody({ page, form, record, found, locked, save, children }: Props) {
  const name = `${page.name}-${form.name}`
  const { antd, formProps, saving, error, latest, conflict } = record
  return (
    <AntdFrame>
      <AntdForm
        {...formProps}
        name={name}
        layout="vertical"
        className="record-form"
        scrollToFirstError={{ focus: true }}
      >
        <div className="form-items">
          {latest && !error && (
            <output className="form-note">{t('pages.form.latestLoaded')}</output>
          )}
          {conflict ? (
            <div className="form-note" data-tone="warning">
              {t('pages.form.changedElsewhere')}
              <button type="button" className="button" onClick={() => void conflict()}>
                {t('pages.form.loadLatest')}
              </button>
            </div>
          ) : (
            <Failure error={error} page={page} form={form} />
          )}
          {locked && (
            <AntdForm.Item label={locked.label} htmlFor={`${name}-locked`} required>
              <input id={`${name}-locked`} className="control" disabled value={locked.text} />
            </AntdForm.Item>
          )}
          {form.items.map((item) => (
            <FormItem key={item.key} item={item} form={antd} found={found} latest={latest} />
          ))}
        </div>
        <footer className="form-actions">
          {children}
          <button type="submit" className="button primary" disabled={saving} aria-busy={saving}>
            {saving ? t('pages.form.saving') : save}
          </button>
        </footer>
      </AntdForm>
    </AntdFrame>
  )
}

/** Renders nothing if every validation error is already shown at its item. */
function Failure({ error, page, form }: { error: unknown; page: PageModel; form: Form }) {
  if (error === undefined) return null
  const failure = failureOf(error)
  const errors = Object.keys((failure?.kind === 'refused' && failure.fields) || {})
  if (
    errors.length > 0 &&
    errors.every((validationError) => form.items.some(({ key }) => key === validationError))
  )
    return null
  const { text, requestId } = errorMessage(error, word)
  const failed = `resources.${page.name}.failed.${form.name}`
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      {hasWord(failed) && <strong>{word(failed)}</strong>}
      <span>{text}</span>
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}
