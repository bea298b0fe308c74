/** Page for one record: read-only facts and the forms that change it. */
import { useOne, type BaseRecord, useWarnAboutChange } from '@refinedev/core'
import { application } from '#console/refine/application.ts'
import type { CallError } from '#console/refine/data-errors.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import type { Form, FormPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { Value } from '#console/engine/list/cell.tsx'
import { matches, valueAt } from '#console/engine/build-fields.ts'
import { FormBody, useRecordForm } from '#console/engine/form/record-form.tsx'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { useReferenceData, type Found } from '#console/refine/reference-data.ts'
import { allowedForms } from '#console/engine/list/allowed-page.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import '../../ui/overlays.css'
import type { FormInstance } from 'antd'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { useFormDraft } from '#console/refine/form-draft.ts'

/** Page for one record: read-only facts and the forms that change it. */
export function FormScreen({ page }: { page: FormPage }) {
  const { query, result } = useOne<BaseRecord, CallError>({
    resource: page.name,
    id: 'me',
    errorNotification: false,
    queryOptions: { enabled: 'get' in page.calls },
  })
  const found = useReferenceData(
    [...page.readOnly, ...page.forms.flatMap(({ items }) => items)].map(
      ({ fieldType }) => fieldType,
    ),
  )
  const offers = useOffers()
  if (query.isLoading) return <PageSkeleton view="form" />
  if (query.isError && !result)
    return (
      <ListFailure
        title={t('crud.form.failed')}
        error={query.error}
        retry={() => void query.refetch()}
      />
    )
  const record = result
  const shown = page.readOnly.filter(({ path }) => record && (valueAt(record, path) ?? '') !== '')
  return (
    <div className="form-page">
      <PageHeader title={messageOf(page.title)} help={messageOf(page.help)} />
      <div className="form-cards">
        {record && shown.length > 0 && (
          <dl className="card facts">
            {shown.map((field) => (
              <div key={field.path}>
                <dt>{messageOf(field.label)}</dt>
                <dd>
                  <Value of={field} row={record} found={found} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {allowedForms(page, offers)
          .filter(({ when }) => matches(record ?? {}, when))
          .map((form) => (
            <OneForm key={form.name} page={page} form={form} record={record} found={found} />
          ))}
        {page.component && <PanelHost load={page.component} props={{}} />}
      </div>
    </div>
  )
}

function OneForm({
  page,
  form,
  record,
  found,
}: {
  page: FormPage
  form: Form
  record: Row | undefined
  found: Found
}) {
  // Reloads the current user, whom the shell shows.
  const shown = useRecordForm({
    page,
    form,
    record: record ?? {},
    onSaved: () =>
      void application()
        .loadViewer()
        .catch(() => undefined),
  })
  const title = `${page.name}-${form.name}-title`
  useFormDraftItems(title, form, shown.antd)
  const body = (
    <FormBody
      page={page}
      form={form}
      record={shown}
      found={found}
      save={messageOf(form.messages.action)}
    />
  )
  if (page.forms.length === 1) return <div className="card">{body}</div>
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{messageOf(form.title)}</h2>
      {body}
    </section>
  )
}

/**
 * Forms with secrets are never stored: the browser warns about unsaved changes instead. Call it
 * after the hooks that fill the form.
 */
function useFormDraftItems(name: string, { items }: Form, antd: FormInstance): void {
  const { setWarnWhen } = useWarnAboutChange()
  const hasSecrets = items.some(({ fieldType }) => kindOf(fieldType).secret)
  useFormDraft(hasSecrets ? undefined : name, {
    currentValues: () =>
      Object.fromEntries(
        items
          .filter(({ key }) => antd.isFieldTouched(key))
          .map(({ key }) => [key, antd.getFieldValue(key)]),
      ),
    restore: (typed) => {
      const fields = Object.entries(typed).map(([key, value]) => ({
        name: key,
        value,
        touched: true,
      }))
      antd.setFields(fields)
      if (fields.length > 0) setWarnWhen(true)
    },
  })
}
