/** Form of one record: its state, items, validation and saving. */
import { Form as AntdForm, type FormInstance } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { errorMessage, failureRole } from '#client/api/error-message.ts'
import { failureOf, type CallError } from '#console/refine/data-errors.ts'
import { hasMessage, t, messageOf } from '#console/refine/i18n.ts'
import type { Form, PageModel, Item } from '#console/engine/page-model.ts'
import type { GetLookupData } from '#console/refine/reference-data.ts'
import { AntdFrame } from '#console/ui/antd-frame.tsx'
import { RequestId } from '#console/ui/overlays.tsx'
import { call } from '#client/api/call.ts'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import type { FormPreview, Row } from '#console/engine/resource.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { fieldText } from '#console/engine/list/cell-text.ts'
import {
  ruleMessage,
  toInputValue,
  validationErrorOf,
  initialValuesOf,
  toInput,
} from '#console/engine/form/form-values.ts'
import { useForm } from '@refinedev/antd'
import {
  useDataProvider,
  useWarnAboutChange,
  type BaseKey,
  type BaseRecord,
  type HttpError,
} from '@refinedev/core'
import { signOutWithMessage } from '#console/refine/session-expiry.ts'
import { notifyDone } from '#console/refine/notification.ts'
import { times } from '#contract/limits.ts'

type FormBodyProps = {
  page: PageModel
  form: Form
  recordForm: ReturnType<typeof useRecordForm>
  getLookupData: GetLookupData
  /** Name of the record, shown as a read-only item. */
  fixedName?: { label: string; text: string } | undefined
  /** Label of the save button. */
  saveLabel: string
  /** Buttons before the save button. */
  children?: ReactNode
}

/** Form for one record: its items, the save error and its buttons. */
export function FormBody({
  page,
  form,
  recordForm,
  getLookupData,
  fixedName,
  saveLabel,
  children,
}: FormBodyProps) {
  const name = `${page.name}-${form.name}`
  const { antdForm, formProps, isSaving, error, row, latest, resolveConflict } = recordForm
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
          {latest && !error && <output className="form-note">{t('crud.form.latestLoaded')}</output>}
          {resolveConflict ? (
            <div className="form-note" data-tone="warning">
              {t('crud.form.changedElsewhere')}
              <button type="button" className="button" onClick={() => void resolveConflict()}>
                {t('crud.form.loadLatest')}
              </button>
            </div>
          ) : (
            <Failure error={error} page={page} form={form} />
          )}
          {fixedName && (
            <AntdForm.Item label={fixedName.label} htmlFor={`${name}-locked`} required>
              <input id={`${name}-locked`} className="control" disabled value={fixedName.text} />
            </AntdForm.Item>
          )}
          {form.items.map((item) => (
            <FormItem
              key={item.key}
              item={item}
              form={antdForm}
              getLookupData={getLookupData}
              row={latest ?? row}
              latest={latest}
            />
          ))}
          {form.preview && <Preview form={form} recordForm={recordForm} load={form.preview} />}
        </div>
        <footer className="form-actions">
          {children}
          <button type="submit" className="button primary" disabled={isSaving} aria-busy={isSaving}>
            {isSaving ? t('crud.form.saving') : saveLabel}
          </button>
        </footer>
      </AntdForm>
    </AntdFrame>
  )
}

type PreviewProps = Pick<FormBodyProps, 'form' | 'recordForm'> & { load: FormPreview }

/** Preview of what the current values would do. */
function Preview({ form, recordForm: { antdForm, row, latest }, load }: PreviewProps) {
  const values = AntdForm.useWatch<Row>([], antdForm) ?? {}
  const record = latest ?? row
  return (
    <div className="form-preview">
      <PanelHost load={load} props={{ input: toInput(form, values, record), record }} />
    </div>
  )
}

