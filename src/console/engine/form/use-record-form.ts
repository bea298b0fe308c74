/** State of a record form: initial values, saving, save errors and edit conflicts. */
import { useForm } from '@refinedev/antd'
import {
  useDataProvider,
  useWarnAboutChange,
  type BaseKey,
  type BaseRecord,
  type HttpError,
} from '@refinedev/core'
import { useState } from 'react'
import { failureOf, type CallError } from '#console/refine/data-errors.ts'
import { word } from '#console/refine/i18n.ts'
import { endSession } from '#console/refine/session-expiry.ts'
import { notifyDone } from '#console/refine/notification.ts'
import type { Form, PageModel } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { times } from '#contract/limits.ts'
import { openingValues, sentInput } from '#console/engine/form/form-values.ts'

type What = {
  page: PageModel & { readonly id?: string | undefined }
  form: Form
  record: Row | undefined
  chosen?: Row
  onSaved: () => void
}

/** Placeholder id in the query cache for the current user's own record. */
const self = 'me'

export function useRecordForm({ page, form, record, chosen, onSaved }: What) {
  const dataProvider = useDataProvider()
  const { setWarnWhen } = useWarnAboutChange()
  const [error, setError] = useState<unknown>()
  const [latest, setLatest] = useState<Row>()
  const id = (record?.[page.id ?? ''] as BaseKey | undefined) ?? self
  const opening = openingValues(form, record)

  const refine = useForm<BaseRecord, CallError & HttpError, Row>({
    resource: page.name,
    action: record ? 'edit' : 'create',
    ...(record ? { id } : {}),
    queryOptions: { enabled: false },
    mutationMeta: { call: form.name },
    mutationMode: 'pessimistic',
    redirect: false,
    // Refetching is pointless once the session has ended.
    invalidates: form.call.endsSessions ? [] : ['list', 'many', 'detail'],
    successNotification: false,
    errorNotification: false,
    onMutationError: (failed) => {
      setError(failed)
      const first = Object.keys(failed.errors ?? {})[0]
      if (first) refine.form.focusField(first)
    },
    onMutationSuccess: () => {
      refine.form.setFields(form.items.map(({ key }) => ({ name: key, touched: false })))
      if (form.call.endsSessions)
        return endSession('success', word(form.messages.done), times.signOutRedirect)
      notifyDone(word(form.messages.done))
      onSaved()
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
    } catch (failed) {
      setError(failed)
    }
  }

  return {
    antd: refine.form,
    formProps: { ...refine.formProps, initialValues: opening, onFinish: save },
    saving: refine.formLoading,
    error,
    latest,
    /**
     * Loads the latest record after an edit conflict; undefined without a conflict or a `get`
     * endpoint.
     */
    conflict: isConflict(error) && 'get' in page.calls ? loadLatest : undefined,
    isDirty: () => refine.form.isFieldsTouched(form.items.map(({ key }) => key)),
    /** Discards the input without an unsaved-changes warning. */
    giveUp: () => setWarnWhen(false),
  }

  async function save(values: Row) {
    setError(undefined)
    await refine
      .onFinish(sentInput(form, values, latest ?? record, chosen))
      .catch(() => setWarnWhen(true))
  }
}

function isConflict(error: unknown): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.code === 'changedElsewhere'
}
