/**
 * The state of a form about one record: what it opens with, saving it, and what to do when saving
 * fails.
 */
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

/** Records about oneself have no id: the name only keeps their place in the cache. */
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
    // With the session over, nobody is left to ask again for what has changed.
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

  /** Everything typed stays; what was left alone shows how it is now. */
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
    /** Somebody else saved first; `page.calls.get` brings what they saved. */
    conflict: isConflict(error) && 'get' in page.calls ? loadLatest : undefined,
    isDirty: () => refine.form.isFieldsTouched(form.items.map(({ key }) => key)),
    /** What was typed is given up: leaving is no longer worth a warning. */
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