/** Renders nothing if every validation error is already shown at its item. */
function Failure({ error, page, form }: { error: unknown; page: PageModel; form: Form }) {
  if (error === undefined) return null
  const failure = failureOf(error)
  const fieldErrors = Object.keys((failure?.kind === 'refused' && failure.fields) || {})
  if (
    fieldErrors.length > 0 &&
    fieldErrors.every((field) => form.items.some(({ key }) => key === field))
  )
    return null
  const { text, requestId } = errorMessage(error, messageOf)
  const titleKey = `resources.${page.name}.failed.${form.name}`
  return (
    <div className="form-note" data-tone="danger" role={failureRole(error)}>
      {hasMessage(titleKey) && <strong>{messageOf(titleKey)}</strong>}
      <span>{text}</span>
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}

/** Debounce of the uniqueness check, in milliseconds. */
const uniqueCheckDebounce = 400

type FormItemProps = {
  item: Item
  form: FormInstance
  getLookupData: GetLookupData
  /** The record as it is stored. */
  row: Row | undefined
  /** The record after a concurrent change, to show where it differs. */
  latest: Row | undefined
}

/** Form item: label, control and validation error. */
function FormItem({ item, form, getLookupData, row, latest }: FormItemProps) {
  const { key, fieldType, required, initial, uniqueCheck, prefill } = item
  const { Input, enteredTwice, watches } = getFieldTypeUi(fieldType)
  const label = messageOf(item.label)
  const isAvailable = useUniqueCheck(item)
  const watched = watches?.(fieldType)
  AntdForm.useWatch<unknown>((values: Row) => watched && values[watched], form)
  if (!Input) return null
  const inputProps = {
    label,
    fieldType,
    lookupData: getLookupData(fieldType),
    formValues: () => ({ ...row, ...(form.getFieldsValue(true) as Row) }),
    ...(prefill ? { readOnly: true as const } : {}),
  }
  const hint = hasMessage(item.hint[0]!) ? messageOf(item.hint) : undefined
  const differs = latest && latest[key] !== toInputValue(item, form.getFieldValue(key))
  return (
    <>
      <AntdForm.Item
        name={key}
        label={label}
        required={required || initial !== undefined}
        validateFirst
        {...(uniqueCheck ? { validateDebounce: uniqueCheckDebounce } : {})}
        {...(differs
          ? {
              extra: t('crud.form.latestIs', {
                value:
                  fieldText({ path: key, label: item.label, fieldType }, latest, getLookupData) ||
                  t('crud.list.none'),
              }),
            }
          : hint === undefined
            ? {}
            : { extra: hint })}
        rules={[
          { validator: (_, value) => toValidation(validationErrorOf(item, value)) },
          ...(uniqueCheck
            ? [
                {
                  validator: async (_: unknown, value: unknown) =>
                    toValidation(
                      (await isAvailable(value)) ? undefined : ruleMessage(item, { rule: 'taken' }),
                    ),
                },
              ]
            : []),
        ]}
      >
        <Input {...inputProps} />
      </AntdForm.Item>
      {enteredTwice && <RepeatedItem item={item} control={<Input {...inputProps} />} />}
    </>
  )
}

/** Confirmation input; must equal the first one, ignoring surrounding spaces (spec 5.7). */
function RepeatedItem({
  item: { key, label, fieldType: _fieldType, ...item },
  control,
}: {
  item: Item
  control: React.ReactElement<{ label: string }>
}) {
  const repeated = { ...item, key: `${key}2`, label: label.map((labelKey) => `${labelKey}2`) }
  const trimText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return (
    <AntdForm.Item
      name={repeated.key}
      label={messageOf(repeated.label)}
      required
      dependencies={[key]}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, value) =>
            toValidation(
              trimText(value) === ''
                ? ruleMessage(repeated, { rule: 'required' })
                : trimText(value) === trimText(getFieldValue(key))
                  ? undefined
                  : messageOf('rules.mismatch'),
            ),
        }),
      ]}
    >
      {control}
    </AntdForm.Item>
  )
}

/**
 * Checks whether a value is available, once per value. A failed request passes: the server checks
 * again on save.
 */
