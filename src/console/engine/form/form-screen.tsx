/** Page for one record: read-only facts and the forms that change it. */
import { useOne, type BaseRecord } from '@refinedev/core'
import { loadUser } from '#client/session/current-user.ts'
import type { CallError } from '#console/refine/data-errors.ts'
import { t, word } from '#console/refine/i18n.ts'
import { useOffers } from '#console/refine/capabilities.ts'
import type { Form, FormPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { Value } from '#console/engine/list/cell.tsx'
import { matches } from '#console/engine/matches.ts'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { useReferenceData, type Found } from '#console/refine/reference-data.ts'
import { allowedForms } from '#console/engine/list/allowed-page.ts'
import { useFormDraftItems } from '#console/engine/form/use-form-draft.ts'
import { useRecordForm } from '#console/engine/form/use-record-form.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { valueAt } from '#console/engine/build-fields.ts'
import { PageHeader } from '#console/ui/page-header.tsx'
import { PageSkeleton } from '#console/ui/skeleton.tsx'
import '#console/ui/overlays.css'

export function FormScreen({ page }: { page: FormPage }) {
  const { query, result } = useOne<BaseRecord, CallError>({
    resource: page.name,
    id: 'me',
    errorNotification: false,
    queryOptions: { enabled: 'get' in page.calls },
  })
  const found = useReferenceData(
    [...page.readOnly, ...page.forms.flatMap(({ items }) => items)].map(({ means }) => means),
  )
  const offers = useOffers()
  if (query.isLoading) return <PageSkeleton view="form" />
  if (query.isError && !result)
    return (
      <ListFailure
        title={t('pages.form.failed')}
        error={query.error}
        retry={() => void query.refetch()}
      />
    )
  const record = result
  const shown = page.readOnly.filter(({ path }) => record && (valueAt(record, path) ?? '') !== '')
  return (
    <div className="form-page">
      <PageHeader title={word(page.title)} help={word(page.help)} />
      <div className="form-cards">
        {record && shown.length > 0 && (
          <dl className="card facts">
            {shown.map((field) => (
              <div key={field.path}>
                <dt>{word(field.label)}</dt>
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
        {page.cards && <PanelHost load={page.cards} props={{}} />}
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
    onSaved: () => void loadUser().catch(() => undefined),
  })
  const title = `${page.name}-${form.name}-title`
  useFormDraftItems(title, form, shown.antd)
  const body = (
    <FormBody
      page={page}
      form={form}
      record={shown}
      found={found}
      save={word(form.messages.action)}
    />
  )
  if (page.forms.length === 1) return <div className="card">{body}</div>
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{word(form.title)}</h2>
      {body}
    </section>
  )
}
