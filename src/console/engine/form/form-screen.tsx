/** Page for one record: read-only facts and the forms that change it. */
import { useOne, type BaseRecord } from '@refinedev/core'
import { application } from '#console/refine/application.ts'
import type { CallError } from '#console/refine/data-errors.ts'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import type { Form, FormPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { Value } from '#console/engine/list/cell.tsx'
import { matches, valueAt } from '#console/engine/build-fields.ts'
import { ownRecordId, RecordForm, useRecordForm } from '#console/engine/form/record-form.tsx'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { allowedForms } from '#console/engine/list/allowed-page.ts'
import { FactList } from '#console/ui/fact-list.tsx'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { PageHeader, PageSkeleton } from '#console/ui/page-header.tsx'
import '../../ui/overlays.css'

export function FormScreen({ page }: { page: FormPage }) {
  const { query, result: record } = useOne<BaseRecord, CallError>({
    resource: page.name,
    id: ownRecordId,
    errorNotification: false,
    queryOptions: { enabled: 'get' in page.calls },
  })
  const getLookupData = useReferenceData(
    [...page.readOnly, ...page.forms.flatMap(({ items }) => items)].map(
      ({ fieldType }) => fieldType,
    ),
  )
  const canUse = useCanUse()
  if (query.isLoading) return <PageSkeleton view="form" />
  if (query.isError && !record)
    return (
      <ListFailure
        title={t('crud.form.failed')}
        error={query.error}
        retry={() => void query.refetch()}
      />
    )
  const visibleFields = page.readOnly.filter(
    ({ path }) => record && (valueAt(record, path) ?? '') !== '',
  )
  return (
    <div className="form-page">
      <PageHeader title={messageOf(page.title)} help={messageOf(page.help)} />
      <div className="form-cards">
        {record && visibleFields.length > 0 && (
          <div className="card">
            <FactList
              facts={visibleFields.map((field) => ({
                name: messageOf(field.label),
                value: <Value field={field} row={record} getLookupData={getLookupData} />,
              }))}
            />
          </div>
        )}
        {allowedForms(page, canUse)
          .filter(({ when }) => matches(record ?? {}, when))
          .map((form) => (
            <FormCard
              key={form.name}
              page={page}
              form={form}
              record={record}
              getLookupData={getLookupData}
            />
          ))}
        {page.component && <PanelHost load={page.component} props={{}} />}
      </div>
    </div>
  )
}

function FormCard({
  page,
  form,
  record,
  getLookupData,
}: {
  page: FormPage
  form: Form
  record: Row | undefined
  getLookupData: GetLookupData
}) {
  const recordForm = useRecordForm({
    page,
    form,
    record: record ?? {},
    // The shell shows the current user.
    onSaved: () =>
      void application()
        .loadUser()
        .catch(() => undefined),
  })
  const titleId = `${page.name}-${form.name}-title`
  const body = (
    <RecordForm
      page={page}
      form={form}
      recordForm={recordForm}
      getLookupData={getLookupData}
      saveLabel={messageOf(form.messages.action)}
    />
  )
  if (page.forms.length === 1) return <div className="card">{body}</div>
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId}>{messageOf(form.title)}</h2>
      {body}
    </section>
  )
}