function useUniqueCheck({ uniqueCheck }: Item): (value: unknown) => Promise<boolean> {
  const results = useRef(new Map<unknown, Promise<boolean>>())
  return (value) => {
    if (!uniqueCheck) return Promise.resolve(true)
    const pending = results.current.get(value)
    if (pending) return pending
    const result = (
      call(uniqueCheck.call, { [uniqueCheck.input]: value }) as Promise<boolean>
    ).catch(() => {
      results.current.delete(value)
      return true
    })
    results.current.set(value, result)
    return result
  }
}

const toValidation = (message: string | undefined) =>
  message === undefined ? Promise.resolve() : Promise.reject(new Error(message))

type RecordFormOptions = {
  page: PageModel & { readonly id?: string | undefined }
  form: Form
  record: Row | undefined
  listQuery?: Row
  onSaved: (output: unknown) => void
}

/** Id in the query cache of a record that is the current user's own and has no other. */
export const ownRecordId = 'me'

/** State of a record form: initial values, saving, save errors and edit conflicts. */
export function useRecordForm({ page, form, record, listQuery, onSaved }: RecordFormOptions) {
  const dataProvider = useDataProvider()
  const { setWarnWhen } = useWarnAboutChange()
  const [error, setError] = useState<unknown>()
  const [latest, setLatest] = useState<Row>()
  const id = (record?.[page.id ?? ''] as BaseKey | undefined) ?? ownRecordId
  const initialValues = initialValuesOf(form, record)

  const refine = useForm<BaseRecord, CallError & HttpError, Row>({
    resource: page.name,
    action: record ? 'edit' : 'create',
    ...(record ? { id } : {}),
    queryOptions: { enabled: false },
    mutationMeta: { endpoint: form.call },
    mutationMode: 'pessimistic',
    redirect: false,
    // Refetching is pointless once the session has ended.
    invalidates: form.call.endsSessions ? [] : ['list', 'many', 'detail'],
    successNotification: false,
    errorNotification: false,
    onMutationError: (failure) => {
      setError(failure)
      const firstInvalid = Object.keys(failure.errors ?? {})[0]
      if (firstInvalid) refine.form.focusField(firstInvalid)
    },
    onMutationSuccess: ({ data }) => {
      refine.form.setFields(form.items.map(({ key }) => ({ name: key, touched: false })))
      if (form.call.endsSessions)
        return signOutWithMessage(
          'success',
          messageOf(form.messages.done),
          times.signOutRedirectDelay,
        )
      if (!form.result) notifyDone(messageOf(form.messages.done))
      onSaved(data)
    },
  })

  /** Keeps edited items and updates untouched ones to the latest record. */
  async function loadLatest() {
    try {
      const { data } = await dataProvider().getOne({ resource: page.name, id })
      const untouched = form.items.filter(({ key }) => !refine.form.isFieldTouched(key))
      refine.form.setFieldsValue(
        Object.fromEntries(untouched.map(({ key }) => [key, (data as Row)[key]])) as never,
      )
      setLatest(data)
      setError(undefined)
    } catch (failure) {
      setError(failure)
    }
  }

  return {
    antdForm: refine.form,
    formProps: { ...refine.formProps, initialValues, onFinish: save },
    isSaving: refine.formLoading,
    error,
    row: record,
    latest,
    /**
     * Loads the latest record after an edit conflict; undefined without a conflict or a `get`
     * endpoint.
     */
    resolveConflict: isConflict(error) && 'get' in page.calls ? loadLatest : undefined,
    isDirty: () => refine.form.isFieldsTouched(form.items.map(({ key }) => key)),
    /** Turns off the unsaved-changes warning. */
    allowLeaving: () => setWarnWhen(false),
  }

  async function save(values: Row) {
    setError(undefined)
    await refine
      .onFinish(toInput(form, values, latest ?? record, listQuery))
      .catch(() => setWarnWhen(true))
  }
}

function isConflict(error: unknown): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.code === 'changedElsewhere'
}
