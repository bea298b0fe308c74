/** Form of one record of a page: its initial values, its preview, and conflicts with other editors. */
import { useDataProvider, useWarnAboutChange, type BaseKey } from '@refinedev/core'
import { useState } from 'react'
import { Form as AntdForm } from 'antd'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { ConflictNote, resolveConflict } from '#console/engine/form/conflict.tsx'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { fixedInput, initialValuesOf } from '#console/engine/form/form-values.ts'
import { useCallForm, useInput, type CallForm } from '#console/engine/form/use-call-form.ts'
import type { Form, PageModel } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { FormPreview, GetLookupData, Row } from '#console/engine/resource.ts'
import { draftNameOf, useFormDraft } from '#console/refine/form-draft.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'

type Props = {
  page: PageModel
  form: Form
  recordForm: ReturnType<typeof useRecordForm>
  getLookupData: GetLookupData
  /** Name of the record, shown as a read-only item. */
  fixedName?: { label: string; text: string } | undefined
  /** Label of the save button. */
  saveLabel: string
}

export function RecordForm({
  page,
  form,
  recordForm: { callForm, row, latest, resolve },
  getLookupData,
  fixedName,
  saveLabel,
}: Props) {
  const lockedId = `${callForm.name}-locked`
  const titleKey = `resources.${page.name}.failed.${form.name}`
  return (
    <FormBody
      form={resolve ? { ...callForm, error: undefined } : callForm}
      failureTitle={hasMessage(titleKey) ? messageOf(titleKey) : undefined}
      getLookupData={getLookupData}
      row={latest ?? row}
      latest={latest}
      saveLabel={saveLabel}
      intro={
        <>
          <ConflictNote form={callForm} latest={latest} resolve={resolve} />
          {fixedName && (
            <AntdForm.Item label={fixedName.label} htmlFor={lockedId} required>
              <input id={lockedId} className="control" disabled value={fixedName.text} />
            </AntdForm.Item>
          )}
        </>
      }
      preview={
        form.preview && <Preview callForm={callForm} record={latest ?? row} load={form.preview} />
      }
    />
  )
}

/** Preview of what the current values would do. */
function Preview({
  callForm,
  record,
  load,
}: {
  callForm: CallForm
  record: Row | undefined
  load: FormPreview
}) {
  const input = useInput(callForm)
  return <PanelHost load={load} props={{ input, record }} />
}

type RecordFormOptions = {
  page: PageModel & { readonly id?: string | undefined }
  form: Form
  record: Row | undefined
  /** Name of the record, for messages. */
  name?: string | undefined
  listQuery?: Row
  onSaved: (output: unknown) => void
}

/** Id in the query cache of a record that is the current user's own and has no other. */
export const ownRecordId = 'me'

export function useRecordForm({ page, form, record, name, listQuery, onSaved }: RecordFormOptions) {
  const dataProvider = useDataProvider()
  const [latest, setLatest] = useState<Row>()
  const [draftVersion, setDraftVersion] = useState<unknown>()
  const id = (record?.[page.id ?? ''] as BaseKey | undefined) ?? ownRecordId
  const { call, items, messages } = form
  // The record may have changed since the draft was typed, which the server then reports.
  const ofDraft = draftVersion !== undefined && !latest ? { version: draftVersion } : {}
  const fixed: Row = { ...fixedInput(form, latest ?? record, listQuery), ...ofDraft }
  const callForm = useCallForm({
    name: `${page.name}-${form.name}`,
    resource: page.name,
    id: record && id,
    call,
    items,
    initialValues: initialValuesOf(form, record, listQuery),
    fixed,
    done: () =>
      form.result ? undefined : messageOf(messages.done, name === undefined ? {} : { name }),
    onSaved,
  })
  useDraftOrWarning({
    name: draftNameOf(page.name, form.name, record && id),
    form,
    callForm,
    version: fixed['version'],
    setVersion: setDraftVersion,
  })
  const resolve = resolveConflict(callForm, async () => {
    const { data } = await dataProvider().getOne({ resource: page.name, id })
    setLatest(data)
    return data
  })
  return {
    callForm,
    row: record,
    latest,
    /** Undefined without a conflict or a `get` endpoint. */
    resolve: 'get' in page.calls ? resolve : undefined,
  }
}

/**
 * Stores the form's draft. Forms with secrets are never stored: the browser warns about unsaved
 * changes instead. Must be called after the hooks that fill the form.
 */
function useDraftOrWarning({
  name,
  form: { items },
  callForm: { antdForm },
  version,
  setVersion,
}: {
  name: string
  form: Form
  callForm: CallForm
  /** Version of the record that the form shows, if it has one. */
  version: unknown
  setVersion: (version: unknown) => void
}): void {
  const { setWarnWhen } = useWarnAboutChange()
  const hasSecrets = items.some(({ fieldType }) => getFieldTypeUi(fieldType).secret)
  useFormDraft(hasSecrets ? undefined : name, {
    currentValues: () => {
      const typed = items
        .filter(
          ({ key, fieldType }) => fieldType.kind !== 'picture' && antdForm.isFieldTouched(key),
        )
        // An emptied field is undefined, which JSON leaves out.
        .map(({ key }) => [key, (antdForm.getFieldValue(key) as unknown) ?? null] as const)
      return typed.length === 0 ? {} : Object.fromEntries([...typed, [versionKey, version]])
    },
    restore: ({ [versionKey]: draftVersion, ...typed }) => {
      const fields = Object.entries(typed).map(([key, value]) => ({
        name: key,
        value: value ?? undefined,
        touched: true,
      }))
      antdForm.setFields(fields)
      setVersion(draftVersion)
      if (fields.length > 0) setWarnWhen(true)
    },
  })
}

/** Beside the items of a form in its draft. */
const versionKey = '#version'
